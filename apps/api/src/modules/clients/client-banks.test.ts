import { afterAll, describe, expect, test } from 'vitest';
import { firstError, refusal, trailOf } from '#test/answers.ts';
import { startApp } from '#test/harness.ts';

const { as, client, db, stop } = await startApp();
afterAll(stop);

describe('bank accounts', () => {
  const account = {
    code: '341',
    bank_name: 'Itaú Unibanco',
    holder_name: 'Ana Prado',
    account_number: '51782-4',
    agency_number: '0024',
    document: '529.982.247-25',
    pix_key: 'ana@exemplo.com.br',
  };
  const add = (id: number, body: object, headers?: Record<string, string>) =>
    as('CLIENT_EDIT').post(`/user/${id}/bank`, body, headers);

  test('are added, listed and removed, each in the trail', async () => {
    const { id } = await client();
    const added = await add(id, account);
    expect(added.statusCode).toBe(201);
    expect(added.json()).toEqual({
      ...account,
      id: expect.any(Number),
      account_type: 'CORRENTE',
      document: '52998224725',
      operation_number: null,
      obs: null,
      created_at: expect.any(String),
    });
    const { id: bankId } = added.json();
    for (const permission of ['CLIENT_VIEW', 'FINANCIAL_TRANSFER_VIEW'])
      expect((await as(permission).get(`/user/${id}/banks`)).json()).toEqual([added.json()]);
    expect((await as('CLIENT_EDIT').delete(`/user/${id}/bank/${bankId}`)).statusCode).toBe(204);
    expect((await as('CLIENT_VIEW').get(`/user/${id}/banks`)).json()).toEqual([]);
    expect((await trailOf(db, 'bank_account', bankId)).map((entry) => entry.action)).toEqual(['create', 'delete']);
  });

  test.each([
    ['code', 'Informe o banco'],
    ['bank_name', 'Informe o banco'],
    ['holder_name', 'Informe o nome do titular'],
    ['account_number', 'Informe a conta'],
    ['agency_number', 'Informe a agência'],
    ['document', 'Informe o CPF'],
  ])('need %s', async (field, message) => {
    const { id } = await client();
    expect(firstError(await add(id, { ...account, [field]: '' }))).toEqual([422, field, message]);
  });

  test('of a bank that no list knows are kept under the code', async () => {
    const { id } = await client();
    const added = (await add(id, { ...account, code: '999', bank_name: 'Banco da Esquina' })).json();
    expect([added.code, added.bank_name]).toEqual(['999', 'Não cadastrado']);
    expect(await trailOf(db, 'bank_account', added.id)).toMatchObject([{ changes: { bank_name: 'Não cadastrado' } }]);
  });

  test.each([
    [{ code: '1' }, 'code', 'Informe o banco'],
    [{ code: 'abc' }, 'code', 'Informe o banco'],
    [{ document: '111.111.111-11' }, 'document', 'CPF inválido. Confira os dígitos.'],
    [{ account_type: 'SALARIO' }, 'account_type', 'Opção inválida'],
    [{ pix_key: 'x'.repeat(141) }, 'pix_key', 'Use até 140 caracteres'],
  ])('refuse %j', async (overrides, field, message) => {
    const { id } = await client();
    expect(firstError(await add(id, { ...account, ...overrides }))).toEqual([422, field, message]);
  });

  test('refuse an older reading of their client', async () => {
    const { id } = await client();
    await as('CLIENT_EDIT').patch(`/user/${id}/user`, { name: 'Outra' });
    expect(refusal(await add(id, account, { 'if-match': '"1"' }))).toEqual([412, 'STALE_VERSION']);
    expect((await as('CLIENT_VIEW').get(`/user/${id}/banks`)).json()).toEqual([]);
  });

  test('are removed once, and not without the right', async () => {
    const { id } = await client();
    const { id: bankId } = (await add(id, account)).json();
    const remove = (...permissions: string[]) => as(...permissions).delete(`/user/${id}/bank/${bankId}`);
    expect((await remove('CLIENT_VIEW', 'CLIENT_DESTROY')).statusCode).toBe(403);
    expect((await remove('CLIENT_EDIT')).statusCode).toBe(204);
    expect(refusal(await remove('CLIENT_EDIT'))).toEqual([404, 'BANK_ACCOUNT_NOT_FOUND']);
    expect((await as('CLIENT_EDIT').delete(`/user/999999/bank/${bankId}`)).statusCode).toBe(404);
  });

  test('belong to their client', async () => {
    const [one, other] = [await client(), await client()];
    const { id: bankId } = (await add(one.id, account)).json();
    expect(refusal(await as('CLIENT_EDIT').delete(`/user/${other.id}/bank/${bankId}`))).toEqual([
      404,
      'BANK_ACCOUNT_NOT_FOUND',
    ]);
    expect(refusal(await add(999_999, account))).toEqual([404, 'CLIENT_NOT_FOUND']);
    expect(refusal(await as('CLIENT_VIEW').get('/user/999999/banks'))).toEqual([404, 'CLIENT_NOT_FOUND']);
  });

  test('an idempotency key adds one', async () => {
    const { id } = await client();
    const headers = { 'idempotency-key': 'conta' };
    const [first, again] = [await add(id, account, headers), await add(id, account, headers)];
    expect(again.json()).toEqual(first.json());
    expect((await as('CLIENT_VIEW').get(`/user/${id}/banks`)).json()).toHaveLength(1);
  });
});
