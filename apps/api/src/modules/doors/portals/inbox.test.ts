import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { olxLead, olxSender } from '#test/servers/olx-sender.ts';
import { workOnPortals } from './inbox.service.ts';
import { readPortalMail } from './portal-mail.map.ts';

const { app, as, db, deps, property, stop } = await startApp();
afterAll(stop);
const staff = as('LEAD_VIEW', 'LEAD_EDIT');
const SECRET = '594F803B380A41396ED63DCA39503542';
const sender = olxSender(app, SECRET);
const failures: unknown[] = [];
const work = () => workOnPortals(deps, (error) => failures.push(error));

beforeAll(async () => {
  expect((await sender.send(olxLead(0))).join()).toBe('404,404,404,404');
  const answer = await as('LEAD_ASSIGN').put('/lead/olx', { secret: SECRET });
  expect(answer.json()).toEqual({ address: null, active: true });
});

const leadsOf = (name: string) =>
  db
    .selectFrom('lead')
    .select(['id', 'name', 'phone', 'email', 'kind', 'source', 'stage', 'property_id'])
    .where('name', '=', name)
    .execute();
const waysInOf = async (id: number) =>
  (await db.selectFrom('lead_event').select('id').where('lead_id', '=', id).where('event', '=', 'RECEIVED').execute())
    .length;

describe('a lead of the OLX group', () => {
  test('is kept as it came, answered, and becomes a lead about the listing of our feed', async () => {
    const { id } = await property({ type: 'SALE' });
    const lead = olxLead(1, { clientListingId: String(id), transactionType: 'SELL' });
    expect(await sender.send(lead)).toEqual([204]);
    const kept = await db
      .selectFrom('portal_lead')
      .select(['state', 'raw'])
      .where('key', '=', 'lead-1')
      .executeTakeFirst();
    expect(kept).toEqual({ state: 'WAITING', raw: JSON.stringify(lead) });
    expect(await leadsOf('Pessoa 1')).toEqual([]);
    await work();
    expect(await leadsOf('Pessoa 1')).toEqual([
      {
        ...{ id: expect.any(Number), name: 'Pessoa 1', phone: '32980000001', email: 'pessoa1@exemplo.com.br' },
        ...{ kind: 'SALE', source: 'OLX', stage: 'NEW', property_id: id },
      },
    ]);
  });

  test('sent again is the same one, and another one of the person joins it', async () => {
    await sender.send(olxLead(2));
    await work();
    await sender.send(olxLead(2));
    await sender.send(olxLead(2));
    await work();
    const [{ id = 0 } = {}, ...others] = await leadsOf('Pessoa 2');
    expect(others).toEqual([]);
    expect(await waysInOf(id)).toBe(1);
    await sender.send(olxLead(2, { originLeadId: 'another', email: '', message: 'Ainda está livre?' }));
    await work();
    expect((await leadsOf('Pessoa 2')).length).toBe(1);
    expect(await waysInOf(id)).toBe(2);
  });

  test('with another secret, or without one, is refused and not kept', async () => {
    const before = await db.selectFrom('portal_lead').select('id').execute();
    expect(await olxSender(app, `${SECRET}0`).send(olxLead(3))).toEqual([404, 404, 404, 404]);
    const headers = { 'content-type': 'application/json' };
    const bare = await app.inject({
      method: 'POST',
      url: '/api/portal/olx',
      headers,
      payload: JSON.stringify(olxLead(3)),
    });
    expect([bare.statusCode, bare.json().message]).toEqual([404, 'A chave secreta não confere.']);
    expect((await sender.send([1])).at(-1)).toBe(422);
    expect(await db.selectFrom('portal_lead').select('id').execute()).toEqual(before);
  });

  test('that names nobody waits for a person, visibly, and holds up none', async () => {
    await sender.send({ originLeadId: 'nobody', name: 'Sem contato', phoneNumber: '12' });
    await sender.send(olxLead(4));
    await work();
    expect((await leadsOf('Pessoa 4')).length).toBe(1);
    const [stuck] = (await staff.get('/lead/stuck')).json();
    expect(stuck).toMatchObject({ portal: 'OLX', problem: 'Não há telefone nem e-mail que se possa ler.' });
    expect((await staff.get('/lead/tasks')).json().stuck).toBe(1);
    expect((await staff.post(`/lead/stuck/${stuck.id}/retry`, {})).statusCode).toBe(204);
    expect((await staff.delete(`/lead/stuck/${stuck.id}`)).statusCode).toBe(204);
    expect((await staff.delete(`/lead/stuck/${stuck.id}`)).statusCode).toBe(404);
    expect((await staff.get('/lead/stuck')).json()).toEqual([]);
  });

  test('hostile texts stay texts', async () => {
    const name = `<script>alert(1)</script> ${'x'.repeat(500)}`;
    await sender.send(olxLead(5, { name, message: "\u0000'); drop table lead; --", clientListingId: '1e9; select' }));
    await work();
    const [found] = await leadsOf(name.slice(0, 120));
    expect(found).toMatchObject({ property_id: null, phone: '32980000005' });
    expect(failures).toEqual([]);
  });
});

