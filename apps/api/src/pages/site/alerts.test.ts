import { sql, type Updateable } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { readSettings } from '#api/base/settings.ts';
import type { Property } from '#api/db/schema.ts';
import { sendMail } from '#api/mail/mail.service.ts';
import { forgetUnconfirmed, sendAlerts } from '#api/modules/doors/site/alerts.service.ts';
import { openOutside } from '#api/outside/outside.ts';
import { testPayloads } from '#test/attacks/each-payload.ts';
import { foreignMarkup } from '#test/attacks/markup.ts';
import { shownAfter } from '#test/form-answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startMailServer } from '#test/servers/mail-server.ts';

const server = await startMailServer();
const settings = {
  ...{ CEP_URL: '', INDICES_URL: '', SMTP_URL: server.url, MAIL_FROM: 'Serra <a@serra.example>' },
  PUBLIC_URL: 'https://serra.example',
};
const {
  as,
  db,
  deps,
  app: withoutAddress,
  property,
  stop,
} = await startApp({
  today: '2026-11-23',
  outside: openOutside(readSettings(settings), { within: 60_000, rest: 1 }),
});
const ready = { ...deps, publicUrl: settings.PUBLIC_URL };
const app = await buildApp(ready, { publicUrl: settings.PUBLIC_URL });
afterAll(async () => {
  await app.close();
  await stop();
  await server.close();
});
await db.updateTable('agency').set({ name: 'Serra Verde Imóveis' }).execute();

beforeEach(async () => {
  await db.deleteFrom('search_alert').execute();
  await db.deleteFrom('outgoing_mail').execute();
  await db.deleteFrom('login_failure').execute();
  await db.updateTable('property').set({ status: 'UNAVAILABLE' }).execute();
  await db.deleteFrom('trail').where('record', '=', 'search_alert').execute();
});

let visitors = 0;
const newAddress = () => `203.0.${Math.floor(++visitors / 250)}.${visitors % 250}`;
const SEARCH = '/alerta?para=alugar&lugar=juiz-de-fora&quartos=2';
const ask = async (fields: Record<string, string> = {}, { url = SEARCH, from = newAddress() } = {}) =>
  shownAfter(
    app,
    await app.inject({
      ...{ method: 'POST', url, remoteAddress: from },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email: 'Helena@Exemplo.com.br', consent: 'sim', ...fields }).toString(),
    }),
  );
const alerts = () => db.selectFrom('search_alert').selectAll().orderBy('id').execute();
const mails = () => db.selectFrom('outgoing_mail').selectAll().orderBy('id').execute();
const linkIn = (text = '', kind = 'confirmar') =>
  new RegExp(`https://serra\\.example(/alerta/${kind}/\\d+/[\\w-]{43})`).exec(text)?.[1] ?? 'no link';
const press = (url: string, payload = '', type = 'application/x-www-form-urlencoded') =>
  app.inject({ method: 'POST', url, remoteAddress: newAddress(), headers: { 'content-type': type }, payload });
/** Status of the page that a press leads to. */
const opensAfter = async (url: string) => (await app.inject(String((await press(url)).headers.location))).statusCode;
const text = ({ body }: { body: string }) => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function listing(columns: Updateable<Property> = {}) {
  const { id } = await property();
  await db
    .updateTable('property')
    .set({ city: 'Juiz de Fora', neighborhood: 'Centro', bedrooms: 2, price: 150_000, type: 'RENT', ...columns })
    .where('id', '=', id)
    .execute();
  return id;
}

/** Requests and confirms an alert, and deletes the mails sent so far. */
async function confirmed(email: string, url = SEARCH) {
  await ask({ email }, { url });
  const [mail] = (await mails()).filter(({ recipient }) => recipient === email);
  expect((await press(linkIn(mail?.body))).statusCode).toBe(303);
  await db.deleteFrom('outgoing_mail').execute();
}

/** Ten in the morning of a Monday, in São Paulo, and later moments. */
const at = (moment: string) => new Date(`${moment}-03:00`);
const MONDAY = at('2026-11-23T10:20:00');
/** As if alerts were confirmed on the day before, and listings offered at a moment. */
const since = (moment: Date) => db.updateTable('search_alert').set({ told_until: moment.toISOString() }).execute();
const offeredAt = (id: number, moment: Date) =>
  db.updateTable('property').set({ listed_at: moment.toISOString() }).where('id', '=', id).execute();

