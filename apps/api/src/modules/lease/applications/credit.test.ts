import { afterAll, beforeEach, expect, test } from 'vitest';
import { applicationsOf, mailing } from '#test/applications.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startBigDataCorp } from '#test/servers/bigdatacorp-server.ts';
import { unzip } from '#test/unzip.ts';
import { tidyApplications } from './retention.service.ts';

const started = await startApp({ today: '2026-03-10', outside: mailing() });
const { app, as, client, clock, db, deps, signIn, stop } = started;
const bureau = await startBigDataCorp();
afterAll(async () => {
  await bureau.close();
  await stop();
});
const made = applicationsOf(started);
const { staff } = made;

const RULES = { income_times: 300, guarantor_times: 300, debts_share: 30, guarantor_property: true };
const LINK = { base_url: bureau.url, access_token: bureau.access_token, token_id: bureau.token_id };

beforeEach(async () => {
  clock.today = '2026-03-10';
  bureau.reset();
  expect((await staff.put('/application/credit', LINK)).statusCode).toBe(204);
});

async function inAnalysis(score: number | null | undefined = 712) {
  const cpf = made.newCpf();
  if (score !== undefined) bureau.scores.set(cpf, score);
  const subject = await made.complete({}, { cpf });
  await staff.post(`/application/${subject.id}/analyse`);
  return { ...subject, cpf };
}
const ask = (party: number, after: number | null = null) => staff.post(`/application/party/${party}/credit`, { after });
const inquiriesOf = async (id: number) => (await made.show(id)).parties[0].inquiries;
const scoreLine = async (id: number) =>
  (await made.show(id)).analysis.find(({ rule }: { rule: string }) => rule === 'Score mínimo');

test('the answer is kept with the party, and counts by the rule that asks for a score', async () => {
  await staff.put('/application/rules', { ...RULES, min_score: 720 });
  const { id, party, cpf } = await inAnalysis();
  expect(await scoreLine(id)).toMatchObject({ outcome: 'UNKNOWN' });
  const answer = await ask(party);
  expect(answer.statusCode, answer.body).toBe(201);
  expect((await inquiriesOf(id))[0]).toEqual({
    ...{ id: expect.any(Number), state: 'ANSWERED', asked_at: expect.any(String), by: expect.any(String), score: 712 },
    ...{ commitment: 35, capacity: 62, reasons: [], query_id: expect.any(String), note: null },
    ...{ is_recent: true, is_of_other: false },
  });
  expect(await scoreLine(id)).toEqual({
    ...{ rule: 'Score mínimo', outcome: 'NOT_MET' },
    words: 'Ana Prado (locatário) 712, risco baixo; a regra pede 720.',
  });
  await staff.put('/application/rules', RULES);
  expect(await scoreLine(id)).toBeUndefined();
  expect(bureau.charged).toEqual([cpf]);
  // Neither the trail nor an address says the document or the score.
  const trail = await trailOf(db, 'application', id);
  expect(trail.map(({ action }) => action)).toContain('credit');
  for (const word of ['712', cpf]) expect(JSON.stringify(trail)).not.toContain(word);
  expect(bureau.urls).toEqual(['POST /marketplace']);
});

test('pressed twice, by two people, or with an answer that was lost on the way, it is asked once', async () => {
  const { id, party } = await inAnalysis();
  const { token } = await signIn('APPLICATION_VIEW', 'LEAD_EDIT');
  const other = () =>
    app.inject({
      ...{ method: 'POST', url: `/api/application/party/${party}/credit`, payload: { after: null } },
      headers: { authorization: `Bearer ${token}` },
    });
  const answers = await Promise.all([ask(party), ask(party), other(), other()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409]);
  expect(bureau.charged).toHaveLength(1);
  // Again is a deliberate press: it names what was seen, once.
  const [{ id: seen }] = await inquiriesOf(id);
  expect(refusal(await ask(party))).toEqual([409, 'CREDIT_ASKED']);
  const again = await Promise.all([ask(party, seen), ask(party, seen)]);
  expect(again.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  expect(bureau.charged).toHaveLength(2);

  const next = await inAnalysis();
  const keyed = () =>
    app.inject({
      ...{ method: 'POST', url: `/api/application/party/${next.party}/credit`, payload: { after: null } },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'a-key' },
    });
  const [first, second] = [await keyed(), await keyed()];
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.json().parties[0].inquiries).toEqual(first.json().parties[0].inquiries);
  expect(bureau.charged).toHaveLength(3);
});