/** Leads sent at once, repeated and out of order, while two workers read them: each is there once. */
async function burst(from: number, count: number) {
  const leads = Array.from({ length: count }, (_, index) => olxLead(from + index));
  const shuffled = leads.flatMap((lead, index) => (index % 3 === 0 ? [lead, lead] : [lead])).toReversed();
  const sending = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = lane; index < shuffled.length; index += 8) await sender.send(shuffled[index]);
  });
  await Promise.all([...sending, work(), work()]);
  await work();
  const found = await db
    .selectFrom('lead')
    .select('name')
    .where(
      'name',
      'in',
      leads.map(({ name }) => name),
    )
    .execute();
  expect(found.map(({ name }) => name).toSorted()).toEqual(leads.map(({ name }) => name).toSorted());
  const events = await db
    .selectFrom('lead_event')
    .innerJoin('portal_lead', 'portal_lead.id', 'lead_event.record_id')
    .select('portal_lead.id')
    .where('lead_event.record', '=', 'portal_lead')
    .where(
      'portal_lead.key',
      'in',
      leads.map(({ originLeadId }) => originLeadId),
    )
    .execute();
  expect(events.length).toBe(count);
}
test('a burst is neither lost nor doubled', () => burst(1_000, 40));
test('a burst of five hundred is neither lost nor doubled', LONG, () => burst(10_000, 500));

describe('a portal’s e-mail', () => {
  const plain = [
    'Você recebeu um contato pelo Portal Exemplo',
    'Nome: Beatriz Lemos',
    'E-mail: bia@exemplo.com.br',
    'Telefone: (32) 98841-2076',
    'Código do anúncio: 41',
    'Mensagem: Bom dia,',
    'ainda está para alugar?',
    '',
    'Responda em até 24 horas.',
  ].join('\n');
  const told = {
    ...{ name: 'Beatriz Lemos', email: 'bia@exemplo.com.br', phone: '32988412076', listing: 41, kind: 'RENT' },
    note: 'Bom dia,\nainda está para alugar?',
  };
  const head = 'From: Portal <nao-responda@portal.example>\nSubject: Novo contato\nMIME-Version: 1.0\n';
  const quoted = plain.replace(/[^\n -~]/g, (sign) =>
    [...Buffer.from(sign)].map((byte) => `=${byte.toString(16).toUpperCase()}`).join(''),
  );
  const html = `<html><style>p{color:red}</style><body>${plain.replaceAll('\n', '<br>').replace('ã', '&#227;')}</body></html>`;
  test.each([
    ['pasted from a screen', plain],
    [
      'in quoted-printable',
      `${head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n${quoted}`,
    ],
    [
      'in base64',
      `${head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${Buffer.from(plain).toString('base64')}`,
    ],
    ['as a page', `${head}Content-Type: text/html; charset=utf-8\n\n${html}`],
    [
      'in two forms',
      `${head}Content-Type: multipart/alternative; boundary="b1"\n\n--b1\nContent-Type: text/html\n\n<p>x</p>\n--b1\nContent-Type: text/plain\n\n${plain}\n--b1--\n`,
    ],
    ['copied from a screen that had decoded it', `${head}Content-Type: text/plain; charset=iso-8859-1\n\n${plain}`],
    [
      'in Latin letters',
      `${head}Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n\n${Buffer.from(plain, 'latin1').toString('base64')}`,
    ],
    [
      'with a form of the mail within parts, and a file beside it',
      [
        `${head}Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/alternative; boundary="b=b"\n`,
        `--b=b\nContent-Type: text/html; charset=utf-8\n\n${html}\n--b=b--\n`,
        '--a\nContent-Type: application/pdf\nContent-Disposition: attachment; filename="x.pdf"\n\nNome: Outra\n--a--\n',
      ].join('\n'),
    ],
  ])('%s', async (_, mail) => {
    expect(await readPortalMail(mail)).toEqual(told);
  });

  test('is answered at its Reply-To, where it names no address', async () => {
    const mail = `${head}Reply-To: =?utf-8?Q?Jo=C3=A3o?= <Joao@Exemplo.com.br>\n\nNome: João\nMensagem: Oi`;
    expect(await readPortalMail(mail)).toMatchObject({ name: 'João', email: 'joao@exemplo.com.br' });
  });

  test('without any contact, or of parts without end, is none', async () => {
    expect(await readPortalMail('Sua fatura do portal chegou')).toBeUndefined();
    const open = (depth: number) => `Content-Type: multipart/mixed; boundary="n${depth}"\n\n--n${depth}\n`;
    const nested = Array.from({ length: 300 }, (_, depth) => open(depth)).join('');
    expect(await readPortalMail(`${head}${nested}\nTelefone: (32) 98841-2076`)).toBeUndefined();
  });

  test('pasted becomes a lead once, and its original is kept', async () => {
    const answer = (await staff.post('/lead/mail', { text: plain })).json();
    const lead = (await staff.get(`/lead/${answer.lead_id}`)).json();
    expect(lead).toMatchObject({ name: 'Beatriz Lemos', source: 'PORTAL_MAIL', stage: 'NEW', property: null });
    expect(lead.history[0]).toMatchObject({ event: 'RECEIVED', note: told.note });
    const again = await staff.post('/lead/mail', { text: plain });
    expect([again.statusCode, again.json().message]).toEqual([409, 'Este e-mail já foi colado antes.']);
    const kept = await db
      .selectFrom('portal_lead')
      .select('raw')
      .where('lead_id', '=', answer.lead_id)
      .executeTakeFirst();
    expect(kept?.raw).toBe(plain);
    expect((await staff.post('/lead/mail', { text: 'Sua fatura do portal chegou' })).json()).toEqual({ lead_id: null });
  });
});
