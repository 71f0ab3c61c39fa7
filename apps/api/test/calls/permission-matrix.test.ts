import { type Access, granted, PERMISSIONS } from '@morada/domain/access/permissions';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '../harness.ts';
import { settingsFor, startStubServer } from '../outside.ts';
import { randomFrom } from '../random.ts';
import { smallAgency } from '../small-agency.ts';
import { described, honest } from './described.ts';
import { OWN, type Row, SPECIFIED } from './permission-table.ts';

const stub = await startStubServer();
afterAll(stub.close);
const agency = await startApp({ hears: true, outside: openOutside(readSettings(settingsFor(stub.url))) });
const { app, anonymous, db, signIn, sessionOf, stop } = agency;
afterAll(stop);
const { operations } = await described(anonymous);

const TABLE: readonly Row[] = [...SPECIFIED, ...OWN];
const random = randomFrom(20_261_122);

// The table -----------------------------------------------------------------------------------------------------------

/** The specification's two spellings of one permission. */
const ALIASES: Record<string, string> = { PROPERTY_REQUESTS_VIEW: 'PROPERTY_REQUEST_VIEW', USER_VIEW: 'CLIENT_VIEW' };

function codesOf(codes: string) {
  const named = codes.split(/[|&]/).map((code) => code.trim());
  for (const code of named) if (!PERMISSIONS.some((known) => known === code)) throw new Error(`unknown code ${code}`);
  return named;
}

/** Whether a person with this one permission may make the call. */
function isRight(held: string, right: string): boolean {
  if (right === 'public' || right === 'login' || held === '*') return true;
  if (right === '*') return false;
  const [full = '', ref] = right.split('; ref:');
  const code = ALIASES[held] ?? held;
  if (ref !== undefined && codesOf(ref).includes(code)) return true;
  return full.includes('&') ? codesOf(full).every((one) => one === code) : codesOf(full).includes(code);
}

// Callers -------------------------------------------------------------------------------------------------------------

const NOBODY_IN_PARTICULAR = 'NENHUM_DOS_CODIGOS';
const GROUPS = [...PERMISSIONS, ...Object.keys(ALIASES), '*', NOBODY_IN_PARTICULAR];
type Caller = { who: string; adminId: number; token: string };
let signedIn: Caller[];
/** Unauthenticated callers: no token, a token expired either way, one of a deleted person, and a malformed one. */
const strangers: { who: string; authorization?: string }[] = [{ who: 'no token' }];

beforeAll(async () => {
  await smallAgency(agency);
  await smallOffice();
  signedIn = await Promise.all(GROUPS.map(async (code) => ({ who: code, ...(await signIn(code)) })));
  // Some calls require a password given within ten minutes, and a busy machine takes longer to reach them.
  await db.updateTable('session').set({ confirmed_at: sql`now() + interval '1 day'` }).execute();

  const tokenOf = async (who: string, columns: object) => {
    const { token } = await signIn('*');
    await db.updateTable('session').set(columns).where('token_hash', '=', hashOf(token)).execute();
    strangers.push({ who, authorization: `Bearer ${token}` });
  };
  await tokenOf('left alone for twelve hours', { seen_at: sql`now() - interval '721 minutes'` });
  await tokenOf('thirty days old', { created_at: sql`now() - interval '30 days 1 minute'` });
  const gone = await signIn('*');
  const boss = agency.as('*');
  expect((await boss.delete(`/user/admin/user?id=${gone.adminId}`)).statusCode).toBe(204);
  strangers.push({ who: 'who has left', authorization: `Bearer ${gone.token}` });
  // A session that outlived its person.
  await db
    .insertInto('session')
    .values({ token_hash: hashOf(gone.token), admin_user_id: gone.adminId })
    .execute();
  strangers.push({ who: 'a token never given', authorization: `Bearer ${newToken()}` });
  strangers.push({ who: 'no token’s shape', authorization: 'Basic bW9yYWRhOm1vcmFkYQ==' });
});

/** At least one record of each kind besides contracts and money: the first of each has id 1. */
async function smallOffice() {
  const staff = agency.as('*');
  const made = [
    await staff.post('/contract/template', { name: 'Locação', body: '<p>Contrato</p>' }),
    await staff.post('/notification/system', { name: 'Aviso', message: 'Reunião' }),
  ];
  for (const answer of made) expect(answer.statusCode, answer.body).toBe(201);
  const { id: property_id } = await agency.property();
  await db
    .insertInto('contact_message')
    .values({ name: 'Rui', email: 'rui@exemplo.com.br', message: 'Olá', property_id })
    .execute();
  await db
    .insertInto('schedule')
    .values({ property_id, name: 'Rui', phone: '32988412076', date: '2026-03-20', shift: 'AM' })
    .execute();
}

