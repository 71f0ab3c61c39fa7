import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { secretSeal } from '#api/base/secrets/sealed-secret.ts';
import { codeOf } from '#test/authenticator.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { PASSWORD, staffPeople } from '#test/staff-people.ts';
import { sealSecrets } from './sealing.service.ts';

const agency = await startApp();
const { as, db, deps, stop } = agency;
const { person, tokenOf, holding, enrol, login } = staffPeople(agency);
const NEW = 'outra chave para os segredos dos testes';
const keyless = await buildApp({ ...deps, secrets: secretSeal({ key: NEW }) });
afterAll(async () => {
  await keyless.close();
  await stop();
});

const storedOf = (id: number) =>
  db
    .selectFrom('second_factor')
    .select(['secret', 'pending'])
    .where('admin_user_id', '=', id)
    .executeTakeFirstOrThrow();
const loginWithout = (email: string, code: string) =>
  keyless.inject({ method: 'POST', url: '/api/user/admin/session', payload: { email, password: PASSWORD, code } });

async function withFactor() {
  const one = await person();
  return { ...one, ...(await enrol(await tokenOf(one.email))) };
}

test('the database holds secrets sealed, and one moved to another person does not open', async () => {
  const [rita, bruno] = [await withFactor(), await withFactor()];
  const { secret } = await storedOf(rita.id);
  expect(secret).toMatch(/^sealed:/);
  expect(secret).not.toContain(rita.secret);
  await db.updateTable('second_factor').set({ secret }).where('admin_user_id', '=', bruno.id).execute();
  expect(refusal(await login(bruno.email, codeOf(rita.secret)))).toEqual([409, 'SECOND_FACTOR_UNREADABLE']);
  await db.deleteFrom('second_factor').where('admin_user_id', '=', bruno.id).execute();
});

test('without its key a code is refused in words; recovery codes and the reset still work', async () => {
  const { id, email, secret, codes } = await withFactor();
  expect(refusal(await loginWithout(email, codeOf(secret)))).toEqual([409, 'SECOND_FACTOR_UNREADABLE']);
  expect((await loginWithout(email, codes[0] ?? '')).statusCode).toBe(201);
  expect((await as('*').delete(`/user/admin/user/${id}/second-factor`)).statusCode).toBeLessThan(300);
  expect((await login(email)).statusCode).toBe(201);
});

test('a key that is set and cannot be read stores nothing in the clear', async () => {
  const { email } = await person();
  const token = await tokenOf(email);
  const app = await buildApp({ ...deps, secrets: secretSeal({ problem: 'O arquivo da chave não pôde ser lido.' }) });
  const answer = await app.inject({
    method: 'PUT',
    url: '/api/user/admin/second-factor',
    headers: { authorization: `Bearer ${token}` },
  });
  await app.close();
  expect(refusal(answer)).toEqual([409, 'SECRETS_KEY_MISSING']);
  expect((await holding(token).get('/user/admin/second-factor')).json()).toMatchObject({ on: false });
});

test('plain secrets are sealed and old keys replaced in blocks, again without effect; foreign ones stay', async () => {
  await db.deleteFrom('second_factor').execute();
  const group = await db
    .insertInto('permission_group')
    .values({ name: 'Muitos', permissions: ['PROPOSAL_VIEW'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const people = await db
    .insertInto('admin_user')
    .values(
      Array.from({ length: 401 }, (_, n) => ({
        name: 'Ana',
        email: `muitos${n}@morada.test`,
        password_hash: '-',
        group_id: group.id,
      })),
    )
    .returning('id')
    .execute();
  await db
    .insertInto('second_factor')
    .values(people.map(({ id }) => ({ admin_user_id: id, pending: 'ABCDEFGH' })))
    .execute();
  expect(await sealSecrets(deps)).toEqual({ sealed: 401, unreadable: 0 });
  expect(await sealSecrets(deps)).toEqual({ sealed: 0, unreadable: 0 });
  expect(await sealSecrets({ db, secrets: secretSeal({ key: NEW }) })).toEqual({ sealed: 0, unreadable: 401 });
  const secrets = secretSeal({ key: NEW, old: ['uma chave para os segredos dos testes'] });
  expect(await sealSecrets({ db, secrets })).toEqual({ sealed: 401, unreadable: 0 });
  const { id } = people[400] ?? { id: 0 };
  expect(secrets.openText(`second_factor.pending:${id}`, (await storedOf(id)).pending ?? '')).toBe('ABCDEFGH');
});
