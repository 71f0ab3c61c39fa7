import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { LEDGER_ACCOUNTS } from '@morada/domain/ledger/ledger';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { backUp } from '#api/backup/backup.ts';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { followBoletos } from '#api/modules/bank/receipts/boleto-work.service.ts';
import { workOnLinks } from '#api/modules/bank/receipts/pix-work.service.ts';
import { openSigner } from '#api/modules/fiscal/certificates/certificates.service.ts';
import { workOnNotes } from '#api/modules/fiscal/notes/issue.service.ts';
import { logOptions } from '#api/operation/log.ts';
import { described, honest } from '../calls/described.ts';
import { fillAgency } from '../collection.ts';
import { startApp } from '../harness.ts';
import { form } from '../pictures.ts';
import { randomFrom } from '../random.ts';
import { BB_AGREEMENT, startBbServer } from '../servers/bank/bb-server.ts';
import { selfMadeCertificate } from '../signing/certificate.ts';
import { pkcs12 } from '../signing/pkcs12.ts';
import { unzipBytes } from '../unzip.ts';

const own = (name: string) =>
  selfMadeCertificate({ name, from: new Date('2026-01-01'), until: new Date('2027-12-31') });
const [pix, payout, statement] = [own('pix'), own('paga'), own('extrato')];
/** The second line of a PEM: 64 letters, which stay together however the text is wrapped. */
const bodyOf = (pem: string) => pem.split('\n')[2] ?? '';

/** Values that must not leave in clear, by what they are. */
const SECRETS: Record<string, string> = {
  'client secret of Pix': 'canario-do-client-secret-do-pix',
  'client secret of boletos': 'canario-do-client-secret-dos-boletos',
  'application key of boletos': 'canario-da-chave-da-aplicacao-dos-boletos',
  'client secret of payments': 'canario-do-client-secret-que-paga',
  'client secret of the statement': 'canario-do-client-secret-do-extrato',
  'application key of the statement': 'canario-da-chave-da-aplicacao-do-extrato',
  'certificate of Pix': bodyOf(pix.cert),
  'key of Pix': bodyOf(pix.key),
  'certificate of payments': bodyOf(payout.cert),
  'key of payments': bodyOf(payout.key),
  'certificate of the statement': bodyOf(statement.cert),
  'key of the statement': bodyOf(statement.key),
  'password of a person': 'gaiola-aberta-do-canario-1871',
  'token of the intermediary of notes': 'canario-do-token-do-focus-nfe-1873',
  'password of the certificate of notes': 'senha-do-a1-de-canario-belga-1872',
};
/** Not a secret: finding it proves that a place was searched. */
const SHOWN = 'Canária Quitéria Belmonte';

/** Base64 of a text at each of the three byte offsets that it can have within an encoded value. */
const encoded = (text: string) =>
  [0, 2, 3].map((skipped, before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
      .toString('base64')
      .slice(skipped, -4),
  );
const formsOf = (text: string) => [
  ...[text, encodeURIComponent(text), Buffer.from(text).toString('hex')],
  ...encoded(text).flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]),
];

/** Secrets that a text holds in any form. */
const leaked = (text: string, but: readonly string[] = []) =>
  Object.entries(SECRETS)
    .filter(([name, secret]) => !but.includes(name) && formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name);

/** The contents of an answer or file: those of the entries where it is a zip, as a spreadsheet is. */
async function contentsOf(bytes: Buffer): Promise<string> {
  const isZip = bytes.subarray(0, 2).toString() === 'PK';
  const parts = isZip ? await Promise.all([...(await unzipBytes(bytes)).values()].map(contentsOf)) : [];
  return [bytes.toString('latin1'), bytes.toString(), ...parts].join('\n');
}

const office = await startApp({ today: '2026-03-20' });
const { db, deps, connection, client } = office;
const bb = await startBbServer({ now: () => new Date('2026-03-20T15:00:00Z') });
let log = '';
const stream = new Writable({
  write(chunk, _, done) {
    log += chunk;
    done();
  },
});
const app = await buildApp(
  { ...deps, publicUrl: 'https://morada.example.com' },
  { logger: { ...logOptions('trace'), stream } },
);
const folder = await mkdtemp(join(tmpdir(), 'morada-secrets-'));
afterAll(async () => {
  await app.close();
  await office.stop();
  await bb.close();
  await rm(folder, { recursive: true, force: true });
});

const { token } = await office.signIn('*');
const headers = { authorization: `Bearer ${token}` };
const call = (method: 'GET' | 'PATCH' | 'POST' | 'PUT', url: string, payload?: object) =>
  app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });

