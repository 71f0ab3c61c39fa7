import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startMailServer } from '#test/servers/mail-server.ts';
import { startSmsServer } from '#test/servers/sms-server.ts';
import { startWhatsAppServer } from '#test/servers/whatsapp-server.ts';
import { cancelMessages, type NewMessage, queueMessages } from './messages.service.ts';
import { sendMessages } from './sending.service.ts';

const PUBLIC_URL = 'http://127.0.0.1:8080';
const mail = await startMailServer();
const whatsapp = await startWhatsAppServer();
const sms = await startSmsServer();
const settings = readSettings({
  CEP_URL: '',
  INDICES_URL: '',
  SMTP_URL: mail.url,
  MAIL_FROM: 'Serra <a@serra.example>',
  PUBLIC_URL,
});
const { app, db, deps, as, anonymous, client, contract, property, stop } = await startApp({
  outside: openOutside(settings, { within: 60_000, rest: 1 }),
});
Object.assign(deps, { publicUrl: PUBLIC_URL });
const staff = as('COLLECTION_VIEW', 'COLLECTION_EDIT');

afterAll(async () => {
  await stop();
  await Promise.all([mail.close(), whatsapp.close(), sms.close()]);
});

const WHATSAPP = {
  base_url: whatsapp.baseUrl,
  sender: whatsapp.phoneNumberId,
  token: whatsapp.token,
  app_secret: whatsapp.appSecret,
  template: 'aviso_geral',
};

beforeEach(async () => {
  await db.deleteFrom('message').execute();
  await db.deleteFrom('message_refusal').execute();
  await db.deleteFrom('message_reply').execute();
  await db.deleteFrom('message_channel').execute();
  for (const list of [mail.received, whatsapp.sent, sms.sent]) list.length = 0;
});
afterEach(() => {
  whatsapp.behaviour = 'accepts';
  whatsapp.onSend = undefined;
  whatsapp.unreachable.clear();
  mail.behaviour = 'accepts';
  sms.behaviour = 'accepts';
});

const connectWhatsApp = async () =>
  expect((await staff.put('/messages/channels/whatsapp', WHATSAPP)).statusCode).toBe(204);
const connectSms = async (deduplicates = false) =>
  expect(
    (await staff.put('/messages/channels/sms', { base_url: sms.url, sender: null, token: sms.token, deduplicates }))
      .statusCode,
  ).toBe(204);

let phones = 0;
/** A person with a mobile of their own, who agreed to WhatsApp. */
async function person({ consents = true, email = true } = {}) {
  phones += 1;
  const phone = `329${String(80_000_000 + phones)}`;
  const made = await client({ phone, ...(email ? {} : { email: null }) });
  if (consents)
    await db
      .insertInto('message_consent')
      .values({ client_id: made.id, channel: 'WHATSAPP', given_on: '2026-01-05', source: 'contrato', body: 'Aceito' })
      .execute();
  return { ...made, phone, number: `55${phone}` };
}

/** A Tuesday, 10 h in São Paulo. */
const TUESDAY = new Date('2026-03-10T13:00:00Z');
const later = (minutes: number, from = TUESDAY) => new Date(from.getTime() + minutes * 60_000);

let keys = 0;
const message = (to: number, more: Partial<NewMessage> = {}): NewMessage => ({
  key: `test:${++keys}`,
  kind: 'NOTICE',
  client: to,
  subject: 'Aviso',
  text: 'Um aviso da imobiliária.',
  ...more,
});
const queue = (messages: NewMessage[], now = TUESDAY) =>
  db.transaction().execute((trx) => queueMessages(trx, messages, now));
const send = (now = TUESDAY) => sendMessages(deps, () => now);
const kept = () => db.selectFrom('message').selectAll().orderBy('id').execute();
const one = async () => (await kept())[0];
const post = (body: object, secret?: string) => {
  const { raw, headers } = whatsapp.signed(body, secret);
  return app.inject({ method: 'POST', url: '/api/messages/whatsapp/notices', payload: raw, headers });
};

