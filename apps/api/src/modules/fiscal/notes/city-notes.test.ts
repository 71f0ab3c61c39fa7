import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { permitInternal } from '#api/outside/internal-addresses.ts';
import { openIntermediaryClient } from '#api/outside/nfse/intermediary.ts';
import { closeNational } from '#api/outside/nfse/national.ts';
import { refusal } from '#test/calls/answers.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { AGENCY_CNPJ, feeInvoice, JUIZ_DE_FORA, keepCertificate } from '#test/desks/notes-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startIntermediary } from '#test/servers/intermediary-server.ts';
import { startNfse } from '#test/servers/nfse-server.ts';
import { unzip } from '#test/unzip.ts';
import { workOnNotes } from './issue.service.ts';

// The agency's fees in a city outside the national system, through Focus NFe.

const app = await startApp({ today: '2026-11-27' });
const { as, clock, db, deps, owner } = app;
Object.assign(deps, { publicUrl: 'https://serra.example' });
const server = await startIntermediary();
const national = await startNfse();
afterAll(async () => {
  closeNational();
  await server.close();
  await national.close();
  await app.stop();
});
const staff = as('*');
const reader = as('FISCAL_VIEW');
const FOCUS = {
  ...{ base_url: server.url, token: server.token },
  ...{ administration_city_code: '620910000', brokerage_city_code: null, iss_rate: 2.5 },
};
const save = (change: object = {}) => staff.put('/fiscal/intermediary', { ...FOCUS, ...change });

beforeAll(async () => {
  Object.assign(deps.outside, { national: { ...national.settings, patience: { within: 300, rest: 1 } } });
  const taxes = { tax_regime: 'REGULAR', municipal_registration: '12345' } as const;
  await db
    .updateTable('agency')
    .set({ cnpj: AGENCY_CNPJ, notes_leave: 'SETTLEMENT', ...taxes, ...JUIZ_DE_FORA })
    .execute();
});
beforeEach(async () => {
  server.recover();
  clock.today = '2026-11-27';
  await db.deleteFrom('service_note_part').execute();
  await db.deleteFrom('service_note').execute();
  await db.updateTable('agency').set({ fee_notes: 'RECEIPT', municipal_registration: '12345' }).execute();
  expect((await save()).statusCode).toBe(200);
});

const settle = (id: number) => staff.patch(`/invoice/${id}/down`, { paid_amount: 1000, fine: 0, interest: 0 });
/** A round of the queue, in which every note that may leave is due. */
async function round() {
  await sql`update service_note set next_try_at = now() where next_try_at is not null`.execute(db);
  await workOnNotes(deps);
}
async function settled(landlord?: { id: number }) {
  const { invoice } = await feeInvoice(app, landlord);
  await settle(invoice);
  const { id } = await db.selectFrom('service_note').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return { id, invoice };
}
const show = async (id: number) => (await reader.get(`/fiscal/notes/${id}`)).json();
const posts = () => server.calls.filter((call) => call.startsWith('POST'));
const WHY = { reason: '1', text: 'O valor da nota está errado.' };

test('a fee is issued by the city, with its number and the link of its paper, and cancelled there', async () => {
  const { id } = await settled();
  await workOnNotes(deps);
  // Accepted: the city has it now, and nobody is needed.
  expect(await show(id)).toMatchObject({ state: 'SENDING', via: 'FOCUS', number: null, problem: null, city: null });
  expect((await reader.get('/fiscal/notes')).json()).toMatchObject({ person: 0, service: 1 });
  await round();
  const note = await show(id);
  expect(note).toMatchObject({
    ...{ state: 'ISSUED', key: null, series: null, number: null, environment: 'PRODUCTION' },
    city: { number: '23301', verification: 'V23301-M2Y', url: 'https://nota.prefeitura.example/nota?num=23301&pdf' },
  });
  // Fee of 100,00 at 2,5 %.
  expect(server.notes.get(`MORADA${id}`)?.body).toMatchObject({
    prestador: { cnpj: AGENCY_CNPJ, inscricao_municipal: '12345', codigo_municipio: '3136702' },
    servico: {
      ...{ valor_servicos: 100, aliquota: 2.5, iss_retido: false, item_lista_servico: '1712' },
      ...{ codigo_tributario_municipio: '620910000', codigo_municipio: '3136702' },
    },
  });
  expect((await reader.get('/fiscal/notes?query=23301')).json().total).toBe(1);
  expect((await reader.get(`/fiscal/notes/${id}/danfse`)).statusCode).toBe(404);
  expect((await reader.get(`/fiscal/notes/${id}/xml`)).statusCode).toBe(404);

  expect((await staff.delete(`/fiscal/notes/${id}`, WHY)).statusCode).toBe(204);
  await round();
  expect(await show(id)).toMatchObject({ state: 'CANCELED', canceled_at: expect.any(String) });
  expect([server.notes.get(`MORADA${id}`)?.status, server.city.twice]).toEqual(['cancelado', 0]);
});

