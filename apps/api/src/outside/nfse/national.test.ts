import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { DpsFacts } from '@morada/domain/nfse/dps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { CERTIFICATE_LIFE, LOST } from '#test/servers/bank/bank-host.ts';
import { FEE, LEASE, REGULAR_FEE } from '#test/servers/nfse-facts.ts';
import { type NfseServer, startNfse } from '#test/servers/nfse-server.ts';
import { certificateAuthority, issueCertificate } from '#test/signing/certificate.ts';
import { cancelNote, closeNational, fetchNote, findByDps, type IssuedNote, issueNote } from './national.ts';
import { readNote } from './note.ts';
import { schemaFaults } from './schema.ts';

let server: NfseServer;
let time = Date.now;
let number = 0;

const OWNER = '11222333000181';
const PATIENCE = { within: 1_500, rest: 1 };
const PLACE = {
  city_code: '3136702',
  cep: '36010070',
  street: 'Rua A',
  number: '1',
  complement: null,
  neighborhood: 'Centro',
};

beforeAll(async () => {
  server = await startNfse({ now: () => new Date(time()) });
});

beforeEach(() => {
  closeNational();
  server.calls.length = 0;
  time = Date.now;
});

afterAll(async () => {
  closeNational();
  await server.close();
});

const settings = () => ({ ...server.settings, patience: PATIENCE });

/** Facts of a further number. */
function next(facts: DpsFacts = FEE, changes: Partial<DpsFacts> = {}): DpsFacts {
  number += 1;
  return { ...facts, ...changes, number, reference: `N${number}` };
}

const issue = (facts: DpsFacts, trial = {}) => issueNote(server.signerOf(OWNER), facts, settings(), trial);

async function issued(facts: DpsFacts): Promise<IssuedNote> {
  const answer = await issue(facts);
  if (!('key' in answer)) throw new Error(JSON.stringify(answer));
  return answer;
}

const sent = () => server.calls.map(({ method, path }) => `${method} ${path.split('/')[1]}`);

test.each(['SHA1', 'SHA256'] as const)(
  'a note signed by %s is issued, and answers what it was made of',
  async (hash) => {
    const facts = next();
    const answer = await issueNote(server.signerOf(OWNER), facts, { ...settings(), hash });
    if (!('key' in answer)) throw new Error(JSON.stringify(answer));
    expect(schemaFaults(answer.xml, 'NFSe', '1.04')).toEqual([]);
    expect(readNote(answer.xml)).toMatchObject({
      ...{ key: answer.key, number: answer.number, environment: 'RESTRICTED', status: '100' },
      issuer: { document: OWNER },
      taker: { document: '52998224725', name: 'João da Silva' },
      service: { code: '171201', reference: facts.reference, description: facts.service.description },
      amounts: { service: 300_00, net: 300_00, withheld: 0, simples_rate: 600 },
      ibs_cbs: null,
    });
    expect(await fetchNote(server.signerOf(OWNER), answer.key, settings())).toEqual(answer);
    // The first question told the clock.
    expect(sent().slice(0, 2)).toEqual(['HEAD dps', 'POST nfse']);
  },
);

test('the bases are those that were worked out by hand', async () => {
  // 300,00 less ISS of 15,00; 0,05% and 0,45% of it.
  const fee = readNote((await issued(next(REGULAR_FEE))).xml);
  expect(fee?.amounts.iss).toMatchObject({ base: 300_00, rate: 500, amount: 15_00 });
  expect(fee?.ibs_cbs).toMatchObject({ base: 285_00, ibs: 14, cbs: { amount: 128, effective: 45 }, total: 300_00 });
  // 60% of 3.500,00, less 60% of 1.100,00; 0,03% and 0,27% of it.
  const lease = readNote((await issued(next(LEASE))).xml);
  expect(lease?.ibs_cbs).toMatchObject({ base: 1_440_00, ibs: 43, cbs: { amount: 389 }, lease: { share: 60_00 } });
});

test('names of every alphabet and every mark are written as the schemas admit them', async () => {
  const taker = { ...FEE.taker, name: '  Łukasz “O’Neil” & <Filhos> — Ltda. 日本 ' };
  const { xml } = await issued(
    next(FEE, { taker, service: { ...FEE.service, description: 'Taxa\r\n\u0007de "x" & ç' } }),
  );
  expect(readNote(xml)).toMatchObject({
    taker: { name: 'ukasz "O\'Neil" & <Filhos> - Ltda.' },
    service: { description: 'Taxa\nde "x" & ç' },
  });
});