/** The file of the certificate (A1) that signs the agency's notes. */
const a1 = pkcs12({
  ...{ document: '12ABC34501DE35', until: '2027-12-31' },
  password: SECRETS['password of the certificate of notes'] ?? '',
});

/** What saving and testing the links answered. */
const answers: string[] = [];
const AWAY = { base_url: 'https://127.0.0.1:1/v2', token_url: 'https://127.0.0.1:1/token', authority: null };

function a1File(password = '') {
  const data = form(a1, 'a1.pfx', { type: 'application/x-pkcs12' });
  data.append('password', password);
  return data;
}

beforeAll(async () => {
  await fillAgency(db);
  await db.updateTable('agency').set({ notes_leave: 'SETTLEMENT' }).execute();
  await client({ name: SHOWN });
  const { id: invoice } = await office.invoice();
  const accounts = Object.keys(LEDGER_ACCOUNTS).map((account, at) => [account, String(at + 1)]);
  await db
    .updateTable('accounting_chart')
    .set({ accounts: JSON.stringify(Object.fromEntries(accounts)) })
    .execute();
  const { bank, ...fields } = BB_AGREEMENT;
  const { id: group } = await db.selectFrom('permission_group').select('id').executeTakeFirstOrThrow();
  const password = SECRETS['password of a person'] ?? '';
  const person = { name: SHOWN, email: 'porteira@morada.test', group_id: group };
  await db
    .insertInto('admin_user')
    .values({ ...person, password_hash: await hashPassword(password) })
    .execute();
  const links: [method: 'PATCH' | 'POST' | 'PUT', url: string, body?: object][] = [
    ['PUT', '/agency/agreement', { bank, fields }],
    [
      'PUT',
      '/bank-link',
      {
        ...{ ...AWAY, client_id: 'pix', client_secret: SECRETS['client secret of Pix'], pix_key: 'pix@morada.test' },
        ...{ certificate: pix.cert, private_key: pix.key },
      },
    ],
    [
      'PUT',
      '/boleto-link',
      {
        ...{ bank, base_url: bb.url, token_url: bb.tokenUrl, client_id: bb.clientId, authority: bb.ca },
        client_secret: SECRETS['client secret of boletos'],
        fields: { application_key: SECRETS['application key of boletos'] },
      },
    ],
    [
      'PUT',
      '/payout-link',
      {
        ...{ ...AWAY, client_id: 'paga', client_secret: SECRETS['client secret of payments'], account: '1' },
        ...{ certificate: payout.cert, private_key: payout.key },
      },
    ],
    [
      'PUT',
      '/statement-link',
      {
        ...{ ...AWAY, bank: '001', agency: '452', account: '123873-6', client_id: 'extrato' },
        client_secret: SECRETS['client secret of the statement'],
        application_key: SECRETS['application key of the statement'],
        ...{ certificate: statement.cert, private_key: statement.key },
      },
    ],
    // Banks that are away, or refuse the secret.
    ['POST', '/bank-link/check'],
    ['POST', '/boleto-link/check'],
    ['POST', '/payout-link/check'],
    [
      'PUT',
      '/fiscal/intermediary',
      { base_url: 'https://127.0.0.1:1', token: SECRETS['token of the intermediary of notes'] },
    ],
    ['PUT', '/fiscal/certificate', a1File(SECRETS['password of the certificate of notes'])],
    ['PUT', '/fiscal/certificate', a1File(`${SECRETS['password of the certificate of notes']}!`)],
    ['PATCH', `/invoice/${invoice}/down`, { paid_amount: 1652.25 }],
    ['POST', '/fiscal/accounting', { month: '2026-03', format: 'CSV' }],
    ['POST', '/user/admin/session', { email: person.email, password }],
    ['POST', '/user/admin/session', { email: person.email, password: `${password}!` }],
  ];
  for (const [method, url, body] of links) {
    const answer = await call(method, url, body);
    const refusals: Record<string, number> = { '/user/admin/session': 401, '/fiscal/certificate': 422 };
    const expected = [200, 201, refusals[url]];
    expect(expected, `${url}: ${answer.body}`).toContain(answer.statusCode);
    answers.push(answer.body);
  }
  for (const { id, kind, notice_token } of await db.selectFrom('bank_link').selectAll().execute())
    if (notice_token !== null)
      SECRETS[`word of the notices (${kind})`] =
        deps.secrets.openText(`bank_link.notice_token:${id}`, notice_token) ?? '';
  const signer = (await openSigner(deps, null))?.signer;
  SECRETS['certificate of notes'] = bodyOf(String(signer?.certificate));
  SECRETS['key of the certificate of notes'] = bodyOf(
    String(signer?.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  );
  // The file as it came, at the place of its key.
  SECRETS['file of the certificate of notes'] = a1.toString('base64').slice(-64);
  await workOnNotes({ ...deps, outside: { national: { hash: 'SHA256', address: 'https://127.0.0.1:1' } } });
  // Runs the jobs, which call the banks too, and posts a notice as the bank does.
  await workOnLinks(deps);
  await followBoletos(deps);
  await call('POST', `/bank-link/notices/${SECRETS['word of the notices (PIX)']}/pix`, { pix: [] });
});

/** Handed to Banco do Brasil by a person, so the page of the link shows it to the account's owner. */
const BY_HAND = ['word of the notices (BOLETO)'];

test('the search knows every secret in every form', () => {
  expect(Object.values(SECRETS).filter((secret) => secret.length < 28)).toEqual([]);
  for (const secret of Object.values(SECRETS))
    for (const text of [secret, btoa(`id:${secret}`), Buffer.from(`{"a":"${secret}"}`).toString('base64url')])
      expect(leaked(`x${text}y`)).toHaveLength(1);
});

test('no call tells one, nor any export', async () => {
  const { operations } = await described(office.anonymous);
  const random = randomFrom(24);
  const found: [url: string, secrets: string[]][] = [];
  const answered = new Set<string>();
  let shown = 0;
  for (const { path, method, operation } of operations) {
    if (method !== 'GET' || path === '/live') continue;
    const honestOf = (name: string, schema: object) =>
      encodeURIComponent(`${JSON.parse(honest(name, schema, random))}`);
    const query = operation.parameters
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name, schema }) => `${name}=${honestOf(name, schema)}`);
    for (const format of path.includes('{format}') ? ['csv', 'xlsx'] : ['']) {
      const url = `${path.replace('{format}', format).replaceAll(/\{\w+\}/g, '1')}?${query.join('&')}`;
      const answer = await call('GET', url);
      if (answer.statusCode === 200) answered.add(path);
      const text = `${JSON.stringify(answer.headers)}${await contentsOf(answer.rawPayload)}`;
      const secrets = leaked(text, path === '/boleto-link' ? BY_HAND : []);
      if (secrets.length > 0) found.push([url, secrets]);
      if (text.includes(SHOWN)) shown += 1;
    }
  }
  expect(found).toEqual([]);
  for (const path of ['/bank-link', '/bank-link/tasks', '/bank-link/charges', '/boleto-link', '/boleto-link/tasks'])
    expect(answered).toContain(path);
  for (const path of [
    '/payout-link',
    '/statement-link',
    '/reconciliation/task',
    '/audit',
    '/audit/export/{format}',
    '/doctor',
  ])
    expect(answered).toContain(path);
  for (const path of ['/fiscal/certificates', '/fiscal/intermediary', '/fiscal/notes', '/fiscal/notes/missing'])
    expect(answered).toContain(path);
  for (const path of ['/user/{id}/personal-data', '/fiscal/accounting/file/{id}', '/user/export/{format}'])
    expect(answered).toContain(path);
  expect([answered.size > 100, shown > 5]).toEqual([true, true]);
});

