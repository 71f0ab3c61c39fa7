import { CONSEQUENCES } from '@morada/contract/base/consequences';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { refusal } from '#test/calls/answers.ts';
import { importDesk } from '#test/desks/import-desk.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { PASSWORD, staffPeople } from '#test/staff-people.ts';

const agency = await startApp();
const { db, client, owner, property, contract, invoice, signIn } = agency;
const { person, tokenOf, holding, age } = staffPeople(agency);
afterAll(agency.stop);

const ACCOUNT = {
  ...{ code: '341', bank_name: 'Itaú Unibanco', holder_name: 'Ana Prado', account_number: '51782-3' },
  ...{ agency_number: '0024', document: '529.982.247-25', pix_key: 'ana@exemplo.com.br' },
};
const BANK = {
  ...{ bank_code: '341', bank_full_name: 'Outra Pessoa', bank_account: '1-9', bank_agency: '33' },
  bank_cpf: '529.982.247-25',
};
const TERMS = {
  ...{ current_price: 1500, commission: 10, transfer_date: 10, guarantee: 'OTHER' },
  ...{ start_date: '2026-03-01', end_date: '2028-08-31' },
};
const AGREEMENT = { bank: '341', fields: { agency: '0810', account: '53678', account_digit: '9', wallet: '109' } };

type Call = readonly [method: 'post' | 'put' | 'patch' | 'delete', url: string, body?: object];
type Boss = { id: number };
let everything: { groupId: number };
let clerk: { id: number; groupId: number };

/** Guarded calls with what they need; created for each use, since some succeed only once. */
const GUARDED: Record<string, (boss: Boss) => Promise<Call>> = {
  'a new account of a client': async () => ['post', `/user/${(await client()).id}/bank`, ACCOUNT],
  'an account of a client changed': async () => {
    const { id } = await owner();
    const { id: account } = await db
      .selectFrom('bank_account')
      .select('id')
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow();
    return ['patch', `/user/${id}/bank/${account}`, ACCOUNT];
  },
  'an account of a client taken away': async () => {
    const { id } = await owner();
    const { id: account } = await db
      .selectFrom('bank_account')
      .select('id')
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow();
    return ['delete', `/user/${id}/bank/${account}`];
  },
  'the password of a client': async () => [
    'patch',
    `/user/${(await client()).id}/user`,
    { password: 'quintal com jabuticaba' },
  ],
  'a new owner of a let property': async () => [
    'put',
    `/property/${(await contract()).property_id}/member/OWNER/${(await owner()).id}`,
  ],
  'the share of an owner of a let property': async () => {
    const [one, other] = [await owner(), await owner()];
    const { property_id } = await contract({ property: { owners: [one, other] } });
    return ['put', `/property/${property_id}/member/OWNER/${other.id}`, { share: 90 }];
  },
  'an owner of a let property taken away': async () => {
    const [one, other] = [await owner(), await owner()];
    const { property_id } = await contract({ property: { owners: [one, other] } });
    return ['delete', `/property/${property_id}/member/${other.id}`];
  },
  'a new owner where the contract ended and an invoice is still open': async () => {
    const ended = await contract();
    await invoice({ contract: ended });
    const { id, property_id } = ended;
    await db.updateTable('proposal').set({ status: 'CLOSED' }).where('id', '=', id).execute();
    await db.updateTable('property').set({ status: 'AVAILABLE' }).where('id', '=', property_id).execute();
    return ['put', `/property/${property_id}/member/OWNER/${(await owner()).id}`];
  },
  'an import whose lines carry accounts': async (boss) => ['post', `/import/${await staged(boss, '341')}/run`],
  'an import whose lines carry Pix keys alone': async (boss) => [
    'post',
    `/import/${await staged(boss, '', 'lucia@exemplo.com.br')}/run`,
  ],
  'the account of a contract': async () => ['patch', `/proposal/${(await contract()).id}`, BANK],
  'a contract with an account that is not its owner’s': async () => [
    'post',
    '/proposal/manual',
    { ...TERMS, ...BANK, user_id: (await client()).id, property_id: (await property()).id },
  ],
  'one’s other sessions ended': async () => ['delete', '/user/admin/sessions'],
  'the agency’s Pix': async () => ['patch', '/agency', { pix_key: `pix${Math.random()}@morada.test` }],
  'the agency’s agreement': async () => ['put', '/agency/agreement', AGREEMENT],
  'whether a second factor is asked for': async () => {
    await db.updateTable('agency').set({ require_second_factor: true }).execute();
    return ['patch', '/agency', { require_second_factor: false }];
  },
  'another’s e-mail': async () => [
    'patch',
    `/user/admin/user/${clerk.id}`,
    { email: `novo${Math.random()}@morada.test` },
  ],
  'another’s group': async () => [
    'patch',
    `/user/admin/user/${(await person()).id}`,
    { groupId: (await signIn('FEED_VIEW')).groupId },
  ],
  'another’s password': async () => ['patch', `/user/admin/user/${clerk.id}`, { password: 'janela-azul-7' }],
  'a new person with every permission': async () => [
    'post',
    '/user/admin/user',
    {
      ...{ name: 'Nova', email: `nova${Math.random()}@morada.test`, password: 'janela-azul-7' },
      groupId: everything.groupId,
    },
  ],
  'a new person with few permissions': async () => [
    'post',
    '/user/admin/user',
    {
      ...{ name: 'Nova', email: `nova${Math.random()}@morada.test`, password: 'janela-azul-7' },
      groupId: (await signIn('FEED_VIEW')).groupId,
    },
  ],
  'a group that may do everything': async () => [
    'post',
    '/user/admin/group',
    { name: `Donos ${Math.random()}`, permissions: ['*'] },
  ],
  'a group that may do more': async () => [
    'patch',
    `/user/admin/group/${(await signIn('FEED_VIEW')).groupId}`,
    { permissions: ['FEED_VIEW', 'FINANCIAL_TRANSFER_EDIT'] },
  ],
  'a group that shall do everything': async () => [
    'patch',
    `/user/admin/group/${(await signIn('FEED_VIEW')).groupId}`,
    { permissions: ['*'] },
  ],
};