test('what is not carried out is told and leaves nothing; what may have been charged waits for a person', async () => {
  const { id, party } = await inAnalysis();
  for (const [fault, words] of [
    ['DISABLED', 'não está habilitado'],
    [429, 'pediu para esperar'],
  ] as const) {
    bureau.fail(fault);
    const answer = await ask(party);
    expect(refusal(answer)).toEqual([409, 'CREDIT_NOT_MADE']);
    expect(answer.body).toContain(words);
    expect(await inquiriesOf(id)).toEqual([]);
  }
  bureau.fail('LOST');
  expect((await ask(party)).statusCode).toBe(201);
  const [lost] = await inquiriesOf(id);
  expect(lost).toMatchObject({ state: 'LOST', score: null, note: expect.any(String) });
  expect(refusal(await ask(party))).toEqual([409, 'CREDIT_ASKED']);
  expect((await ask(party, lost.id)).json().parties[0].inquiries[0]).toMatchObject({ state: 'ANSWERED', score: 712 });
});

test('a server that died in the call leaves it as lost', async () => {
  const { id, party, cpf } = await inAnalysis();
  const row = { party_id: party, document: cpf, asked_at: new Date(Date.now() - 180_000).toISOString() };
  const { id: left } = await db.insertInto('credit_inquiry').values(row).returning('id').executeTakeFirstOrThrow();
  expect(await inquiriesOf(id)).toMatchObject([{ state: 'LOST', note: 'A consulta ficou sem resposta.' }]);
  expect((await ask(party, left)).statusCode).toBe(201);
  expect(await inquiriesOf(id)).toMatchObject([{ state: 'ANSWERED' }, { state: 'LOST' }]);
});

test('it takes a provider, an analysis, a consent and the right to edit', async () => {
  const { id, party } = await inAnalysis();
  expect((await made.show(id)).asks_credit).toBe(true);
  const reader = await as('APPLICATION_VIEW', 'APPLICATION_APPROVE').post(`/application/party/${party}/credit`, {
    after: null,
  });
  expect(reader.statusCode).toBe(403);
  await staff.post(`/application/party/${party}/reopen`, { note: 'Corrija o CPF' });
  expect(refusal(await ask(party))).toEqual([409, 'CREDIT_NOT_IN_ANALYSIS']);
  const guaranteed = await inAnalysis();
  await db
    .updateTable('application_party')
    .set({ state: 'FILLING', consent_at: null, consent_version: null })
    .where('id', '=', guaranteed.party)
    .execute();
  expect(refusal(await ask(guaranteed.party))).toEqual([409, 'CREDIT_WITHOUT_CONSENT']);
  expect((await staff.delete('/application/credit')).statusCode).toBe(204);
  const off = await inAnalysis();
  expect((await made.show(off.id)).asks_credit).toBe(false);
  expect(refusal(await ask(off.party))).toEqual([409, 'CREDIT_OFF']);
  expect(bureau.urls).toEqual([]);
});