describe('asking for an alert', () => {
  test('keeps the search in one form with the words agreed to, and mails a link', LONG, async () => {
    await listing();
    const answer = await ask({}, { url: `${SEARCH}&ordem=menor&pagina=3&x=y` });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/alerta?para=alugar&lugar=juiz-de-fora&quartos=2&enviado=sim',
    ]);
    expect(await alerts()).toMatchObject([
      {
        email: 'helena@exemplo.com.br',
        search: 'para=alugar&lugar=juiz-de-fora&quartos=2',
        consent: expect.stringMatching(/^Concordo em receber de Serra Verde Imóveis, por e-mail/),
        confirmed_at: null,
      },
    ]);
    expect(await mails()).toMatchObject([
      { recipient: 'helena@exemplo.com.br', subject: 'Confirme o seu alerta de imóveis', leave_url: null },
    ]);
    expect((await mails())[0]?.body).toContain('Imóveis para alugar em Juiz de Fora, 2 quartos ou mais');
    expect(text(await app.inject(String(answer.headers.location)))).toContain('Falta confirmar');
  });

  test.each([
    [{ email: 'helena@' }, 'email', 'Informe um e-mail válido'],
    [{ consent: '' }, 'consent', 'Marque que concorda, para podermos responder'],
  ])('with %j shows the error and keeps the values', async (wrong, field, words) => {
    const answer = await ask(wrong);
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringContaining(`id="alerta-${field}-erro">${words}`),
    ]);
    expect([await alerts(), await mails()]).toEqual([[], []]);
  });

  test('and to be called: confirmed, the person is a lead, once', async () => {
    await listing();
    const email = 'lia@exemplo.com.br';
    const leads = () => db.selectFrom('lead').selectAll().where('email', '=', email).execute();
    await ask({ email, contact: 'sim' });
    expect(await alerts()).toMatchObject([
      { contact_consent: 'Quero que Serra Verde Imóveis também entre em contato comigo sobre esta busca.' },
    ]);
    expect(await leads()).toEqual([]);
    const link = linkIn((await mails())[0]?.body);
    await Promise.all([press(link), press(link)]);
    const [lead, ...others] = await leads();
    expect(others).toEqual([]);
    expect(lead).toMatchObject({ source: 'ALERT', kind: 'RENT', stage: 'NEW', property_id: null });
    const events = db
      .selectFrom('lead_event')
      .select(['event', 'note'])
      .where('lead_id', '=', lead?.id ?? 0);
    expect(await events.execute()).toEqual([
      { event: 'RECEIVED', note: 'Imóveis para alugar em Juiz de Fora, 2 quartos ou mais' },
    ]);
    await confirmed('ugo@exemplo.com.br');
    expect(await db.selectFrom('lead').select('id').where('email', '=', 'ugo@exemplo.com.br').execute()).toEqual([]);
  });

  test('twice keeps one alert; confirmed, it answers the same and mails nothing', async () => {
    await ask();
    await ask();
    expect(await alerts()).toHaveLength(1);
    await db.deleteFrom('outgoing_mail').execute();
    await db.deleteFrom('login_failure').execute();
    await db.updateTable('search_alert').set({ confirmed_at: sql`now()` }).execute();
    expect((await ask()).statusCode).toBe(303);
    expect(await mails()).toEqual([]);
  });

  test('floods neither a mailbox nor the server, and bots are thanked', LONG, async () => {
    for (let index = 0; index < 6; index += 1) expect((await ask()).statusCode).toBe(303);
    expect(await mails()).toHaveLength(3);
    const from = newAddress();
    for (let index = 0; index < 20; index += 1) await ask({ email: `p${index}@exemplo.com.br` }, { from });
    expect((await ask({ email: 'mais@exemplo.com.br' }, { from })).statusCode).toBe(429);
    const before = (await alerts()).length;
    expect((await ask({ email: 'bot@exemplo.com.br', website: 'x' })).statusCode).toBe(303);
    expect(await alerts()).toHaveLength(before);
  });

  test('an address has ten confirmed alerts at most', async () => {
    await db
      .insertInto('search_alert')
      .values(
        Array.from({ length: 10 }, (_, index) => ({
          ...{ email: 'helena@exemplo.com.br', search: `para=alugar&quartos=${index + 1}`, consent: 'x' },
          confirmed_at: new Date().toISOString(),
        })),
      )
      .execute();
    const answer = await ask();
    expect([answer.statusCode, text(answer)]).toEqual([409, expect.stringContaining('Este e-mail já tem 10 alertas.')]);
  });

  test('without a mail server or an address of the site there is no form', async () => {
    await listing();
    expect((await app.inject('/imoveis')).body).toContain('id="alerta"');
    const page = await withoutAddress.inject('/imoveis');
    expect(page.body).not.toMatch(/alerta/);
    expect((await withoutAddress.inject(SEARCH)).statusCode).toBe(404);
    const sent = await withoutAddress.inject({
      ...{ method: 'POST', url: SEARCH, payload: 'email=a@b.com&consent=sim' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([sent.headers.location, await alerts()]).toEqual(['/alerta', []]);
  });
});

describe('the link of a confirmation', () => {
  test('confirms by a press, not by being opened, once, with a trail without the address', async () => {
    await ask();
    const link = linkIn((await mails())[0]?.body);
    const opened = await app.inject(link);
    expect([opened.statusCode, opened.headers['cache-control'], text(opened)]).toEqual([
      200,
      'no-store',
      expect.stringContaining('Confirmar alerta'),
    ]);
    expect((await alerts())[0]?.confirmed_at).toBeNull();
    const answers = await Promise.all([press(link), press(link), press(link)]);
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
      [1, 2, 3].map(() => [303, link]),
    );
    expect(text(await app.inject(link))).toContain('Alerta confirmado');
    expect((await alerts())[0]?.confirmed_at).not.toBeNull();
    const trail = await db.selectFrom('trail').selectAll().where('record', '=', 'search_alert').execute();
    expect(trail.map(({ action }) => action)).toEqual(['confirm']);
    expect((await as('COLLECTION_VIEW').get('/messages/settings')).json().site_alerts).toBe(1);
    expect(JSON.stringify(trail)).not.toMatch(/helena/i);
  });

  test('is over after two days, and the address is deleted', async () => {
    await ask();
    const link = linkIn((await mails())[0]?.body);
    const aged = (hours: number) =>
      db
        .updateTable('search_alert')
        .set({ consented_at: sql`now() - make_interval(hours => ${sql.lit(hours)})` })
        .execute();
    await aged(47);
    await forgetUnconfirmed(ready);
    expect((await app.inject(link)).statusCode).toBe(200);
    await aged(49);
    const { headers } = await press(link);
    expect([headers.location, (await app.inject(link)).statusCode]).toEqual([link, 404]);
    await forgetUnconfirmed(ready);
    expect(await alerts()).toEqual([]);
  });

  test('opens nothing with a changed number, word or purpose', async () => {
    await ask();
    const link = linkIn((await mails())[0]?.body);
    const id = (await alerts())[0]?.id ?? 0;
    for (const wrong of [
      link.replace(`/${id}/`, `/${id + 1}/`),
      link.replace('confirmar', 'sair'),
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      link.slice(0, -1),
      link.replace('confirmar', 'outra'),
    ])
      expect([wrong, await opensAfter(wrong)]).toEqual([wrong, 404]);
    expect(await alerts()).toHaveLength(1);
  });
});

