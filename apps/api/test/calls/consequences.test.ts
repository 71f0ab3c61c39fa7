import { CONSEQUENCES } from '@morada/contract/base/consequences';
import { afterAll, describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { csv, importDesk } from '../desks/import-desk.ts';
import { cpf } from '../factories.ts';
import { startApp } from '../harness.ts';
import { refusal } from './answers.ts';
import { described } from './described.ts';

const agency = await startApp();
const { as, anonymous, db, client, owner, property, contract, invoice, signIn, stop } = agency;
afterAll(stop);

const callsThat = (what: 'ranked' | 'warns') =>
  Object.entries(CONSEQUENCES)
    .filter(([, consequence]) => consequence[what])
    .map(([call]) => call)
    .toSorted();

describe('calls limited by rank', () => {
  type Target = { adminId: number; groupId: number };
  type Staff = ReturnType<typeof as>;
  const NEW = { name: 'Nova', email: 'nova@morada.test', password: 'janela-azul-7' };
  /** Actions of a person with only the call's own permission against an administrator, or their group. */
  const ABOVE: Record<string, (staff: Staff, target: Target) => ReturnType<Staff['get']>> = {
    'POST /user/admin/user': (staff, { groupId }) => staff.post('/user/admin/user', { ...NEW, groupId }),
    'PATCH /user/admin/user/:id': (staff, { adminId }) => staff.patch(`/user/admin/user/${adminId}`, { name: 'Eu' }),
    'DELETE /user/admin/user': (staff, { adminId }) => staff.delete(`/user/admin/user?id=${adminId}`),
    'DELETE /user/admin/user/:id/sessions': (staff, { adminId }) =>
      staff.delete(`/user/admin/user/${adminId}/sessions`),
    'DELETE /user/admin/user/:id/second-factor': (staff, { adminId }) =>
      staff.delete(`/user/admin/user/${adminId}/second-factor`),
    'PUT /user/admin/user/:id/invitation': (staff, { adminId }) => staff.put(`/user/admin/user/${adminId}/invitation`),
    'POST /user/admin/group': (staff) => staff.post('/user/admin/group', { name: 'Donos', permissions: ['*'] }),
    'PATCH /user/admin/group/:id': (staff, { groupId }) => staff.patch(`/user/admin/group/${groupId}`, { name: 'Eu' }),
    'DELETE /user/admin/group': (staff, { groupId }) => staff.delete(`/user/admin/group?id=${groupId}`),
  };

  test('are exactly these', () => {
    expect(Object.keys(ABOVE).toSorted()).toEqual(callsThat('ranked'));
  });

  test.each(Object.entries(ABOVE))('%s refuses a higher-ranked target', async (_, call) => {
    const target = await signIn('*');
    const staff = as('ADMIN_USER_CREATE', 'ADMIN_USER_DESTROY', 'ADMIN_GROUP_CREATE', 'GROUP_DESTROY');
    await staff.get('/dashboard/badges');
    const before = await staffNow();
    const answer = await call(staff, target);
    expect([answer.statusCode, refusal(answer)[1]]).toEqual([403, expect.stringMatching(/BEYOND|ABOVE/)]);
    expect(await staffNow()).toEqual(before);
  });

  const staffNow = () =>
    db
      .selectFrom('admin_user')
      .innerJoin('permission_group as g', 'g.id', 'admin_user.group_id')
      .innerJoin('session', 'session.admin_user_id', 'admin_user.id')
      .select(['admin_user.id', 'admin_user.name', 'admin_user.deleted_at', 'g.name as group', 'g.permissions'])
      .orderBy('admin_user.id')
      .execute();
});

describe('calls after which transfers warn', () => {
  const boss = as('*');
  const ACCOUNT = { code: '341', bank_name: 'Itaú', agency_number: '1234', account_number: '99-8' };
  const accountOf = ({ name, cpf_cnpj }: { name: string; cpf_cnpj: string }) => ({
    ...ACCOUNT,
    ...{ holder_name: name, document: cpf_cnpj, account_type: 'CORRENTE' },
  });
  const two = async () => {
    const [one, other] = [await owner(), await owner()];
    return { one, other, given: await contract({ property: { owners: [one, other] } }) };
  };
  const done = (answer: { statusCode: number; body: string }) =>
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  type Contract = Awaited<ReturnType<typeof contract>>;

  /** Performs each action, and returns the contract whose next transfers it affects. */
  const DONE: Record<string, () => Promise<Contract>> = {
    'POST /user/:id/bank': async () => {
      const payee = await client({ type: 'OWNER' });
      const given = await contract({ property: { owners: [await owner(), payee] } });
      done(await boss.post(`/user/${payee.id}/bank`, accountOf(payee)));
      return given;
    },
    'PATCH /user/:id/bank/:bankId': async () => {
      const { other, given } = await two();
      const { id } = await db
        .selectFrom('bank_account')
        .select('id')
        .where('client_id', '=', other.id)
        .executeTakeFirstOrThrow();
      done(await boss.patch(`/user/${other.id}/bank/${id}`, accountOf(other)));
      return given;
    },
    'DELETE /user/:id/bank/:bankId': async () => {
      const { other, given } = await two();
      const { id } = await db
        .selectFrom('bank_account')
        .select('id')
        .where('client_id', '=', other.id)
        .executeTakeFirstOrThrow();
      await boss.post(`/user/${other.id}/bank`, accountOf(other));
      await db.deleteFrom('trail').where('record', '=', 'bank_account').execute();
      done(await boss.delete(`/user/${other.id}/bank/${id}`));
      return given;
    },
    'POST /account-request/:id/apply': async () => {
      const { other, given } = await two();
      const { id: bank_account_id } = await db
        .selectFrom('bank_account')
        .select('id')
        .where('client_id', '=', other.id)
        .executeTakeFirstOrThrow();
      const { id } = await db
        .insertInto('bank_account_request')
        .values({
          ...ACCOUNT,
          ...{ client_id: other.id, bank_account_id, account_type: 'CORRENTE', state: 'WAITING_AGENCY' },
          ...{ holder_name: other.name, document: other.cpf_cnpj, confirmed_at: new Date() },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      done(await boss.post(`/account-request/${id}/apply`));
      await db.deleteFrom('bank_account_request').execute();
      return given;
    },
    'PUT /property/:id/member/OWNER/:clientId': async () => {
      const { given } = await two();
      done(await boss.put(`/property/${given.property_id}/member/OWNER/${(await owner()).id}`));
      return given;
    },
    'DELETE /property/:id/member/:clientId': async () => {
      const { given, other } = await two();
      done(await boss.delete(`/property/${given.property_id}/member/${other.id}`));
      return given;
    },
    'POST /proposal/manual': async () => {
      const place = await property();
      const answer = await boss.post('/proposal/manual', {
        ...{ user_id: (await client()).id, property_id: place.id, current_price: 1500, commission: 10 },
        ...{ transfer_date: 10, guarantee: 'OTHER', start_date: '2026-01-01', end_date: '2028-06-30' },
        ...{ bank_code: '341', bank_full_name: 'Outra Pessoa', bank_account: '1-9', bank_agency: '33' },
        bank_cpf: '529.982.247-25',
      });
      done(answer);
      // Without a registered account of the owner, the contract's account is the one paid.
      await db.deleteFrom('bank_account').execute();
      return db.selectFrom('proposal').selectAll().where('id', '=', answer.json().id).executeTakeFirstOrThrow();
    },
    'PATCH /proposal/:id': async () => {
      const given = await contract();
      done(await boss.patch(`/proposal/${given.id}`, { bank_account: '1-9' }));
      return given;
    },
    'POST /import/:id/run': async () => {
      const desk = await importDesk(agency, boss);
      const columns = ['Nome', 'Tipo', 'CPF/CNPJ', 'Banco', 'Agência', 'Conta', 'Chave Pix'];
      const line = ['Lúcia Prado', 'Proprietário', cpf(77), '104', '1689', '610851-9', cpf(77)];
      expect(await desk.bring('people', csv(columns, line))).toMatchObject({ fresh: 1 });
      await desk.jobs.stop();
      // Created after the worker stopped, since the worker would bill the contract immediately.
      const given = await contract();
      const { id } = await db
        .selectFrom('client')
        .select('id')
        .where('cpf_cnpj', '=', cpf(77))
        .executeTakeFirstOrThrow();
      await db
        .updateTable('property_owner')
        .set({ client_id: id })
        .where('property_id', '=', given.property_id)
        .execute();
      return given;
    },
  };

  test('are exactly these', () => {
    expect(Object.keys(DONE).toSorted()).toEqual(callsThat('warns'));
  });

  test.each(Object.entries(DONE))('%s', async (_, change) => {
    const given = await change();
    const { id } = await invoice({ contract: given });
    const paid = await boss.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    done(paid);
    const transfers = await Promise.all(
      (paid.json().transfers as { id: number }[]).map(async (one) => (await boss.get(`/transfer/${one.id}`)).json()),
    );
    expect(transfers.map(({ bank_changed }) => bank_changed)).toContainEqual({
      at: expect.any(String),
      by: 'Mariana Dias',
    });
  });

  test('no transfer warns without a change', async () => {
    const { given } = await two();
    const { id } = await invoice({ contract: given });
    const paid = await boss.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    for (const one of paid.json().transfers)
      expect((await boss.get(`/transfer/${one.id}`)).json().bank_changed).toBeNull();
  });
});

test('the API documents the consequences of each call, and whether it asks for the password', LONG, async () => {
  const { operations } = await described(anonymous);
  const told = operations
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, operation }) => {
      const { 'x-moves': moves, 'x-confirmation': confirm } = operation as unknown as Record<string, unknown>;
      return [`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, moves, confirm];
    });
  expect(told.toSorted()).toEqual(
    Object.entries(CONSEQUENCES)
      .map(([call, { moves, confirm }]) => [call, moves, confirm])
      .toSorted(),
  );
});