test('the owner finds the city’s note in the client area and is told of it, and the accountant in the list of the month', async () => {
  const news = { active: true, hour: null, days: null, channels: null, subject: 'Nota', template: null };
  const told = await staff.put('/messages/news/NOTE_ISSUED', { ...news, text: '{{nota}} {{numero_nota}}' });
  expect(told.statusCode, told.body).toBe(204);
  const landlord = await owner({ name: 'Otávio Reis' });
  const { id } = await settled(landlord);
  await round();
  await round();
  const note = await show(id);
  const { browser } = clientDesk(app.app);
  const enter = async (person: number) => browser(`cliente=${await clientSession({ db }, person)}`);
  const his = wordsOf(await (await enter(landlord.id)).get('/cliente/notas'));
  expect(his).toContain(`Nota ${note.city.number}, de `);
  expect(his).toContain(`Página da prefeitura Código de verificação: ${note.city.verification}`);
  expect(his).toContain('R$ 100,00');
  const others = await enter((await app.client()).id);
  expect(wordsOf(await others.get('/cliente/notas'))).toContain('Nenhuma nota fiscal por aqui');
  expect((await others.get(`/cliente/notas/${id}/xml`)).statusCode).toBe(404);
  expect((await (await enter(landlord.id)).get(`/cliente/notas/${id}/xml`)).statusCode).toBe(404);
  expect(await db.selectFrom('message').select(['client_id', 'body']).execute()).toEqual([
    { client_id: landlord.id, body: `taxa de administração ${note.city.number}` },
  ]);
  const archive = await unzip((await reader.get('/fiscal/notes/archive?month=2026-11')).rawPayload);
  expect([...archive.keys()]).toEqual(['notas-da-prefeitura.csv']);
  const lines = archive.get('notas-da-prefeitura.csv')?.split('\r\n') ?? [];
  expect(lines.find((line) => line.startsWith(`${note.city.number};`))).toMatch(
    new RegExp(
      `^${note.city.number};${note.city.verification};27/11/2026;.*;Otávio Reis;.*;100,00;Emitida;Produção;https:`,
    ),
  );
});

test('the certificate of an owner still issues his lease in the national system, beside the city’s note of the fee', async () => {
  const payer = await owner();
  const cnpj = { tax_regime: 'REGULAR', taxpayer_since: '2026-01-01', tax_cnpj: '11444777000161' } as const;
  await db
    .updateTable('client')
    .set({ ...cnpj, ...JUIZ_DE_FORA })
    .where('id', '=', payer.id)
    .execute();
  await keepCertificate(app, national, '11444777000161', payer.id);
  await settled(payer);
  await round();
  await round();
  const { data } = (await reader.get('/fiscal/notes')).json();
  const told = data.map((one: { kind: string; via: string; state: string }) => [one.kind, one.via, one.state]);
  expect(told.toSorted()).toEqual([
    ['ADMINISTRATION', 'FOCUS', 'ISSUED'],
    ['LEASE', 'NATIONAL', 'ISSUED'],
  ]);
});

test.each([
  ['the answer is lost after the order was taken', 'LOST'],
  ['no answer comes in time', 'HANGS'],
  ['the intermediary is away', 'DOWN'],
] as const)('one note, where %s', LONG, async (_, failure) => {
  const { id } = await settled();
  server.fail(1, failure, /^POST/);
  await workOnNotes(deps);
  const sending = await show(id);
  expect(sending).toMatchObject({ state: 'SENDING', problem: expect.any(String) });
  await round();
  await round();
  expect(await show(id)).toMatchObject({ state: 'ISSUED', problem: null, city: { number: expect.any(String) } });
  // It was asked for before it was sent again.
  expect(server.calls.slice(0, 2)).toEqual(['POST /v2/nfse', `GET /v2/nfse/MORADA${id}`]);
  expect([posts().length, server.city.twice, server.notes.size > 0]).toEqual([failure === 'LOST' ? 1 : 2, 0, true]);
});

