import { invoices } from '@morada/contract/money/invoices';
import type { LightMyRequestResponse as Answer, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { readSettings } from '#api/base/settings.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { openOutside } from '#api/outside/outside.ts';
import { cpf } from '../factories.ts';
import { startApp } from '../harness.ts';
import { settingsFor, startStubServer } from '../outside.ts';
import { type Random, randomFrom } from '../random.ts';
import { CALLS } from './contract-calls.ts';
import { described, honest, type Schema } from './described.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
/** The long form tries more. */
const REQUESTS_EACH = Number(process.env.FUZZ_TIMES ?? 2);

const stub = await startStubServer();
afterAll(stub.close);
const { app, as, anonymous, db, deps, client, owner, property, contract, invoice, signIn, stop } = await startApp({
  today: '2026-03-10',
  outside: openOutside(readSettings(settingsFor(stub.url))),
});
afterAll(stop);

const { document, operations } = await described(anonymous);

/** An error answer: RFC 9457 with a Portuguese message, and no internals. */
function expectProblem(answer: Answer, about: string) {
  expect(answer.headers['content-type'], about).toContain('application/problem+json');
  expect(answer.headers['x-content-type-options'], about).toBe('nosniff');
  const problem = answer.json();
  expect(problem, about).toMatchObject({
    type: expect.stringMatching(/^urn:morada:problema:/),
    title: expect.any(String),
    status: answer.statusCode,
    message: expect.stringMatching(/\S/),
  });
  const words = [problem.title, problem.message, ...problem.errors.map((error: { message: string }) => error.message)];
  for (const text of words)
    expect(text, about).not.toMatch(/invalid|expected|required|must|string|input|null|select|syntax|exceed/i);
}

describe('a route', () => {
  test('outside the contract stops the boot', async () => {
    const forgotten = (api: typeof app) => api.get('/esquecida', async () => 'aberta');
    await expect(buildApp(deps, { modules: [forgotten] })).rejects.toThrow('does not declare who may call it');
    const halfDeclared = (api: typeof app) =>
      api.get('/esquecida', { config: { endpoint: { ...invoices.list, access: undefined as never } } }, async () => '');
    await expect(buildApp(deps, { modules: [halfDeclared] })).rejects.toThrow('does not declare who may call it');
  });
});

describe('/api/openapi.json', () => {
  test('lists every call of the contract, and no other', () => {
    const served = operations.map(({ method, path }) => `${method} ${path}`).sort();
    expect(served).toEqual(CALLS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort());
  });

  test('is OpenAPI 3.1', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Morada', version: expect.any(String) } });
    const text = JSON.stringify(document);
    for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = reference
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
      expect(target, reference).toBeDefined();
    }
    // `nullable` and boolean bounds belong to OpenAPI 3.0; `$schema` and `~standard` are leaks of our library.
    expect(text).not.toMatch(/"nullable":|"exclusiveMinimum":(true|false)|"\$schema":|"~standard"/);
  });

  test.each(operations)('$method $path declares access, input and output', ({ path, operation }) => {
    expect(operation['x-permission']).toBeTruthy();
    expect(operation.summary).toMatch(/\S/);
    const codes = Object.keys(operation.responses);
    expect(codes.filter((code) => /^2\d\d$/.test(code))).toHaveLength(1);
    for (const [code, response] of Object.entries(operation.responses)) {
      expect(code).toMatch(/^\d{3}$/);
      expect(response.description).toMatch(/\S/);
    }
    if (operation['x-permission'] !== 'public') expect(codes).toEqual(expect.arrayContaining(['401', '403']));
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    expect(declared.every(({ required }) => required)).toBe(true);
    for (const parameter of operation.parameters) expect(parameter.schema).toBeTypeOf('object');
  });

  test('has a readable page too', async () => {
    const page = await anonymous.get('/docs');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).toContain('/api/invoice/{id}/down');
  });
});

describe('an unknown address', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nada',
    '/api/invoice/1/nada',
    '/api/INVOICE',
    '/api/%E0%A4%A',
    '/api/user/%',
    `/api/${'x'.repeat(5_000)}`,
  ])('%s', async (url) => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await app.inject({ method, url });
      expect(answer.statusCode).toBeOneOf([400, 404, 414]);
      expectProblem(answer, `${method} ${url}`);
    }
  });

  test('an unsupported method', async () => {
    const answer = await as('*').put('/invoice/1/down', {});
    expect(answer.statusCode).toBe(404);
    expectProblem(answer, 'PUT');
  });
});