describe('telling of new listings', () => {
  test('sends one mail of what matches, with the way out in it and in its head', async () => {
    await confirmed('helena@exemplo.com.br');
    await confirmed('rui@exemplo.com.br', '/alerta?para=comprar');
    const flat = await listing();
    await listing({ bedrooms: 1 });
    await listing({ city: 'Ubá' });
    await listing({ status: 'RENTED' });
    await since(at('2026-11-23T08:00:00'));
    await db
      .updateTable('property')
      .set({ listed_at: at('2026-11-23T09:00:00').toISOString() })
      .execute();
    expect(await sendAlerts(ready, MONDAY)).toBe(1);
    const [mail, ...more] = await mails();
    expect([more, mail?.recipient, mail?.subject]).toEqual([[], 'helena@exemplo.com.br', 'Um imóvel novo para você']);
    expect(mail?.body).toContain(`https://serra.example/imovel/alugar/${flat}/`);
    expect(mail?.body).toContain('https://serra.example/imoveis?para=alugar&lugar=juiz-de-fora&quartos=2');
    const leave = linkIn(mail?.body, 'sair');
    expect(mail?.leave_url).toBe(`https://serra.example${leave}`);

    const arrival = server.next();
    await sendMail(ready, mail?.id ?? 0);
    const { headers } = await arrival;
    expect(headers.replace(/\r?\n\s+/g, ' ')).toContain(`List-Unsubscribe: <https://serra.example${leave}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(await mails()).toMatchObject([{ body: '', leave_url: null }]);

    // A mail program's one press, in the two forms that RFC 8058 allows.
    expect(text(await app.inject(leave))).toContain('Cancelar alerta');
    expect(await alerts()).toHaveLength(2);
    const boundary = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--';
    expect((await press(leave, boundary, 'multipart/form-data; boundary=b')).statusCode).toBe(200);
    expect((await press(leave, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
    expect((await alerts()).map(({ email }) => email)).toEqual(['rui@exemplo.com.br']);
    // A person's press is answered by a redirect.
    expect((await press(leave, 'pela=pagina')).headers.location).toBe(leave);
    expect(text(await app.inject(leave))).toContain('Alerta cancelado');
  });

  test('at most once a day, with what came later on the next one', async () => {
    await confirmed('helena@exemplo.com.br');
    const first = await listing();
    await since(at('2026-11-23T08:00:00'));
    await offeredAt(first, at('2026-11-23T09:00:00'));
    expect(await sendAlerts(ready, MONDAY)).toBe(1);
    const second = await listing();
    await offeredAt(second, at('2026-11-23T11:00:00'));
    expect(await sendAlerts(ready, at('2026-11-23T12:20:00'))).toBe(0);
    expect(await sendAlerts(ready, at('2026-11-24T08:20:00'))).toBe(1);
    const [, last] = await mails();
    expect(last?.body).toContain(`/imovel/alugar/${second}/`);
    expect(last?.body).not.toContain(`/imovel/alugar/${first}/`);
    expect(await sendAlerts(ready, at('2026-11-25T08:20:00'))).toBe(0);
  });

  test.each([
    ['before eight', '2026-11-23T07:59:00'],
    ['after eight in the evening', '2026-11-23T20:00:00'],
    ['on Sunday', '2026-11-22T10:20:00'],
    ['on a holiday', '2026-12-25T10:20:00'],
  ])('not %s', async (_, moment) => {
    await confirmed('helena@exemplo.com.br');
    const id = await listing();
    await since(at('2026-11-20T08:00:00'));
    await offeredAt(id, at('2026-11-21T09:00:00'));
    expect(await sendAlerts(ready, at(moment))).toBe(0);
    expect(await mails()).toEqual([]);
  });

  test('not of what was offered when it was confirmed, and again of what comes back', async () => {
    const id = await listing();
    await confirmed('helena@exemplo.com.br');
    await db.updateTable('search_alert').set({ told_on: '2026-11-20' }).execute();
    const later = new Date(Date.now() + 14 * 86_400_000);
    const morning = at(`${later.toISOString().slice(0, 10)}T10:20:00`);
    // The fourteenth day from now may be a Sunday or a holiday, so the days after it are tried too.
    const told = async () => {
      for (let days = 0; days < 6; days += 1) {
        const sent = await sendAlerts(ready, new Date(morning.getTime() + days * 86_400_000));
        if (sent > 0) return sent;
      }
      return 0;
    };
    expect(await told()).toBe(0);
    await since(new Date());
    await db.updateTable('property').set({ status: 'RENTED' }).where('id', '=', id).execute();
    await db.updateTable('property').set({ status: 'AVAILABLE' }).where('id', '=', id).execute();
    expect(await told()).toBe(1);
  });

  test('of many listings names ten and counts the rest; several servers at once send one mail each', async () => {
    for (const name of ['a', 'b', 'c']) await confirmed(`${name}@exemplo.com.br`);
    for (let index = 0; index < 12; index += 1) await listing();
    await since(at('2026-11-23T08:00:00'));
    await db
      .updateTable('property')
      .set({ listed_at: at('2026-11-23T09:00:00').toISOString() })
      .execute();
    const sent = await Promise.all([1, 2, 3].map(() => sendAlerts(ready, MONDAY)));
    expect(sent.reduce((all, one) => all + one, 0)).toBe(3);
    const found = await mails();
    expect(found.map(({ recipient }) => recipient).sort()).toEqual(
      ['a', 'b', 'c'].map((name) => `${name}@exemplo.com.br`),
    );
    for (const { subject, body } of found) {
      expect([subject, body.match(/\/imovel\/alugar\//g)?.length]).toEqual(['12 imóveis novos para você', 10]);
      expect(body).toContain('E mais 2. Veja todos:');
    }
  });
});

testPayloads('hostile text in every field of the form is shown as text, and kept nowhere', async (all) => {
  for (const payload of all) {
    const value = encodeURIComponent(payload);
    const url = `/alerta?para=${value}&tipo=${value}&lugar=${value}&quartos=${value}&de=${value}&ate=${value}&enviado=${value}`;
    for (const answer of [await ask({ email: payload, consent: payload }, { url }), await app.inject(url)])
      expect([payload, foreignMarkup(answer.body)]).toEqual([payload, []]);
  }
  expect(await alerts()).toEqual([]);
});