test('a server that dies between the order and the question leaves no second note', async () => {
  const { id } = await settled();
  await workOnNotes(deps);
  // What a dead server leaves: the order was taken, and nothing of the answer was written.
  await db.updateTable('service_note').set({ tries: 1, problem: null }).where('id', '=', id).execute();
  await Promise.all([round(), round()]);
  await round();
  expect(await show(id)).toMatchObject({ state: 'ISSUED' });
  expect([posts().length, server.city.twice]).toEqual([1, 0]);
});

test('a name that the intermediary knows from elsewhere is refused, and never taken for ours', LONG, async () => {
  const { id } = await settled();
  server.notes.set(`MORADA${id}`, { body: {}, status: 'autorizado', number: 900, faults: [] });
  await workOnNotes(deps);
  expect(await show(id)).toMatchObject({ state: 'REFUSED', city: null, refusals: [{ code: 'MORADA', field: 'ref' }] });
});

test('a refusal of the city, and what is lacking, show words, field and the page that mends it', async () => {
  const landlord = await owner();
  const { cpf_cnpj } = landlord;
  const fault = { codigo: 'E44', mensagem: 'CEP do tomador inválido.', correcao: 'Informe um CEP da cidade' };
  server.city.refuses.set(cpf_cnpj, fault);
  const { id } = await settled(landlord);
  await workOnNotes(deps);
  await round();
  expect((await show(id)).refusals).toEqual([
    {
      ...{ code: 'E44', sentence: 'CEP do tomador inválido. Informe um CEP da cidade', field: null },
      path: `/clients/info/${landlord.id}?tab=endereco`,
    },
  ]);
  // Mended, it goes out under the same name.
  server.city.refuses.clear();
  expect((await staff.put(`/fiscal/notes/${id}/issue`)).statusCode).toBe(204);
  await round();
  await round();
  expect((await show(id)).state).toBe('ISSUED');

  await db.updateTable('agency').set({ municipal_registration: null }).execute();
  const other = await settled();
  await workOnNotes(deps);
  expect((await show(other.id)).refusals).toEqual([
    {
      ...{ code: 'MORADA', sentence: 'Falta a inscrição municipal da imobiliária' },
      ...{ field: 'prestador.inscricao_municipal', path: '/settings/agency' },
    },
  ]);
  expect(posts()).toHaveLength(2);
  // The intermediary’s own words name the field too.
  const client = openIntermediaryClient({ base_url: server.url, token: server.token });
  const facts = (await db.selectFrom('service_note').select('facts').where('id', '=', id).executeTakeFirstOrThrow())
    .facts;
  const without = { ...(facts as NonNullable<typeof facts>), reference: 'X1' };
  without.service = { ...without.service, code: '' };
  expect(await client.issue(without, () => 'MG', {})).toMatchObject({
    refused: [{ code: 'requisicao_invalida', field: 'servico.item_lista_servico', party: 'ISSUER' }],
  });
});

test('a batch says before anything leaves what the city would refuse', async () => {
  await db.updateTable('agency').set({ notes_leave: 'BATCH', municipal_registration: null }).execute();
  const { id } = await settled();
  await db.updateTable('agency').set({ notes_leave: 'SETTLEMENT' }).execute();
  const run = (await as('FISCAL_VIEW', 'FISCAL_EDIT').post('/bulk/note-issue', { ids: [id] })).json();
  expect(run.reasons).toMatchObject([
    { reason: 'Falta a inscrição municipal da imobiliária (MORADA, prestador.inscricao_municipal).' },
  ]);
});