describe('an unreadable body', () => {
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  test.each<[string, InjectOptions, number]>([
    ['broken JSON', { payload: '{"name": ', headers: { 'content-type': 'application/json' } }, 422],
    ['no JSON at all', { payload: 'nome=Ana', headers: { 'content-type': 'application/json' } }, 422],
    ['another type', { payload: '<a/>', headers: { 'content-type': 'application/xml' } }, 415],
    ['plain text', { payload: 'Ana', headers: { 'content-type': 'text/plain' } }, 415],
    ['a form', { payload: 'name=Ana', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['no type', { payload: Buffer.from('Ana') }, 415],
    ['more than a megabyte', { payload: { name: 'x'.repeat(1_100_000) } }, 413],
    ['a prototype', { payload: '{"__proto__": {"x": 1}}', headers: { 'content-type': 'application/json' } }, 422],
    ['a list', { payload: [1, 2] }, 422],
    ['a word', { payload: '"Ana"', headers: { 'content-type': 'application/json' } }, 422],
    ['nothing', {}, 422],
    ['null', { payload: 'null', headers: { 'content-type': 'application/json' } }, 422],
    ['twenty thousand lists in one another', { payload: nested, headers: { 'content-type': 'application/json' } }, 422],
    [
      'a field nested as deep',
      { payload: `{"name": ${nested}}`, headers: { 'content-type': 'application/json' } },
      422,
    ],
  ])('%s', async (about, options, status) => {
    const { token } = await signIn('*');
    const before = await everything();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user/manual',
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
    expect(answer.statusCode).toBe(status);
    expectProblem(answer, about);
    expect(await everything()).toEqual(before);
  });
});

describe('invalid values', () => {
  test.each([
    ['name', '"\\u0000"'],
    ['name', '"Ana\\u0000Prado"'],
    ['name', '"\\u0007"'],
    ['name', `"${'x'.repeat(201)}"`],
    ['name', '{}'],
    ['name', '12'],
    ['name', 'null'],
    ['email', '"a@b"'],
    ['email', `"${'a'.repeat(300)}@exemplo.com.br"`],
    ['phone', '"12"'],
    ['cpf_cnpj', '"111.111.111-11"'],
    ['type', '"CHEFE"'],
    ['person_type', '7'],
  ])('a client’s %s is not %s', async (field, value) => {
    const before = await everything();
    const fields = {
      name: '"Ana"',
      cpf_cnpj: `"${cpf(900_000)}"`,
      type: '"TENANT"',
      phone: '"32988412076"',
      [field]: value,
    };
    const body = `{${Object.entries(fields).map(([key, text]) => `"${key}": ${text}`)}}`;
    const answer = await as('*').post('/user/manual', body, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].field).toBe(field);
    expectProblem(answer, `${field} ${value}`);
    expect(await everything()).toEqual(before);
  });

  test.each([
    '1e400',
    '-1e400',
    '1e-7',
    '9007199254740993',
    '99999999999999999999',
    '"NaN"',
    '1e15',
    '1000000000.01',
    '0.005',
    'true',
    '[]',
  ])('refuses the amount %s', async (amount) => {
    const { id } = await invoice();
    const answer = await as('*').patch(`/invoice/${id}/down`, `{"paid_amount": ${amount}}`, {
      'content-type': 'application/json',
    });
    expect(answer.statusCode).toBe(422);
    expectProblem(answer, amount);
  });

  test('limits ids to fifteen digits', async () => {
    for (const id of ['1234567890123456', '1e3', '-1', '0x1', ' ', '١'])
      expect([id, (await as('*').get(`/invoice/${encodeURIComponent(id)}`)).statusCode]).toEqual([id, 404]);
    expect((await as('*').post('/financial/invoice', { proposal_id: 1.5, reference: '2026-05' })).statusCode).toBe(422);
  });

  test('refuses an invalid page, and reads an empty one as the first', async () => {
    for (const page of ['-1', '0', '1e400', 'abc', '1.5', '99999999999999999999', '%00', '1&page=2']) {
      const answer = await as('*').get(`/invoice?page=${page}`);
      expect([page, answer.statusCode, answer.json().errors[0].field]).toEqual([page, 422, 'page']);
    }
    expect((await as('*').get('/invoice?page=')).json().page).toBe(1);
  });

  test.each([
    '/invoice?query=%00%00',
    '/proposal?page=1&query=%00ab',
    '/financial/transfers?query=a%00',
    '/user?page=1&query=,;',
    '/property?query=,,',
    '/invoice?query=%25_%5C',
    `/invoice?query=${encodeURIComponent("' or 1=1 --")}`,
    '/proposal?page=1&query=--&id=abc',
    '/financial/transfers?start=2026-13-01&end=x',
    '/invoice?month=2026-99&status=TODAS',
  ])('%s is answered', async (url) => {
    expect((await as('*').get(url)).statusCode).toBeLessThan(500);
  });

  test('an error shows no internals', async () => {
    await sql`alter table invoice rename to invoice_away`.execute(db);
    const answer = await as('*').get('/invoice');
    await sql`alter table invoice_away rename to invoice`.execute(db);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      type: 'urn:morada:problema:INTERNAL',
      title: 'Erro interno',
      status: 500,
      message: 'Erro interno do servidor, tente novamente mais tarde.',
      code: 'INTERNAL',
      errors: [{ field: '', message: 'Erro interno do servidor, tente novamente mais tarde.' }],
      request_id: answer.headers['x-request-id'],
    });
  });

  test('half a character is refused with its field, and a whole one of two halves is stored', async () => {
    const { id } = await client();
    const staff = as('CLIENT_EDIT', 'CLIENT_VIEW');
    const headers = { 'content-type': 'application/json' };
    const address = (street: string) =>
      staff.patch(
        `/user/${id}/address`,
        `{"cep":"36025000","street":"${street}","number":"1","neighborhood":"Centro","city":"Juiz de Fora","state":"MG"}`,
        headers,
      );
    const refused = await address('Rua \\udfff');
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [{ field: 'street', message: 'Há caracteres inválidos' }],
    ]);
    expect((await address('Rua \\ud83c\\udfe0 \\\\udfff')).statusCode).toBeLessThan(300);
  });
});