const FREE: Record<string, (boss: Boss) => Promise<Call>> = {
  'a new owner of a property that is not let': async () => [
    'put',
    `/property/${(await property()).id}/member/OWNER/${(await owner()).id}`,
  ],
  'an owner who is there already': async () => {
    const { id } = await owner();
    const { property_id } = await contract({ property: { owners: [{ id }] } });
    return ['put', `/property/${property_id}/member/OWNER/${id}`];
  },
  'an import without accounts': async (boss) => ['post', `/import/${await staged(boss, '')}/run`],
  'a group that may do less': async () => [
    'patch',
    `/user/admin/group/${(await signIn('FEED_VIEW', 'FEED_EDIT')).groupId}`,
    { permissions: ['FEED_VIEW'] },
  ],
  'the rest of the agency': async () => ['patch', '/agency', { phone: '32988412076' }],
  'another’s name': async () => ['patch', `/user/admin/user/${clerk.id}`, { name: 'Cida Prado' }],
  'a group with few rights': async () => [
    'post',
    '/user/admin/group',
    { name: `Poucos ${Math.random()}`, permissions: ['FEED_VIEW'] },
  ],
  'a contract with its owner’s own account': async () => [
    'post',
    '/proposal/manual',
    { ...TERMS, user_id: (await client()).id, property_id: (await property()).id },
  ],
  'the rest of a contract': async () => ['patch', `/proposal/${(await contract()).id}`, { discount: 10 }],
};

beforeAll(async () => {
  everything = await signIn('*');
  clerk = await person();
  // Starting a run enqueues a job, which needs the worker's tables. It stays queued: its lines would count as written.
  await (await importDesk(agency, agency.as('*'))).jobs.stop();
});