// biome-ignore format: a table of refusals reads best with a line each
const REFUSALS: [code: string, changes: Partial<DpsFacts>, from?: DpsFacts][] = [
  ['E0006', { environment: 'PRODUCTION' }],
  ['E0010', { series: 50_000 }],
  ['E0015', { competence: '2099-01-01' }],
  ['E0016', { competence: '2022-12-31' }],
  ['E0116', { city_code: '4106902' }],
  ['E0188', { taker: { ...FEE.taker, document: '11222333000182', place: PLACE } }],
  ['E0206', { taker: { ...FEE.taker, document: '52998224726' } }],
  ['E0235', { taker: { ...FEE.taker, document: '11444777000161' } }],
  ['E0240', { taker: { ...FEE.taker, place: { ...PLACE, cep: '80010000' } } }],
  ['E0247', { taker: { ...FEE.taker, email: 'sem arroba' } }],
  ['E0310', { service: { ...FEE.service, code: '010101' } }],
  ['E0316', { service: { ...FEE.service, nbs: '999999999' } }],
  ['E0580', { iss: { ...LEASE.iss, withheld_by: 'TAKER' } }, LEASE],
  ['E0583', { issuer: { ...FEE.issuer, regime: 'MEI', assessment: null }, iss: { ...FEE.iss, withheld_by: 'TAKER', rate: 500 } }],
  ['E0617', { iss: { ...FEE.iss, rate: 500 } }, REGULAR_FEE],
  ['E0621', { iss: { ...FEE.iss, withheld_by: 'TAKER' } }],
  ['E0625', { iss: { ...FEE.iss, rate: 500 } }],
  ['E0690', { federal: { ...FEE.federal, pis_cofins: { cst: '01', base: 300_00, pis_rate: 65, cofins_rate: 300, pis: 300, cofins: 900 } } }, REGULAR_FEE],
  ['E0712', { simples_rate: null }],
  ['E0718', { issuer: { ...FEE.issuer, document: '11444777000161' } }],
  ['E9303', { amount: 2_100_01 }, LEASE],
  ['XSD', { service: { ...FEE.service, nbs: '1' } }],
];

test.each(REFUSALS)('%s is told with what mends it', async (code, changes, from = FEE) => {
  const answer = await issue(next(from, changes));
  expect('refused' in answer && answer.refused.map((one) => one.code)).toEqual([code]);
  expect(server.notes.size).toBe([...server.notes.values()].filter(({ issuer }) => issuer === OWNER).length);
});

test('a note whose form is wrong is not sent', async () => {
  await issue(next());
  server.calls.length = 0;
  const taker = {
    ...FEE.taker,
    place: { city_code: '3136702', cep: '1', street: 'A', number: '1', complement: null, neighborhood: 'B' },
  };
  expect(await issue(next(FEE, { taker }))).toEqual({
    refused: [
      {
        ...{ code: 'XSD', party: 'TAKER', place: 'ADDRESS', field: 'toma/end/endNac/CEP' },
        sentence: 'A nota não tem o formato que o sistema nacional pede: confira toma/end/endNac/CEP',
      },
    ],
  });
  expect(server.calls).toEqual([]);
});

test.each([
  ['the connection ends', LOST],
  ['the service fails', 503],
])('an answer that is lost, since %s, is asked for and not sent again', async (_, status) => {
  await issue(next());
  server.calls.length = 0;
  const facts = next();
  server.fail(1, status, { on: /^POST/, performed: true });
  const answer = await issue(facts);
  expect(answer).toMatchObject({ key: expect.stringMatching(/^\d{50}$/) });
  expect(sent()).toEqual(['POST nfse', 'HEAD dps', 'GET dps', 'GET nfse']);
});

test('an order that did not arrive is unknown, and is asked about before it is sent again', async () => {
  await issue(next());
  const facts = next();
  server.fail(1, LOST, { on: /^POST/ });
  expect(await issue(facts)).toMatchObject({ unknown: true, sent: true });
  server.calls.length = 0;
  expect(await issue(facts, { maybeSent: true })).toMatchObject({ key: expect.any(String) });
  expect(sent()).toEqual(['HEAD dps', 'POST nfse']);
  // By another server, at the same time.
  server.calls.length = 0;
  expect(await issue(facts)).toMatchObject({ key: expect.any(String) });
  expect(sent()).toEqual(['POST nfse', 'HEAD dps', 'GET dps', 'GET nfse']);
  expect(server.service.twice).toBe(0);
});

test('a service that does not answer in time leaves the note unknown', LONG, async () => {
  await issue(next());
  server.hang();
  const answer = await issueNote(server.signerOf(OWNER), next(), { ...settings(), patience: { within: 100, rest: 1 } });
  server.recover();
  expect(answer).toMatchObject({ unknown: true, sent: true });
});