/** Row count of each business table. */
async function everything() {
  const tables = [
    'client',
    'property',
    'proposal',
    'invoice',
    'transfer',
    'movimentation',
    'extra_value',
    'bank_account',
    'trail',
    'ledger_entry',
  ];
  const { rows } = await sql<Record<string, number>>`select ${sql.join(
    tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`),
  )}`.execute(db);
  return rows[0];
}

// Every call, with hostile values -------------------------------------------------------------------------------------

/** JSON texts, since some are not representable as JavaScript values. */
const HOSTILE = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1',
    '1.5',
    '0.001',
    '-0',
    '1e400',
    '-1e400',
    '1e-400',
    '1e15',
    '8796093022207',
  ],
  ...['9007199254740991', '9007199254740993', '123456789012345678901234567890', '""', '" "', '"0"', '"-1"', '"1e400"'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\\u202e"', '"\\n\\t"', '"😀"', '"ﷺ"', '"%"', '"\\\\"'],
  ...['"1000-01-01"', '"9999-12-31"', '"0000-00-00"', '"2026-02-29"', '"1000-01"', '"9999-12"', '"2026-00"', '"*"'],
  ...['[]', '{}', '[null]', '[{}]', '[[[[]]]]', '{"id":1}', '{"constructor":{"prototype":1}}', '{"toString":null}'],
  ...[
    `"${'x'.repeat(20_000)}"`,
    '"\'; drop table client; --"',
    '"<script>alert(1)</script>"',
    '"../../etc/passwd"',
    '"{{7*7}}"',
  ],
];
const HOSTILE_TEXTS = [
  ...[
    '',
    '0',
    '-1',
    '1',
    '1.5',
    '1e400',
    '9'.repeat(15),
    '9'.repeat(16),
    'NaN',
    'null',
    'undefined',
    '[]',
    '%',
    '%00',
    '\u0000',
  ],
  ...[
    ',',
    ',;',
    '--',
    "'",
    '"',
    '\\',
    '\\%',
    '_',
    '%%',
    '( )',
    '...',
    '😀😀',
    '\ud83d',
    'ç',
    '2026-13',
    '9999-12-31',
    '1000-01-01',
  ],
  ...['x'.repeat(200), 'a b c d e f g h', '529.982.247-25', '*', '__proto__', 'constructor', 'name'],
];

/** A valid body with up to three fields replaced by hostile values; one in ten is a hostile value as a whole. */
function body(schema: Schema, random: Random): string {
  if (random.chance(0.1)) return random.pick(HOSTILE);
  const options = [schema, ...(schema.anyOf ?? [])].find((option) => option.properties);
  const fields = Object.entries(options?.properties ?? {}).filter(
    ([name]) => options?.required?.includes(name) || random.chance(0.4),
  );
  const texts = new Map(fields.map(([name, field]) => [name, honest(name, field, random)]));
  const names = Object.keys(options?.properties ?? { id: {} });
  for (let left = random.integer(0, 3); left > 0; left -= 1) texts.set(random.pick(names), random.pick(HOSTILE));
  return `{${[...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function request({ path, method, operation }: (typeof operations)[number], random: Random) {
  const url = path.replace(/\{\w+\}/g, () => {
    if (random.chance(0.75)) return String(random.integer(1, 8));
    return encoded(random.pick(HOSTILE_TEXTS)) || '0';
  });
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.6))
    .map(({ name, schema }) => {
      const text = random.chance(0.4) ? honest(name, schema, random).replaceAll('"', '') : random.pick(HOSTILE_TEXTS);
      return `${name}=${encoded(text)}`;
    });
  const schema = operation.requestBody?.content['application/json']?.schema;
  const payload = schema && random.chance(0.95) ? body(schema, random) : undefined;
  const headers = {
    ...(payload !== undefined && { 'content-type': 'application/json' }),
    ...(random.chance(0.1) && { 'if-match': random.pick(['"1"', '"999999999"', '*', 'W/"1"', '""', 'x'.repeat(500)]) }),
    ...(random.chance(0.1) && { 'idempotency-key': random.pick(['k', 'k2', 'x'.repeat(300), "'", '%00']) }),
  };
  return { method: method as 'GET', url: `/api${url}?${query.join('&')}`, payload, headers };
}

describe('every call, with hostile values', () => {
  beforeAll(async () => {
    for (let index = 0; index < 4; index += 1) {
      const lease = await contract({
        user_id: (await client()).id,
        property: { owners: [await owner()], fees: [{ name: 'IPTU', price: 5_000 }] },
      });
      const { id } = await invoice({ contract: lease });
      if (index % 2 === 0) await as('*').patch(`/invoice/${id}/down`, { paid_amount: 1550 });
    }
    await property();
  });

  const random = randomFrom(SEED);
  const answered = new Map<number, number>();

  // A stream has no end to wait for.
  const ending = operations.filter(({ operation }) => !operation.responses[200]?.content?.['text/event-stream']);
  test.each(ending)('$method $path never breaks', async (call) => {
    // Each call has a session of its own: one of them ends its session, another changes a password.
    const { token } = await signIn('*');
    for (let times = 0; times < REQUESTS_EACH; times += 1) {
      const sent = request(call, random);
      const answer = await app.inject({ ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } });
      const about = `seed ${SEED}: ${sent.method} ${sent.url} ${sent.payload?.slice(0, 300)} → ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      expect(answer.statusCode, about).toBeLessThan(500);
      if (answer.statusCode >= 400) expectProblem(answer, about);
      answered.set(answer.statusCode, (answered.get(answer.statusCode) ?? 0) + 1);
    }
  });

  test('afterwards the lists open and the books balance', async () => {
    // Some calls deleted people or changed their passwords.
    const headers = { authorization: `Bearer ${(await signIn('*')).token}` };
    for (const url of [
      '/invoice',
      '/invoice?status=ALL',
      '/proposal',
      '/user',
      '/property',
      '/financial/transfers',
      '/financial/resume',
      '/financial/commissions',
      '/financial/late',
      '/financial/transactions',
      '/movimentation/rents',
      '/movimentation/sales',
      '/movimentation/expenses',
      '/movimentation/incomes',
      '/movimentation/planned',
      '/user/owners',
    ])
      expect([url, (await app.inject({ method: 'GET', url: `/api${url}`, headers })).statusCode]).toEqual([url, 200]);
    expect(await verifyBooks(db)).toEqual([]);
    expect(answered.get(200), 'some of what was sent was honest').toBeGreaterThan(100);
    expect(answered.get(422), 'and much was not').toBeGreaterThan(100);
  });
});