test('a city whose term is over leaves an exception, and a note that was cancelled there is read so', async () => {
  const { id, invoice } = await settled();
  await round();
  await round();
  server.city.tooLate = true;
  await staff.delete(`/invoice/${invoice}/refund`);
  await round();
  expect(await show(id)).toMatchObject({
    state: 'EXCEPTION',
    refusals: [{ code: 'E523', sentence: expect.stringContaining('fora do prazo') }],
  });
  const note = server.notes.get(`MORADA${id}`);
  if (note) note.status = 'cancelado';
  expect((await staff.put(`/fiscal/notes/${id}/check`)).statusCode).toBe(204);
  await round();
  expect((await show(id)).state).toBe('CANCELED');
});

test('a month’s note that says too much is replaced: the new one is issued, and the city is asked to cancel the old', async () => {
  await db.updateTable('agency').set({ fee_notes: 'MONTH' }).execute();
  const landlord = await owner();
  const one = await settled(landlord);
  await settled(landlord);
  clock.today = '2026-12-02';
  await round();
  await round();
  expect(await show(one.id)).toMatchObject({ state: 'ISSUED', amount: 200 });
  await staff.delete(`/invoice/${one.invoice}/refund`);
  expect((await show(one.id)).state).toBe('REPLACING');
  await round();
  await round();
  const old = await show(one.id);
  expect(await show(old.replaced_by)).toMatchObject({ state: 'ISSUED', amount: 100, replaces: one.id });
  await round();
  expect(await show(one.id)).toMatchObject({
    state: 'CANCELED',
    cancel_text: 'Outra nota foi emitida no lugar desta.',
  });
  expect(server.notes.get(`MORADA${one.id}`)?.status).toBe('cancelado');
});

test('a wrong token holds the notes with its reason, and they leave once it is mended', async () => {
  await save({ token: 'outro-token' });
  const { id } = await settled();
  await workOnNotes(deps);
  const { problem, state } = await show(id);
  expect([state, problem]).toEqual([
    'SENDING',
    'O Focus NFe não aceitou o token: confira-o em Configurações, Imobiliária.',
  ]);
  await save();
  await round();
  await round();
  expect((await show(id)).state).toBe('ISSUED');
});

test('the token is asked again for another address, which waits for the notes that are under way', async () => {
  const without = { base_url: server.url, administration_city_code: '1' };
  expect((await staff.put('/fiscal/intermediary', without)).statusCode).toBe(200);
  const elsewhere = 'https://homologacao.focusnfe.com.br';
  expect(refusal(await staff.put('/fiscal/intermediary', { ...without, base_url: elsewhere }))).toEqual([
    422,
    'INTERMEDIARY_TOKEN_MISSING',
  ]);
  const { id } = await settled();
  await workOnNotes(deps);
  expect(refusal(await save({ base_url: elsewhere }))).toEqual([409, 'INTERMEDIARY_UNDER_WAY']);
  expect(refusal(await staff.delete('/fiscal/intermediary'))).toEqual([409, 'INTERMEDIARY_UNDER_WAY']);
  await round();
  expect((await save({ base_url: elsewhere })).statusCode).toBe(200);
  // The note is of the former address: it is held, and asked about nowhere else.
  await staff.put(`/fiscal/notes/${id}/check`);
  server.calls.length = 0;
  await round();
  expect([server.calls, (await show(id)).state]).toEqual([[], 'ISSUED']);
  const answer = await reader.get('/fiscal/intermediary');
  expect(answer.json()).toEqual({
    kept: { base_url: elsewhere, administration_city_code: '620910000', brokerage_city_code: null, iss_rate: 2.5 },
  });
  permitInternal(false);
  expect(refusal(await save({ base_url: 'https://10.0.0.7' }))).toEqual([422, 'INTERMEDIARY_INTERNAL']);
  permitInternal();
  expect((await staff.delete('/fiscal/intermediary')).statusCode).toBe(204);
  expect(refusal(await staff.delete('/fiscal/intermediary'))).toEqual([404, 'INTERMEDIARY_NOT_FOUND']);
  const { invoice } = await feeInvoice(app);
  await settle(invoice);
  // Neither certificate nor intermediary: nothing is prepared.
  expect((await db.selectFrom('service_note').select('id').execute()).length).toBe(1);
  const trail = await db.selectFrom('trail').select('action').where('record', '=', 'agency').execute();
  expect(trail.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['note-intermediary', 'remove-note-intermediary']),
  );
  expect(refusal(await as('FISCAL_VIEW', 'FISCAL_EDIT').put('/fiscal/intermediary', FOCUS))[0]).toBe(403);
});