test('the number of another program is refused, and its note is not taken for ours', async () => {
  const facts = next();
  await issued(facts);
  const answer = await issue({ ...facts, reference: 'outra' });
  expect(answer).toMatchObject({ refused: [{ code: 'E0014', party: 'ISSUER', field: 'nDPS' }] });
});

test('a service whose clock is behind is told its own time, and one that went back is told it once more', async () => {
  time = () => Date.now() - 3_600_000;
  expect(await issue(next())).toMatchObject({ key: expect.any(String) });
  time = () => Date.now() - 7_200_000;
  server.calls.length = 0;
  expect(await issue(next())).toMatchObject({ key: expect.any(String) });
  expect(sent()).toEqual(['POST nfse', 'POST nfse']);
});

test('a layout that the service does not read is tried in the other, once', async () => {
  server.service.layouts.delete('1.04');
  expect(await issue(next(REGULAR_FEE))).toMatchObject({ key: expect.any(String) });
  // A lease's parts have no place in the earlier one.
  expect(await issue(next(LEASE))).toMatchObject({ refused: [{ code: 'E1235' }] });
  server.service.layouts.clear();
  server.calls.length = 0;
  expect(await issue(next())).toMatchObject({ refused: [{ code: 'E1235' }] });
  expect(sent()).toEqual(['POST nfse', 'POST nfse']);
  server.service.layouts.add('1.01').add('1.04');
});

test('certificates that are expired, revoked or of another authority issue nothing', async () => {
  const life = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2021-01-01T00:00:00Z') };
  const old = await issueNote(server.signerOf(OWNER, life), next(), settings());
  expect(old).toMatchObject({ refused: [{ code: 'E0716', party: 'CERTIFICATE' }] });
  expect(server.calls).toEqual([]);
  const signer = server.signerOf(OWNER);
  server.service.revoked.add(signer.certificate.serialNumber);
  expect(await issue(next())).toMatchObject({ refused: [{ code: 'E0717', party: 'CERTIFICATE' }] });
  server.service.revoked.clear();
  const others = certificateAuthority({ ...CERTIFICATE_LIFE, name: 'Outra autoridade' });
  const { cert, key } = issueCertificate(others, { ...CERTIFICATE_LIFE, name: `OUTRA:${OWNER}`, rsa: true });
  const stranger = await issueNote(
    { privateKey: createPrivateKey(key), certificate: new X509Certificate(cert), chain: [] },
    next(),
    settings(),
  );
  expect(stranger).toMatchObject({ refused: [{ code: 'E0715', party: 'CERTIFICATE' }] });
});

test('a note is cancelled once, also when the answer is lost', async () => {
  const { key } = await issued(next());
  const order = { environment: 'RESTRICTED', key, document: OWNER, reason: '1', text: 'Valor da taxa errado' } as const;
  const cancel = (change = {}, trial = {}) =>
    cancelNote(server.signerOf(OWNER), { ...order, ...change }, settings(), trial);
  expect(await cancel({ text: 'curto' })).toMatchObject({ refused: [{ code: 'XSD', field: 'e101101/xMotivo' }] });
  server.fail(1, LOST, { on: /^POST/, performed: true });
  const answer = await cancel();
  expect(answer).toMatchObject({ cancelledAt: expect.any(Date) });
  expect(schemaFaults('xml' in answer ? answer.xml : '', 'evento', '1.01')).toEqual([]);
  expect(await cancel()).toEqual(answer);
  expect(await cancel({}, { maybeSent: true })).toEqual(answer);

  const late = await issued(next());
  time = () => Date.now() + 91 * 86_400_000;
  expect(await cancel({ key: late.key })).toMatchObject({ refused: [{ code: 'E0821' }] });
});

test('a note replaces another, which counts as cancelled', async () => {
  const before = await issued(next());
  const replaces = { key: before.key, reason: '99', text: 'Nome do tomador corrigido' } as const;
  const after = await issued(next(FEE, { replaces }));
  expect(readNote(after.xml)?.status).toBe('101');
  expect(server.notes.get(before.key)?.cancelled?.replaced_by).toBe(after.key);
  expect(await issue(next(FEE, { replaces }))).toMatchObject({ refused: [{ code: 'E0042' }] });
});

test('a DPS without a note has none', async () => {
  expect(
    await findByDps(server.signerOf(OWNER), 'DPS313670221122233300018100001000000000099999', settings()),
  ).toBeNull();
});
