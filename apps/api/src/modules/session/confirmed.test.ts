import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '#api/secrets.ts';
import { refusal } from '#test/answers.ts';
import { startApp } from '#test/harness.ts';
import { PASSWORD, staffPeople } from '#test/staff-people.ts';

const agency = await startApp();
const { db, client, owner, property, contract, signIn } = agency;
const { person, tokenOf, holding, age } = staffPeople(agency);
afterAll(agency.stop);

const ACCOUNT = {
  ...{ code: '341', bank_name: 'Itaú Unibanco', holder_name: 'Ana Prado', account_number: '51782-4' },
  ...{ agency_number: '0024', document: '529.982.247-25', pix_key: 'ana@exemplo.com.br' },
};
const BANK = {
  ...{ bank_code: '341', bank_full_name: 'Outra Pessoa', bank_account: '1-2', bank_agency: '33' },
  bank_cpf: '529.982.247-25',
};
const TERMS = {
  ...{ current_price: 1500, commission: 10, transfer_date: 10, guarantee: 'OTHER' },
  ...{ start_date: '2026-03-01', end_date: '2028-08-31' },
};
const AGREEMENT = { bank: '341', fields: { agency: '0810', account: '53678', account_digit: '9', wallet: '109' } };

type Call = readonly [method: 'post' | 'put' | 'patch' | 'delete', url: string, body?: object];
let everything: { groupId: number };
let clerk: { id: number; groupId: number };

/** Each with what it is asked for; made anew, since some can be done once. */
const GUARDED: Record<string, () => Promise<Call>> = {
  'a new account of a client': async () => ['post', `/user/${(await client()).id}/bank`, ACCOUNT],
  'an account of a client taken away': async () => {
    const { id } = await owner();
    const { id: account } = await db
      .selectFrom('bank_account')
      .select('id')
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow();
    return ['delete', `/user/${id}/bank/${account}`];
  },
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
  'somebody new who may do everything': async () => [
    'post',
    '/user/admin/user',
    {
      ...{ name: 'Nova', email: `nova${Math.random()}@morada.test`, password: 'janela-azul-7' },
      groupId: everything.groupId,
    },
  ],
  'a group that may do everything': async () => [
    'post',
    '/user/admin/group',
    { name: `Donos ${Math.random()}`, permissions: ['*'] },
  ],
  'a group that shall do everything': async () => [
    'patch',
    `/user/admin/group/${(await signIn('FEED_VIEW')).groupId}`,
    { permissions: ['*'] },
  ],
};

const FREE: Record<string, () => Promise<Call>> = {
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
});

async function boss() {
  const token = await tokenOf((await person('*')).email);
  return { token, call: ([method, url, body]: Call) => holding(token)[method](url, body) };
}

describe('ten minutes after the password was given', () => {
  test.each(Object.entries(GUARDED))('%s asks for it, and then is done', async (_, made) => {
    const { token, call } = await boss();
    await age(token);
    const wanted = await made();
    const before = await everythingWritten();
    const refused = await call(wanted);
    expect(refusal(refused)).toEqual([401, 'reauth-required']);
    expect(refused.json().type).toMatch(/reauth-required$/);
    expect(await everythingWritten()).toEqual(before);
    expect((await holding(token).put('/user/admin/confirmation', { password: PASSWORD })).statusCode).toBe(204);
    const done = await call(wanted);
    expect(done.statusCode, done.body).toBeOneOf([200, 201, 204]);
  });

  test.each(Object.entries(FREE))('%s doesn’t', async (_, made) => {
    const { token, call } = await boss();
    await age(token);
    const done = await call(await made());
    expect(done.statusCode, done.body).toBeOneOf([200, 201]);
  });
});

test('sooner nothing asks', async () => {
  const { call } = await boss();
  for (const [about, made] of Object.entries(GUARDED)) {
    const done = await call(await made());
    expect([about, done.statusCode < 300, done.body]).toEqual([about, true, done.body]);
  }
});

test('a confirmation is good for ten minutes, in the session where it was given', async () => {
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

/** How much was done, the trail included. */
async function everythingWritten() {
  const { rows } = await sql`
    select (select count(*) from trail) as deeds, (select count(*) from bank_account where deleted_at is null) as accounts,
      (select count(*) from proposal) as contracts, (select count(*) from admin_user) as people,
      (select count(*) from permission_group) as groups, (select version from agency) as agency`.execute(db);
  return rows[0];
}