/** A staged file of one person, ready to run. */
async function staged({ id: admin_user_id }: Boss, bank: string, pix = '') {
  people += 1;
  const mapping = { nome: 0, tipo: 1, documento: 2, banco: 3, agencia: 4, conta: 5, pix: 6 };
  const { id } = await db
    .insertInto('import_run')
    .values({
      ...{ kind: 'people', file_name: 'pessoas.csv', columns: Object.keys(mapping), total: 1, admin_user_id },
      mapping: JSON.stringify(mapping),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cells = ['Lúcia Prado', 'Proprietário', cpf(5_000 + people), bank, '1689', '610851-9', pix];
  await db.insertInto('import_line').values({ run_id: id, line: 2, cells }).execute();
  return id;
}
let people = 0;

async function boss() {
  const { id, email } = await person('*');
  const token = await tokenOf(email);
  return { id, token, call: ([method, url, body]: Call) => holding(token)[method](url, body) };
}

describe('ten minutes after the password was given', () => {
  test.each(Object.entries(GUARDED))('%s requires it, and succeeds with it', async (_, made) => {
    const { id, token, call } = await boss();
    await age(token);
    const wanted = await made({ id });
    const before = await everythingWritten();
    const refused = await call(wanted);
    expect(refusal(refused)).toEqual([401, 'reauth-required']);
    expect(refused.json().type).toMatch(/reauth-required$/);
    expect(await everythingWritten()).toEqual(before);
    expect((await holding(token).put('/user/admin/confirmation', { password: PASSWORD })).statusCode).toBe(204);
    const done = await call(wanted);
    expect(done.statusCode, done.body).toBeOneOf([200, 201, 204]);
  });

  test.each(Object.entries(FREE))('%s doesn’t require it', async (_, made) => {
    const { id, token, call } = await boss();
    await age(token);
    const done = await call(await made({ id }));
    expect(done.statusCode, done.body).toBeOneOf([200, 201]);
  });
});

test('no call asks within ten minutes', LONG, async () => {
  const { id, call } = await boss();
  for (const [about, made] of Object.entries(GUARDED)) {
    const done = await call(await made({ id }));
    expect([about, done.statusCode < 300, done.body]).toEqual([about, true, done.body]);
  }
});

describe('the table of consequences', () => {
  const calls = Object.entries(CONSEQUENCES);

  test('lists calls that always ask, before they read anything', async () => {
    const { token } = await boss();
    await age(token);
    const always = calls.filter(([, { confirm }]) => confirm === 'always').map(([call]) => call);
    expect(always.length).toBeGreaterThan(5);
    const method = { POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
    for (const call of always) {
      const [verb = '', path = ''] = call.split(' ');
      const answer = await holding(token)[method[verb as keyof typeof method]](path.replace(/:\w+/g, '999999'));
      expect([call, ...refusal(answer)]).toEqual([call, 401, 'reauth-required']);
    }
  });

  test('lists every call that asks conditionally', async () => {
    const { id } = await boss();
    const made = await Promise.all(Object.values(GUARDED).map((one) => one({ id })));
    await db.updateTable('agency').set({ require_second_factor: false }).execute();
    const isMade = (call: string) => {
      const [verb = '', path = ''] = call.split(' ');
      const pattern = new RegExp(`^${path.replace(/:\w+/g, '\\d+')}$`);
      return made.some(([method, url]) => method.toUpperCase() === verb && pattern.test(url));
    };
    const sometimes = calls.filter(([, { confirm }]) => confirm === 'sometimes').map(([call]) => call);
    // The own password is confirmed in a field of its own: session.test.ts.
    expect(sometimes.filter((call) => !isMade(call))).toEqual(['PATCH /user/admin/password']);
  });
});

test('a confirmation lasts ten minutes, in its own session', async () => {
  const { email } = await person('*');
  const [one, other] = [await tokenOf(email), await tokenOf(email)];
  await age(one);
  await age(other);
  const change = async (token: string) =>
    (await holding(token).patch('/agency', { pix_key: `pix${Math.random()}@morada.test` })).statusCode;
  await holding(one).put('/user/admin/confirmation', { password: PASSWORD });
  expect([await change(one), await change(other)]).toEqual([200, 401]);
  await sql`update session set confirmed_at = now() - interval '10 minutes' where token_hash = ${hashOf(one)}`.execute(
    db,
  );
  expect(await change(one)).toBe(401);
});

/** Row counts of everything written, the trail included. */
async function everythingWritten() {
  const { rows } = await sql`
    select (select count(*) from trail) as actions, (select count(*) from bank_account where deleted_at is null) as accounts,
      (select count(*) from proposal) as contracts, (select count(*) from admin_user) as people,
      (select count(*) from permission_group) as groups, (select count(*) from import_run where status = 'STAGED') as staged,
      (select json_agg(o order by property_id, client_id) from property_owner o) as owners, (select version from agency) as agency`.execute(
    db,
  );
  return rows[0];
}