describe('the queue', () => {
  test('takes a message once, and in the transaction of what happened', async () => {
    const ana = await person();
    const same = message(ana.id);
    expect(await queue([same, message(ana.id)])).toBe(2);
    expect(await queue([same])).toBe(0);
    const failing = db.transaction().execute(async (trx) => {
      await queueMessages(trx, [message(ana.id)], TUESDAY);
      throw new Error('the action');
    });
    await expect(failing).rejects.toThrow('the action');
    expect(await kept()).toHaveLength(2);
  });

  test('waits for sending hours, and sends nothing at night', async () => {
    const ana = await person();
    // 22 h on a Saturday: Monday, 8 h.
    await queue([message(ana.id)], new Date('2026-03-15T01:00:00Z'));
    expect((await one())?.send_at).toBe('2026-03-16T11:00:00.000Z');
    await send(new Date('2026-03-15T15:00:00Z'));
    expect(await one()).toMatchObject({ state: 'QUEUED' });
    await send(new Date('2026-03-16T11:00:00Z'));
    expect(await one()).toMatchObject({ state: 'SENT', channel: 'EMAIL', counts_on: '2026-03-16' });
  });

  test('sends one message a person a day, and drops what is out of date then', async () => {
    const [ana, bia] = [await person(), await person()];
    await queue([
      message(ana.id, { until: '2026-03-10' }),
      message(ana.id, { until: '2026-03-10' }),
      message(ana.id, { until: '2026-03-12' }),
      message(bia.id),
    ]);
    await send();
    expect((await kept()).map(({ state, reason, send_at }) => [state, reason, send_at])).toEqual([
      ['SENT', null, '2026-03-10T13:00:00.000Z'],
      ['CANCELLED', 'ONE_A_DAY', '2026-03-10T13:00:00.000Z'],
      ['QUEUED', null, '2026-03-11T11:00:00.000Z'],
      ['SENT', null, '2026-03-10T13:00:00.000Z'],
    ]);
    await queue([message(bia.id, { until: '2026-03-10' })], later(60));
    await send(later(60));
    expect((await kept()).at(-1)).toMatchObject({ state: 'CANCELLED', reason: 'ONE_A_DAY' });
  });

  test('sends nothing of an invoice that is gone, and cancels by invoice and contract', async () => {
    const { id: contractId } = await contract();
    const tenant = await person();
    const invoice = await db
      .insertInto('invoice')
      .values({
        ...{ proposal_id: contractId, user_id: tenant.id, reference: '2026-03', due_date: '2026-03-20' },
        property_id: (
          await db.selectFrom('proposal').select('property_id').where('id', '=', contractId).executeTakeFirstOrThrow()
        ).property_id,
        ...{ price: 150_000, fees: 0, lines: '[]' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await queue([message(tenant.id, { invoice: invoice.id, whileOpen: true })]);
    await db.updateTable('invoice').set({ deleted_at: TUESDAY }).where('id', '=', invoice.id).execute();
    await send();
    expect(await one()).toMatchObject({ state: 'CANCELLED', reason: 'SETTLED' });

    await db.updateTable('invoice').set({ deleted_at: null }).where('id', '=', invoice.id).execute();
    await queue([message(tenant.id, { invoice: invoice.id, contract: contractId })]);
    await db.transaction().execute((trx) => cancelMessages(trx, { contract: contractId, kinds: ['DUE_SOON'] }));
    expect((await kept()).at(-1)).toMatchObject({ state: 'QUEUED' });
    await db.transaction().execute((trx) => cancelMessages(trx, { invoices: [invoice.id] }));
    expect((await kept()).at(-1)).toMatchObject({ state: 'CANCELLED', reason: 'CALLED_OFF' });
    await expect(cancelMessages(db, {})).rejects.toThrow(RangeError);
  });
});

describe('WhatsApp', () => {
  beforeEach(connectWhatsApp);

  test('sends the template with its parameters, and follows its states', async () => {
    const ana = await person();
    await queue([
      message(ana.id, { template: { name: 'fatura', values: ['Ana', 'R$ 1.500,00'] }, text: 'Olá, Ana. R$ 1.500,00.' }),
    ]);
    whatsapp.templates.push({ name: 'fatura', language: 'pt_BR', status: 'APPROVED', parameters: 2 });
    await send();
    const [sent] = whatsapp.sent;
    expect(sent).toMatchObject({ to: ana.number, template: 'fatura', parameters: ['Ana', 'R$ 1.500,00'] });
    expect(await one()).toMatchObject({ state: 'SENT', channel: 'WHATSAPP', provider_id: sent?.id, cost: 4 });
    if (!sent) return;

    // States arrive out of order and twice: the latest one stays.
    for (const status of ['read', 'delivered', 'sent', 'read'] as const)
      expect((await post(whatsapp.statusBody(sent, status))).statusCode).toBe(204);
    expect(await one()).toMatchObject({ state: 'READ' });
  });

  test('takes several states of one notice by the time at which they happened, and what was free', async () => {
    const ana = await person();
    await queue([message(ana.id)]);
    await send();
    const [sent] = whatsapp.sent;
    if (!sent) throw new Error('nothing was sent');
    const first = whatsapp.statusBody(sent, 'delivered', { at: later(2), billable: false });
    const other = whatsapp.statusBody(sent, 'sent', { at: later(1) });
    await post({ ...first, entry: [...first.entry, ...other.entry] });
    expect(await one()).toMatchObject({ state: 'DELIVERED', cost: 0, delivered_at: later(2).toISOString() });
  });

  test('the general template carries subject and text in one line', async () => {
    const ana = await person();
    await queue([message(ana.id, { text: 'Primeira linha.\n\nSegunda   linha.' })]);
    await send();
    expect(whatsapp.sent[0]).toMatchObject({
      template: 'aviso_geral',
      parameters: ['Aviso', 'Primeira linha. Segunda linha.'],
    });
  });

  test.each(['PAUSED', 'DISABLED', 'REJECTED'] as const)(
    'a template that is %s falls to e-mail, and says so',
    async (status) => {
      const ana = await person();
      whatsapp.templates.push({ name: `m_${status.toLowerCase()}`, language: 'pt_BR', status, parameters: 1 });
      await queue([message(ana.id, { template: { name: `m_${status.toLowerCase()}`, values: ['Ana'] } })]);
      await send();
      expect(await one()).toMatchObject({ state: 'SENT', channel: 'EMAIL', tried: ['WHATSAPP'] });
      expect(mail.received).toHaveLength(1);
      const summary = (await staff.get('/messages/summary')).json();
      expect(summary.problems).toEqual([{ channel: 'WHATSAPP', problem: expect.stringMatching(/^O modelo /) }]);
    },
  );

  test('a number without WhatsApp falls to the next channel, at once or when the webhook says so', async () => {
    const [ana, bia] = [await person(), await person()];
    whatsapp.unreachable.add(ana.number);
    await queue([message(ana.id), message(bia.id)]);
    await send();
    expect((await kept()).map(({ state, channel }) => [state, channel])).toEqual([
      ['SENT', 'EMAIL'],
      ['SENT', 'WHATSAPP'],
    ]);
    const [sent] = whatsapp.sent;
    if (!sent) throw new Error('nothing was sent');
    await post(whatsapp.statusBody(sent, 'failed', { code: 131_026 }));
    // The webhook requeues the message by the database's clock: this makes it due on the test's day.
    await db.updateTable('message').set({ send_at: TUESDAY }).where('client_id', '=', bia.id).execute();
    await send();
    expect((await kept()).at(-1)).toMatchObject({ state: 'SENT', channel: 'EMAIL', tried: ['WHATSAPP'], cost: 0 });
  });

  test('rests when it is asked to slow down, twice as long each time, and loses nothing', async () => {
    const people = [await person(), await person(), await person()];
    whatsapp.behaviour = 'slow';
    await queue(people.map(({ id }) => message(id)));
    await send();
    expect((await kept()).map(({ state, send_at }) => [state, send_at])).toEqual(
      people.map(() => ['QUEUED', later(1).toISOString()]),
    );
    await send(later(1));
    expect((await one())?.send_at).toBe(later(3).toISOString());
    whatsapp.behaviour = 'accepts';
    await send(later(3));
    expect((await kept()).map(({ state, channel }) => [state, channel])).toEqual(
      people.map(() => ['SENT', 'WHATSAPP']),
    );
    expect(whatsapp.sent).toHaveLength(3);
  });

  test('the limit of one person delays that message alone', async () => {
    const ana = await person();
    whatsapp.behaviour = 'pair';
    await queue([message(ana.id)]);
    await send();
    whatsapp.behaviour = 'accepts';
    const bia = await person();
    await queue([message(bia.id)]);
    await send();
    expect((await kept()).map(({ state, send_at }) => [state, send_at])).toEqual([
      ['QUEUED', later(1).toISOString()],
      ['SENT', TUESDAY.toISOString()],
    ]);
  });

  test('an answer that was lost is never sent again, and the webhook settles it', async () => {
    const ana = await person();
    whatsapp.behaviour = 'drops';
    await queue([message(ana.id)]);
    await send();
    expect(await one()).toMatchObject({ state: 'SENDING', uncertain: true, reason: 'LOST' });
    whatsapp.behaviour = 'accepts';
    await send(later(10));
    await send(later(60));
    expect(whatsapp.sent).toHaveLength(1);
    const [sent] = whatsapp.sent;
    if (!sent) return;
    await post(whatsapp.statusBody(sent, 'delivered'));
    expect(await one()).toMatchObject({ state: 'DELIVERED', uncertain: false, provider_id: sent.id, reason: null });
  });

  test('an answer that was lost and never told of is closed after three days as perhaps sent', async () => {
    const ana = await person();
    whatsapp.behaviour = 'drops';
    await queue([message(ana.id)]);
    await send();
    await send(later(3 * 24 * 60 + 1));
    expect(await one()).toMatchObject({ state: 'FAILED', uncertain: true, reason: 'LOST' });
  });

  test('a proxy’s error is an answer that was lost; the service’s own is tried again', async () => {
    const [ana, bia] = [await person(), await person()];
    whatsapp.behaviour = 'gateway';
    await queue([message(ana.id)]);
    await send();
    whatsapp.behaviour = 'down';
    await queue([message(bia.id)]);
    await send();
    expect((await kept()).map(({ state, uncertain }) => [state, uncertain])).toEqual([
      ['SENDING', true],
      ['QUEUED', false],
    ]);
  });

  test('without consent WhatsApp is passed over', async () => {
    const ana = await person({ consents: false });
    await queue([message(ana.id), message((await person({ consents: false, email: false })).id)]);
    await send();
    expect((await kept()).map(({ state, channel, reason }) => [state, channel, reason])).toEqual([
      ['SENT', 'EMAIL', null],
      ['CANCELLED', null, 'NO_CONSENT'],
    ]);
    expect(whatsapp.sent).toEqual([]);
  });

  test('a notice without the app’s signature changes nothing', async () => {
    const ana = await person();
    await queue([message(ana.id)]);
    await send();
    const [sent] = whatsapp.sent;
    if (!sent) throw new Error('nothing was sent');
    expect((await post(whatsapp.statusBody(sent, 'read'), 'outro-segredo')).statusCode).toBe(404);
    const { raw, headers } = whatsapp.signed(whatsapp.statusBody(sent, 'read'));
    const altered = { method: 'POST', url: '/api/messages/whatsapp/notices', payload: `${raw} `, headers } as const;
    expect((await app.inject(altered)).statusCode).toBe(404);
    expect(await one()).toMatchObject({ state: 'SENT' });
  });

  test('a notice with words and parts that are new to us is taken for what is known of it', async () => {
    const ana = await person();
    await queue([message(ana.id)]);
    await send();
    const [sent] = whatsapp.sent;
    if (!sent) throw new Error('nothing was sent');
    const body = whatsapp.statusBody(sent, 'delivered');
    const odd = {
      ...body,
      novo: 1,
      entry: [{ changes: ['x', { value: 7 }, { value: { statuses: [{ id: 1 }] } }] }, ...body.entry],
    };
    expect((await post(odd)).statusCode).toBe(204);
    expect(await one()).toMatchObject({ state: 'DELIVERED' });
  });

  test('Meta’s question for the address is answered to the word alone', async () => {
    const state = (await staff.get('/messages/settings')).json().states[0];
    expect(state).toMatchObject({
      channel: 'WHATSAPP',
      connected: true,
      notices: `${PUBLIC_URL}/api/messages/whatsapp/notices`,
    });
    const ask = (word: string) =>
      anonymous.get(`/messages/whatsapp/notices?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${word}`);
    expect((await ask(state.verify_token)).body).toBe('1158201444');
    expect((await ask('outra')).statusCode).toBe(404);
    const readers = (await as('COLLECTION_VIEW').get('/messages/settings')).json();
    expect(readers.states[0].verify_token).toBeNull();
    expect(JSON.stringify(readers)).not.toMatch(/EAAtoken|segredo-do-app/);
  });

  test('staff hear that a template was paused', async () => {
    expect((await post(whatsapp.templateBody('aviso_geral', 'PAUSED'))).statusCode).toBe(204);
    expect((await staff.get('/messages/summary')).json().problems[0].problem).toBe(
      'O modelo aviso_geral foi pausado, por causa de avaliações ruins.',
    );
  });

  test('the test reads the number, and says when the token is not accepted', async () => {
    const check = async () => (await staff.post('/messages/channels/whatsapp/test', { to: null })).json();
    expect(await check()).toEqual({ ok: true, told: 'O WhatsApp respondeu: Serra Imóveis, +55 32 98841-0000.' });
    await staff.put('/messages/channels/whatsapp', { ...WHATSAPP, token: 'errado' });
    expect(await check()).toEqual({ ok: false, told: 'O WhatsApp não aceitou o token ou a conta. (190)' });
  });
});

describe('a visitor without a record', () => {
  beforeEach(() => connectSms());

  let visits = 0;
  async function visit(who: { phone: string; email: string | null }) {
    visits += 1;
    const { id: property_id } = await property();
    const booked = await as('*').post('/schedule/admin', {
      ...{ property_id, name: 'Vera Lins', date: `2026-03-${10 + visits}`, shift: 'AM' },
      ...who,
    });
    expect(booked.statusCode, booked.body).toBe(201);
    return booked.json<{ id: number }>().id;
  }
  const switchOn = () =>
    as('*').put('/messages/news/VISIT_CONFIRMED', {
      ...{ active: true, hour: null, days: null, channels: null, template: null },
      ...{ subject: 'Visita', text: '{{nome}}, {{data}}.' },
    });
  /** Messages are queued by the clock of this machine: this makes them due on the test's day. */
  const due = () =>
    db
      .updateTable('message')
      .set({ send_at: TUESDAY.toISOString(), last_day: '2026-03-12' })
      .where('state', '=', 'QUEUED')
      .execute();
  const WEDNESDAY = later(24 * 60);

  test('gets the confirmation of a visit, one message a day, and is listed by name', LONG, async () => {
    await switchOn();
    const first = await visit({ phone: '32988110001', email: 'vera@exemplo.com' });
    await visit({ phone: '32988110001', email: null });
    await due();
    await send();
    expect(mail.received).toMatchObject([{ to: ['vera@exemplo.com'] }]);
    expect(mail.received[0]?.text).toContain('Vera, 11/03/2026.');
    const [waiting, sent] = (await staff.get('/messages')).json().data;
    expect(sent).toMatchObject({ client: 'Vera Lins', client_id: null, visit_id: first, channel: 'EMAIL' });
    // The message about the second visit, with the same telephone, waits for the next day.
    expect(waiting).toMatchObject({ state: 'QUEUED', send_at: '2026-03-11T11:00:00.000Z' });
    await send(WEDNESDAY);
    expect(sms.sent).toMatchObject([{ to: '5532988110001' }]);
  });

  test('refuses by the link and by SAIR, for every visit of that telephone or e-mail', async () => {
    await switchOn();
    await visit({ phone: '32988110002', email: 'rui@exemplo.com' });
    await due();
    await send();
    const [, id = '', word = ''] = /\/m\/(v\d+)\/([\w-]+)/.exec(mail.received[0]?.text ?? '') ?? [];
    const open = (method: 'GET' | 'POST', who: string) => app.inject({ method, url: `/m/${who}/${word}` });
    // The word of a visit does not open the page of the client with the same id.
    expect((await open('POST', id.slice(1))).statusCode).toBe(404);
    expect((await open('GET', id)).statusCode).toBe(200);
    expect((await open('POST', id)).statusCode).toBe(200);
    await visit({ phone: '32988110009', email: 'RUI@exemplo.com' });
    await due();
    await send(WEDNESDAY);
    expect((await kept()).at(-1)).toMatchObject({ state: 'CANCELLED', reason: 'REFUSED' });

    await visit({ phone: '32988110003', email: null });
    const { notices } = (await staff.get('/messages/settings')).json().states[2];
    const asked = Date.now();
    // Some gateways leave the ninth digit out, as WhatsApp does.
    await anonymous.post(new URL(notices).pathname.replace('/api', ''), {
      ...{ id: 'in-9', from: '553288110003', text: 'SAIR' },
    });
    expect(Date.now() - asked).toBeLessThan(1_000);
    expect((await kept()).at(-1)).toMatchObject({ state: 'CANCELLED', reason: 'REFUSED' });
    expect(sms.sent).toEqual([]);
  });

  test('with the telephone of a client who refuses messages gets none', async () => {
    await switchOn();
    const ana = await person();
    await staff.post(`/messages/clients/${ana.id}/refusals`, { channel: null, kind: null, note: null });
    await visit({ phone: ana.phone, email: null });
    await due();
    await send();
    expect((await kept()).at(-1)).toMatchObject({ state: 'CANCELLED', reason: 'REFUSED' });
  });
});

describe('a refusal', () => {
  beforeEach(async () => {
    await connectWhatsApp();
    await connectSms();
  });

  test('by SAIR cancels what is queued on every channel, within a second', async () => {
    const ana = await person();
    await queue([message(ana.id), message(ana.id, { channels: ['SMS'] }), message(ana.id, { channels: ['EMAIL'] })]);
    const asked = Date.now();
    expect((await post(whatsapp.answerBody(ana.number, 'Sair, por favor'))).statusCode).toBe(204);
    expect(Date.now() - asked).toBeLessThan(1_000);
    await send();
    expect((await kept()).map(({ state, reason }) => [state, reason])).toEqual(Array(3).fill(['CANCELLED', 'REFUSED']));
    await queue([message(ana.id)]);
    await send();
    expect((await kept()).at(-1)).toMatchObject({ state: 'CANCELLED', reason: 'REFUSED' });
    expect([whatsapp.sent, sms.sent, mail.received]).toEqual([[], [], []]);
    const [refusal] = (await staff.get(`/messages/clients/${ana.id}`)).json().refusals;
    expect(refusal).toMatchObject({ channel: null, kind: null, source: 'WHATSAPP', withdrawn_at: null });
  });

  test('stops a message that was claimed and not handed over yet', LONG, async () => {
    const [ana, bia] = [await person(), await person()];
    await queue([
      message(ana.id, { until: '2026-03-10' }),
      ...(await Promise.all(
        Array.from({ length: 8 }, async () => message((await person()).id, { until: '2026-03-10' })),
      )),
      message(bia.id),
    ]);
    // While the first ones are on their way, the last one is claimed and waits for its turn.
    let refused: Promise<unknown> | undefined;
    whatsapp.onSend = async () => {
      refused ??= post(whatsapp.answerBody(bia.number, 'PARAR'));
      await refused;
    };
    await send();
    const last = (await kept()).at(-1);
    expect(last).toMatchObject({ state: 'CANCELLED', reason: 'REFUSED', tried_at: null });
    expect(whatsapp.sent.map(({ to }) => to)).not.toContain(bia.number);
  });

  test('an answer told twice, and one that is no refusal, refuse nothing more', async () => {
    const ana = await person();
    const answer = whatsapp.answerBody(ana.number, 'Já paguei, obrigada');
    await post(answer);
    await post(answer);
    const { refusals, replies } = (await staff.get(`/messages/clients/${ana.id}`)).json();
    expect(refusals).toEqual([]);
    expect(replies).toMatchObject([{ channel: 'WHATSAPP', text: 'Já paguei, obrigada' }]);
  });

  test('by the answer to a message finds its client when the number is not registered', async () => {
    const ana = await person();
    await queue([message(ana.id)]);
    await send();
    await post(whatsapp.answerBody('5511911112222', 'SAIR', { replyTo: whatsapp.sent[0]?.id ?? '' }));
    expect((await staff.get(`/messages/clients/${ana.id}`)).json().refusals).toHaveLength(1);
  });

  test('by SMS, at the secret address alone', async () => {
    const ana = await person();
    const { notices } = (await staff.get('/messages/settings')).json().states[2];
    const path = new URL(notices).pathname.replace('/api', '');
    const answer = { id: 'in-1', from: ana.number, text: 'sair' };
    expect((await anonymous.post(`/messages/sms/notices/${'x'.repeat(43)}`, answer)).statusCode).toBe(404);
    expect((await anonymous.post(path, answer)).statusCode).toBe(204);
    expect((await staff.get(`/messages/clients/${ana.id}`)).json().refusals).toMatchObject([{ source: 'SMS' }]);
  });

  test('by the link of an e-mail, which names no one else', LONG, async () => {
    const [ana, bia] = [await person(), await person()];
    await queue([message(ana.id, { channels: ['EMAIL'] }), message(bia.id, { channels: ['EMAIL'] })]);
    await send();
    const text = mail.received.find(({ to }) => to[0] === ana.email)?.text ?? '';
    const [, id, word = ''] = /\/m\/(\d+)\/([\w-]+)/.exec(text) ?? [];
    expect(Number(id)).toBe(ana.id);
    expect(mail.received[0]?.headers).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
    const open = (method: 'GET' | 'POST', to: number) => app.inject({ method, url: `/m/${to}/${word}` });
    expect((await open('GET', ana.id)).body).toContain('Não quero mais receber');
    expect([(await open('GET', bia.id)).statusCode, (await open('POST', bia.id)).statusCode]).toEqual([404, 404]);
    expect((await staff.get(`/messages/clients/${ana.id}`)).json().refusals).toEqual([]);
    const posted = { method: 'POST', url: `/m/${ana.id}/${word}`, payload: 'List-Unsubscribe=One-Click' } as const;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.inject({ ...posted, headers })).body).toContain('você não vai mais receber');
    expect((await open('POST', ana.id)).statusCode).toBe(200);
    // A person's press is answered by a redirect, and a mail program's by a page.
    const pressed = await app.inject({ ...posted, payload: 'pela=pagina', headers });
    expect(pressed.headers.location).toBe(`/m/${ana.id}/${word}?feito=sim`);
    expect((await app.inject(String(pressed.headers.location))).body).toContain('você não vai mais receber');
    const { refusals } = (await staff.get(`/messages/clients/${ana.id}`)).json();
    expect(refusals).toMatchObject([{ source: 'LINK', channel: null, kind: null }]);
  });

  test('of one kind or channel leaves the others, and can be withdrawn', async () => {
    const ana = await person();
    const refuse = (body: object) => staff.post(`/messages/clients/${ana.id}/refusals`, body);
    expect((await refuse({ channel: 'WHATSAPP', kind: null, note: 'prefere e-mail' })).statusCode).toBe(204);
    expect((await refuse({ channel: 'WHATSAPP', kind: null })).json().code).toBe('MESSAGE_REFUSED_ALREADY');
    await queue([message(ana.id)]);
    await send();
    expect(await one()).toMatchObject({ state: 'SENT', channel: 'EMAIL' });
    const [refusal] = (await staff.get(`/messages/clients/${ana.id}`)).json().refusals;
    expect((await staff.delete(`/messages/refusals/${refusal.id}`)).statusCode).toBe(204);
    expect((await staff.delete(`/messages/refusals/${refusal.id}`)).statusCode).toBe(404);
  });
});

describe('SMS', () => {
  test('sends by the gateway, and follows what it tells', async () => {
    await connectSms();
    const ana = await person();
    await queue([message(ana.id, { channels: ['SMS'] })]);
    await send();
    expect(sms.sent).toMatchObject([
      { to: ana.number, text: 'Um aviso da imobiliária.\nResponda SAIR para não receber.' },
    ]);
    expect(await one()).toMatchObject({ state: 'SENT', channel: 'SMS', provider_id: 'sms-1', cost: 8 });
  });

  test.each([
    [false, ['SENDING', true], 1],
    [true, ['SENT', false], 1],
  ])(
    'an answer that was lost, at a gateway that knows a message again (%s): %j',
    async (deduplicates, state, times) => {
      await connectSms(deduplicates);
      const ana = await person();
      sms.behaviour = 'drops';
      await queue([message(ana.id, { channels: ['SMS'] })]);
      await send();
      sms.behaviour = 'accepts';
      await send(later(5));
      const after = await one();
      expect([after?.state, after?.uncertain]).toEqual(state);
      expect(sms.sent).toHaveLength(times);
    },
  );
});

describe('e-mail', () => {
  test('is tried again with longer pauses, and given up with the reason', LONG, async () => {
    const ana = await person();
    mail.behaviour = 'defers';
    await queue([message(ana.id)]);
    let now = TUESDAY;
    for (const minutes of [1, 5, 15, 60, 240]) {
      await send(now);
      expect(await one()).toMatchObject({ state: 'QUEUED', send_at: later(minutes, now).toISOString() });
      now = later(minutes, now);
    }
    await send(now);
    expect(await one()).toMatchObject({
      state: 'FAILED',
      reason: 'UNAVAILABLE',
      problem: 'O servidor de e-mail não respondeu.',
    });
  });

  test('a refused address is given up at once', async () => {
    const ana = await person();
    mail.behaviour = 'refuses';
    await queue([message(ana.id)]);
    await send();
    expect(await one()).toMatchObject({
      state: 'FAILED',
      reason: 'REJECTED',
      problem: 'O servidor de e-mail recusou o endereço.',
    });
  });
});

describe('two servers, and one that dies', () => {
  beforeEach(connectWhatsApp);

  test('send each message once', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => person()));
    await queue(people.map(({ id }) => message(id)));
    await Promise.all([send(), send(), send()]);
    expect(whatsapp.sent).toHaveLength(60);
    expect(new Set(whatsapp.sent.map(({ to }) => to)).size).toBe(60);
    expect((await kept()).every(({ state }) => state === 'SENT')).toBe(true);
  });

  test('a claim of a killed worker: not handed over, it is sent; handed over, it is perhaps sent and never again', async () => {
    const [ana, bia, caio] = [await person(), await person(), await person()];
    await queue([message(ana.id), message(bia.id), message(caio.id, { channels: ['EMAIL'] })]);
    const [first, second, third] = await kept();
    const claimed = { state: 'SENDING', claimed_at: TUESDAY, counts_on: '2026-03-10' } as const;
    const set = (id: number | undefined, more: object) =>
      db
        .updateTable('message')
        .set({ ...claimed, ...more })
        .where('id', '=', id ?? 0)
        .execute();
    await set(first?.id, { channel: 'WHATSAPP', recipient: ana.number });
    await set(second?.id, { channel: 'WHATSAPP', recipient: bia.number, tried_at: TUESDAY, tries: 1 });
    await set(third?.id, { channel: 'EMAIL', recipient: caio.email, tried_at: TUESDAY, tries: 1 });
    await send(later(2));
    expect(whatsapp.sent).toEqual([]);
    await send(later(4));
    expect((await kept()).map(({ state, uncertain }) => [state, uncertain])).toEqual([
      ['SENT', false],
      ['SENDING', true],
      ['SENT', false],
    ]);
    expect(whatsapp.sent.map(({ to }) => to)).toEqual([ana.number]);
  });
});

