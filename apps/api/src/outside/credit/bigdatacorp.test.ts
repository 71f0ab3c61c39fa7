import { applications } from '@morada/contract/lease/applications';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startBigDataCorp } from '#test/servers/bigdatacorp-server.ts';
import { permitInternal } from '../internal-addresses.ts';
import { SendFailure } from '../sender.ts';
import { openBigDataCorp, PATIENCE } from './bigdatacorp.ts';

const CPF = '52998224725';
const bureau = await startBigDataCorp();
afterAll(() => bureau.close());
beforeEach(() => {
  bureau.reset();
  bureau.scores.clear();
});

const open = (changes: { access_token?: string } = {}, within = 20_000) =>
  openBigDataCorp(
    { base_url: bureau.url, access_token: bureau.access_token, token_id: bureau.token_id, ...changes },
    { within, rest: 60_000 },
  );
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof SendFailure ? error : Promise.reject(error)),
  );

test('a score comes with its indicators and the number of the call; the document goes in the body alone', async () => {
  bureau.scores.set(CPF, 712);
  expect(await open().ask(CPF)).toEqual({
    ...{ score: 712, commitment: 35, capacity: 62, reasons: [], note: null },
    query_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(bureau.urls).toEqual(['POST /marketplace']);
});

test('the browser waits longer than the bureau may take', () => {
  expect(applications.askCredit.waits * 1_000).toBeGreaterThan(PATIENCE.within + 10_000);
});

test('a company has a dataset of its own, which tells reasons', async () => {
  bureau.scores.set('11222333000181', 480);
  expect(await open().ask('11222333000181')).toMatchObject({ score: 480, reasons: ['Atraso vigente'] });
});

test.each([
  ['no result', undefined, CPF, /não tem score/],
  ['a result without one', null, CPF, /não tem score/],
  ['one that is not on the scale', 0, CPF, /respondeu 0, fora da escala/],
  ['a document that is none', undefined, '11111111111', /não é válido/],
])('%s is an answer, which was charged', async (_, score, cpf, note) => {
  if (score !== undefined) bureau.scores.set(cpf, score);
  expect(await open().ask(cpf)).toMatchObject({ score: null, note: expect.stringMatching(note) });
  expect(bureau.charged).toEqual([cpf]);
});

test('minors are not told of', async () => {
  bureau.fail('CHILD');
  expect(await open().ask(CPF)).toMatchObject({ score: null, note: expect.stringMatching(/menores/) });
});

test.each([
  ['DISABLED', 'DENIED', /não está habilitado/],
  ['LIMIT', 'SLOW', /limite de consultas/],
  ['TOO_SLOW', 'AWAY', /demorou demais/],
  [401, 'DENIED', /não aceitou os tokens/],
  [429, 'SLOW', /pediu para esperar/],
  [504, 'AWAY', /504/],
  ['UNEXPECTED', 'LOST', /código -1099/],
  ['LOST', 'LOST', /caiu antes da resposta/],
  ['GARBAGE', 'LOST', /não entendemos/],
  ['OTHER', 'LOST', /não entendemos/],
  ['ELSEWHERE', 'LOST', /resposta 302/],
  [500, 'LOST', /resposta 500/],
] as const)('%s is told apart: %s', async (fault, kind, words) => {
  bureau.scores.set(CPF, 712);
  bureau.fail(fault);
  const failure = await failureOf(open().ask(CPF));
  expect([failure?.kind, failure?.message]).toEqual([kind, expect.stringMatching(words)]);
  expect(failure?.message).not.toContain(CPF);
  // Neither a redirect nor a second try.
  expect(bureau.urls).toHaveLength(1);
});

test('tokens that are wrong are told', async () => {
  expect((await failureOf(open({ access_token: 'outro' }).ask(CPF)))?.kind).toBe('DENIED');
});

test.each(['HANGS', 'DRIPS'] as const)('one that %s is left in time, and may have been charged', async (fault) => {
  bureau.fail(fault);
  const failure = await failureOf(open({}, 300).ask(CPF));
  expect([failure?.kind, failure?.message]).toEqual(['LOST', 'O serviço demorou demais para responder.']);
});

test('an address inside is not called, also where a name came to lead there', async () => {
  permitInternal(false);
  try {
    expect((await failureOf(open().ask(CPF)))?.message).toContain('rede interna');
    expect(bureau.urls).toEqual([]);
  } finally {
    permitInternal();
  }
});