// Requests ------------------------------------------------------------------------------------------------------------

type Call = { call: string; right: string; method: string; url: string; operation: (typeof operations)[number] };

const calls: Call[] = TABLE.map(([call, right]) => {
  const [method = '', url = ''] = call.split(' ');
  const path = url.replace(/\?.*/, '').replace(/:(\w+)(=\w+)?/g, '{$1}');
  const operation = operations.find((served) => served.method === method && served.path === path);
  if (!operation) throw new Error(`${call} is not served`);
  return { call, right, method, url, operation };
});

const KNOWN = '1';
const UNKNOWN = '999999999999';
/**
 * Records that a caller without the right asks for: in the short form every second caller asks for the one that exists,
 * the others for the one that does not; in the long one (`FUZZ_TIMES`) each asks for both.
 */
const recordsOf = (turn: number) => {
  if (process.env.FUZZ_TIMES) return [KNOWN, UNKNOWN];
  return turn % 2 === 0 ? [KNOWN] : [UNKNOWN];
};

/** Whether the declared right of a call, by which it is refused before its handler, is that of the table for every group. */
const isDeclared = ({ operation: { operation }, right }: Call) =>
  GROUPS.every((held) => Boolean(granted([held], operation['x-permission'] as Access)) === isRight(held, right));

/** In the short form a call with such a right is asked for by every sixteenth group, by others in another call. */
const isInTurn = (group: number, call: number) => Boolean(process.env.FUZZ_TIMES) || (group + call) % 16 === 0;