describe('the outbox', () => {
  test('lists, filters, cancels and notes copies', async () => {
    const [ana, bia] = [await person(), await person()];
    await queue([message(ana.id), message(bia.id, { kind: 'COLLECTION' })]);
    await send();
    await queue([message(ana.id)]);
    const list = async (filter: string) => (await staff.get(`/messages?${filter}`)).json();
    expect((await list('')).total).toBe(3);
    expect((await list(`client=${ana.id}`)).data.map((row: { state: string }) => row.state)).toEqual([
      'QUEUED',
      'SENT',
    ]);
    expect((await list('kind=COLLECTION&state=SENT&channel=EMAIL')).data).toMatchObject([
      { client: bia.name, cost: 0 },
    ]);
    const [waiting] = (await list('state=QUEUED')).data;
    expect((await staff.post(`/messages/${waiting.id}/copied`)).statusCode).toBe(204);
    expect((await staff.delete(`/messages/${waiting.id}`)).statusCode).toBe(204);
    expect((await staff.delete(`/messages/${waiting.id}`)).json().code).toBe('MESSAGE_GONE');
    expect((await list('state=CANCELLED')).data).toMatchObject([
      { reason: 'BY_STAFF', copied_by: 'Mariana Dias', sent_at: null },
    ]);
    expect((await staff.get('/messages/summary')).json()).toMatchObject({ queued: 0, sent: 2, failed: 0, cost: 0 });
  });
});