test('a score of another document counts no more, and goes with the person that it was about', LONG, async () => {
  await staff.put('/application/rules', { ...RULES, min_score: 600 });
  const { id, party, tenant, cpf } = await inAnalysis();
  await ask(party);
  await staff.post(`/application/party/${party}/reopen`, { note: 'Corrija o CPF' });
  await made.fill(tenant, 'TENANT', { cpf: made.newCpf() });
  expect(await inquiriesOf(id)).toMatchObject([{ is_of_other: true, is_recent: false }]);
  expect(await scoreLine(id)).toMatchObject({ outcome: 'UNKNOWN' });
  const { id: client_id } = await client({ cpf_cnpj: cpf });
  expect((await as('*').patch(`/user/${client_id}/anonymise`)).statusCode).toBe(200);
  expect(await inquiriesOf(id)).toEqual([]);
  await staff.put('/application/rules', RULES);
});

test('erased while the call is out, the answer is not kept; a party that was left out keeps it', LONG, async () => {
  const { id, party } = await inAnalysis();
  bureau.onCall = async () => {
    await staff.post(`/application/${id}/withdraw`);
    await staff.post(`/application/${id}/erase`);
  };
  const answer = await ask(party);
  expect([answer.statusCode, answer.json().state, answer.json().parties[0].inquiries]).toEqual([201, 'ERASED', []]);
  expect(bureau.charged).toHaveLength(1);
  expect(await db.selectFrom('credit_inquiry').select('id').where('party_id', '=', party).execute()).toEqual([]);

  const next = await inAnalysis();
  bureau.onCall = async () => {
    await staff.post(`/application/party/${next.party}/close`);
  };
  expect((await ask(next.party)).json().parties[0]).toMatchObject({ state: 'CLOSED', inquiries: [{ score: 712 }] });
});

test('the person’s file has it, and the retention of a refused application removes it', async () => {
  const { id, party, cpf } = await inAnalysis(450);
  await ask(party);
  const { id: client_id } = await client({ cpf_cnpj: cpf });
  const parts = await unzip((await staff.get(`/user/${client_id}/personal-data`)).rawPayload);
  const json = [...parts].find(([name]) => name.endsWith('.json'))?.[1] ?? '';
  expect(JSON.parse(json).fichas[0].consultas_de_credito).toMatchObject([{ score: 450, faixa: 'risco muito alto' }]);
  await staff.post(`/application/${id}/decision`, { decision: 'REFUSE', comment: 'Score 450' });
  const mail = await db
    .selectFrom('outgoing_mail')
    .select('body')
    .where('subject', '=', 'Resposta sobre a locação')
    .executeTakeFirstOrThrow();
  expect(mail.body).not.toMatch(/score|450|risco|cr[ée]dito/i);
  clock.today = '2026-09-07';
  expect((await tidyApplications(deps)).erased).toBeGreaterThan(0);
  expect(await db.selectFrom('credit_inquiry').select('id').where('party_id', '=', party).execute()).toEqual([]);
});

test('the tokens are kept sealed, never answered, and asked for again with another address', async () => {
  const row = await db.selectFrom('credit_connection').selectAll().executeTakeFirstOrThrow();
  for (const token of [row.access_token, row.token_id]) expect(token).toMatch(/^sealed:/);
  expect((await staff.get('/application/credit')).json()).toEqual({ kept: { base_url: bureau.url } });
  const { id, party } = await inAnalysis();
  expect((await staff.put('/application/credit', { base_url: bureau.url })).statusCode).toBe(204);
  expect((await ask(party)).statusCode).toBe(201);
  expect(await inquiriesOf(id)).toMatchObject([{ state: 'ANSWERED' }]);
  const moved = await staff.put('/application/credit', { base_url: 'https://bureau.example' });
  expect(refusal(moved)).toEqual([422, 'CREDIT_TOKEN_MISSING']);
  await staff.put('/application/credit', { ...LINK, access_token: 'outro' });
  const denied = await ask((await inAnalysis()).party);
  expect([refusal(denied), denied.body]).toEqual([
    [409, 'CREDIT_NOT_MADE'],
    expect.stringContaining('não aceitou os tokens'),
  ]);
});