test('neither does saving or testing a link, whose failure is told', () => {
  expect(answers.flatMap((body) => leaked(body, BY_HAND))).toEqual([]);
  expect(answers.filter((body) => /O banco não /.test(body))).toHaveLength(3);
});

test('no line of the log has one', () => {
  app.log.info({ said: SHOWN }, 'aloud');
  expect(log).toContain(SHOWN);
  expect(log).toContain('/api/bank-link/check');
  expect(leaked(log)).toEqual([]);
});

test('no table has one in clear, the trail and the jobs included', async () => {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(db);
  const found: [table: string, secrets: string[]][] = [];
  const seen: string[] = [];
  for (const { name } of rows) {
    const { rows: lines } = await sql<{
      line: string;
    }>`select to_jsonb(t)::text as line from ${sql.raw(name)} t`.execute(db);
    const text = lines.map(({ line }) => line).join('\n');
    const secrets = leaked(text);
    if (secrets.length > 0) found.push([name, secrets]);
    if (text.includes('bank_link') || text.includes('boleto-calls')) seen.push(name);
  }
  expect(found).toEqual([]);
  expect(seen).toEqual(expect.arrayContaining(['public.trail', 'graphile_worker._private_jobs']));
});

test('a backup without encryption has sealed values alone', async () => {
  const file = join(folder, 'claro.zip');
  await backUp(connection, deps.files, file);
  const text = await contentsOf(await readFile(file));
  expect(text).toContain(SHOWN);
  expect(text).toContain('pix@morada.test');
  expect(text.match(/sealed:/g)?.length).toBeGreaterThanOrEqual(17);
  expect(leaked(text)).toEqual([]);
});