/** The path with parameters filled in: alternating words, and the given record id. */
function address({ url, operation: { operation } }: Call, record: string, turn: number) {
  const filled = url.replace(/:(\w+)(?:=(\w+))?/g, (_, name: string, fixed?: string) => {
    if (fixed) return fixed;
    const schema = operation.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
    const words = schema?.enum ?? [];
    return words.length > 0 ? String(words[turn % words.length]) : record;
  });
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${schema.enum?.[0] ?? record}`);
  return `/api${filled}${query.length > 0 ? `${filled.includes('?') ? '&' : '?'}${query.join('&')}` : ''}`;
}

const BOUNDARY = 'limite';
const FORM = {
  payload: [
    `--${BOUNDARY}`,
    'content-disposition: form-data; name="file"; filename="a.txt"',
    '',
    'a',
    `--${BOUNDARY}--`,
  ]
    .join('\r\n')
    .concat('\r\n'),
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
};

/** A valid body, so that only the permission can refuse it; with the permission, an empty form. */
function sent({ operation: { operation } }: Call, isHonest: boolean) {
  const content = operation.requestBody?.content ?? {};
  if (content['multipart/form-data']) return FORM;
  const schema = content['application/json']?.schema;
  if (!schema) return { headers: {} };
  const payload = isHonest ? honest('', schema, random) : '{}';
  return { payload, headers: { 'content-type': 'application/json' } };
}

const ask = (call: Call, record: string, isHonest: boolean, turn: number, authorization?: string) => {
  const { headers, ...body } = sent(call, isHonest);
  return app.inject({
    method: call.method as InjectOptions['method'],
    url: address(call, record, turn),
    ...body,
    headers: { ...headers, ...(authorization && { authorization }) },
    // Public routes have a rate limit for each address.
    remoteAddress: `10.0.${random.integer(0, 255)}.${random.integer(1, 254)}`,
    // A stream has no end to wait for: its headers suffice.
    payloadAsStream: true,
  });
};

// Data ----------------------------------------------------------------------------------------------------------------

const tables = await sql<{ name: string }>`
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
const sums = tables.rows.map(
  ({ name }) =>
    sql`(select md5(coalesce(string_agg(row, '|' order by row), '')) from (select (to_jsonb(t) - 'seen_at')::text as row from ${sql.table(name)} t) rows) as ${sql.ref(name)}`,
);
/** Compiled once, since it runs after every few calls. */
const allSums = sql<Record<string, string>>`select ${sql.join(sums)}`.compile(db);

/**
 * Hash of every table, the trail included. `seen_at` of sessions is excluded: it changes once a minute, refused or not.
 */
async function written(): Promise<Record<string, string>> {
  const { rows } = await db.executeQuery(allSums);
  return rows[0] ?? {};
}

/** Refused calls after which the tables are compared. */
const CALLS_A_LOOK = 16;
const NO_SESSION = { status: 401, code: 'UNAUTHENTICATED' };
const NO_RIGHT = { status: 403, code: 'PERMISSION_DENIED' };

describe('the table', () => {
  test('contains every served call, and no other', () => {
    const inTable = calls.map(({ method, operation }) => `${method} ${operation.path}`);
    expect([...new Set(inTable)].sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test('contains the calls of the specification', () => {
    expect(SPECIFIED).toHaveLength(112);
    expect(new Set(TABLE.map(([call]) => call)).size).toBe(TABLE.length);
    // The specification's 56, two each of the tax year, the reconciliation, payments by Pix and maintenance, four of
    // collection and three of leads.
    expect(PERMISSIONS).toHaveLength(75);
  });
});

/** Calls whose path decides the right: their handler refuses, so that each group asks for each of them. */
const BY_THE_PATH = calls.filter((call) => !isDeclared(call));

describe('declared', () => {
  test('is the right of the table for every group, but where the path decides', () => {
    const kinds = new Set(BY_THE_PATH.map(({ call }) => call.replace(/=\w+/, '')));
    expect([...kinds]).toEqual(['GET /import/:kind/example', 'POST /import/:kind/file/:sheet']);
  });
});

describe('refused', () => {
  let before: Record<string, string>;
  let cells = 0;
  /** Calls since the last comparison of the tables; a comparison costs as much as a call. */
  let unseen: string[] = [];
  async function expectUnchanged() {
    expect({ calls: unseen, tables: await written() }).toEqual({ calls: unseen, tables: before });
    unseen = [];
  }
  beforeAll(async () => {
    before = await written();
    expect(Object.keys(before).length).toBeGreaterThan(40);
  });

  test.each(
    calls
      .filter(({ right }) => right !== 'public')
      .map((call, number) => ({ ...call, number, isSampled: isDeclared(call) })),
  )('$call', async ({ number, isSampled, ...call }) => {
    const without = strangers.map(({ who, authorization }) => ({ who, authorization, expected: NO_SESSION }));
    const refused = signedIn
      .filter(({ who }, group) => !isRight(who, call.right) && (!isSampled || isInTurn(group, number)))
      .map(({ who, token }) => ({ who, authorization: `Bearer ${token}`, expected: NO_RIGHT }));
    const answers = await Promise.all(
      // An existing and a missing record are refused alike.
      [...without, ...refused].flatMap(({ who, authorization, expected }, turn) =>
        recordsOf(turn).map(async (record) => {
          const answer = await ask(call, record, true, turn, authorization);
          return { who, record, expected, answer: answer.statusCode, problem: await problemOf(answer) };
        }),
      ),
    );
    cells += answers.length;
    for (const { who, record, expected, answer, problem } of answers)
      expect({ who, record, status: answer, code: problem.code }).toEqual({ who, record, ...expected });
    const words = new Set(answers.map(({ problem }) => JSON.stringify(problem)));
    expect(words.size).toBe(refused.length > 0 ? 2 : 1);
    unseen.push(call.call);
    if (unseen.length === CALLS_A_LOOK) await expectUnchanged();
  });

  test('in all, and nothing was written', async () => {
    await expectUnchanged();
    // Some 460 calls by six unauthenticated callers and a sixteenth of some 60 groups without the permission.
    expect(cells).toBeGreaterThan(process.env.FUZZ_TIMES ? 15_000 : 5_500);
  });
});

async function problemOf(answer: Awaited<ReturnType<typeof ask>>) {
  const text = await textOf(answer);
  return JSON.parse(text) as { code: string };
}

async function textOf(answer: Awaited<ReturnType<typeof ask>>) {
  const parts: Buffer[] = [];
  for await (const part of answer.stream()) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

describe('granted', () => {
  test.each(calls.map((call, number) => ({ ...call, number, isSampled: isDeclared(call) })))(
    '$call',
    async ({ number, isSampled, ...call }) => {
      const granted = signedIn.filter(
        ({ who }, group) => isRight(who, call.right) && (!isSampled || who === '*' || isInTurn(group, number)),
      );
      expect(granted.map(({ who }) => who)).toContain('*');
      const callers: { who: string; authorization?: string }[] = await Promise.all(
        granted.map(async ({ who, adminId, token }) => ({
          who,
          authorization: `Bearer ${call.call === 'DELETE /user/admin/session' ? await sessionOf(adminId) : token}`,
        })),
      );
      if (call.right === 'public') callers.push(...strangers);
      const answers = await Promise.all(
        callers.map(async ({ who, authorization }, turn) => {
          const answer = await ask(call, UNKNOWN, false, turn, authorization);
          const status = answer.statusCode;
          const isRefused = status === 401 || status === 403 || status >= 500;
          if (isRefused) return { who, status, says: await textOf(answer) };
          answer.stream().destroy();
          return undefined;
        }),
      );
      expect(answers.filter((refused) => refused !== undefined)).toEqual([]);
    },
  );
});

describe('the reduced projection', () => {
  /** Personal data that must not be in labels of a select box. */
  const OWN_DATA = {
    email: 'olga.refugio@exemplo.com.br',
    phone: '32987650011',
    cellphone: '32987650022',
    rg: 'MG-77.001.122',
    street: 'Rua das Camélias Recolhidas',
    complement: 'Fundos da padaria',
    cep: '36099123',
    spounce_name: 'Otávio Recolhido',
  };
  const account_number = '99887-6';
  const pix_key = 'chave-recolhida@exemplo.com.br';
  let cpf_cnpj: string;
  let clientId: number;
  let propertyId: number;

  beforeAll(async () => {
    const { id, cpf_cnpj: document } = await agency.owner({ name: 'Olga Refúgio' });
    await db.updateTable('client').set(OWN_DATA).where('id', '=', id).execute();
    await db.updateTable('bank_account').set({ account_number, pix_key }).where('client_id', '=', id).execute();
    [clientId, cpf_cnpj] = [id, document];
    propertyId = (await agency.property({ owners: [{ id }], street: 'Rua Anunciada' })).id;
    await db.updateTable('property').set({ reason: 'Segredo da casa' }).where('id', '=', propertyId).execute();
    await agency.contract({ user_id: id });
  });

  const masked = (document: string) => document.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
  const ofPeople = () => [...Object.values(OWN_DATA), account_number, pix_key, cpf_cnpj, masked(cpf_cnpj)];

  /** For each call: the requested record, the label it must show, and the fields that only the full answer has. */
  const PROJECTIONS: Record<string, () => { record?: number; label: string; withheld: string[]; full: string | null }> =
    {
      'GET /user?page=1': () => ({ label: 'Olga Refúgio', withheld: ofPeople(), full: OWN_DATA.email }),
      'GET /user': () => ({ label: 'Olga Refúgio', withheld: ofPeople(), full: OWN_DATA.email }),
      'GET /user/owners': () => ({ label: 'Olga Refúgio', withheld: ofPeople(), full: null }),
      'GET /user/:id': () => ({ record: clientId, label: 'Olga Refúgio', withheld: ofPeople(), full: account_number }),
      'GET /property': () => ({
        label: 'Rua Anunciada',
        withheld: [...ofPeople(), 'Olga Refúgio'],
        full: 'Olga Refúgio',
      }),
      'GET /property/:id/admin': () => ({
        record: propertyId,
        label: 'Rua Anunciada',
        withheld: [...ofPeople(), 'Segredo da casa'],
        full: 'Segredo da casa',
      }),
      'GET /user/admin/users': () => ({
        label: 'Mariana Dias',
        withheld: ['@morada.test', '"email"'],
        full: '@morada.test',
      }),
      'GET /user/admin/groups': () => ({ label: 'Grupo 1', withheld: ['CLIENT_VIEW', '"users"'], full: 'CLIENT_VIEW' }),
    };

  const answerTo = async (call: Call, code: string, record: number | undefined) => {
    const token = signedIn.find(({ who }) => who === code)?.token;
    const answer = await ask(call, String(record), false, 0, `Bearer ${token}`);
    return { status: answer.statusCode, text: await textOf(answer) };
  };

  test.each(calls.filter(({ right }) => right.includes('ref:')).map(({ call }) => call))('covers %s', (call) => {
    expect(Object.keys(PROJECTIONS)).toContain(call);
  });

  test.each(Object.keys(PROJECTIONS))('%s', async (name) => {
    const { record, label, withheld, full } = PROJECTIONS[name]?.() ?? expect.unreachable();
    const call = calls.find((one) => one.call === name) ?? expect.unreachable();
    const [whole = '', reduced] = call.right.split('; ref:');
    for (const code of codesOf(reduced ?? whole)) {
      const { status, text } = await answerTo(call, code, record);
      expect([code, status, text.includes(label)]).toEqual([code, 200, true]);
      expect([code, withheld.filter((secret) => text.includes(secret))]).toEqual([code, []]);
    }
    if (full) expect((await answerTo(call, codesOf(whole)[0] ?? '', record)).text).toContain(full);
  });
});
