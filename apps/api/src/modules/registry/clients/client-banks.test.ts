import { afterAll, describe, expect, test } from 'vitest';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';

const { as, client, contract, db, invoice, owner, property, stop } = await startApp();
afterAll(stop);

const PIX = 'Chave Pix inválida. Use CPF, CNPJ, telefone, e-mail ou chave aleatória.';
const account = {
  code: '341',
  bank_name: 'Itaú Unibanco',
  holder_name: 'Ana Prado',
  account_number: '51782-3',
  agency_number: '0024',
  document: '529.982.247-25',
  pix_key: 'ana@exemplo.com.br',
};
const PIX_ALONE = { holder_name: 'Ana Prado', document: '529.982.247-25', pix_key: '(11) 99999-8888' };
const add = (id: number, body: object, headers?: Record<string, string>) =>
  as('CLIENT_EDIT').post(`/user/${id}/bank`, body, headers);

describe('bank accounts', () => {
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
      version: 1,
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
  ])('require %s', async (field, message) => {
    const { id } = await client();
    expect(firstError(await add(id, { ...account, [field]: '' }))).toEqual([422, field, message]);
  });

  test('of a bank outside the list keep its code', async () => {
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
    [{ pix_key: 'x'.repeat(141) }, 'pix_key', PIX],
    [{ pix_key: 'minha chave' }, 'pix_key', PIX],
    [{ pix_key: '529.982.247-26' }, 'pix_key', PIX],
    [{ pix_key: '(00) 99999-8888' }, 'pix_key', PIX],
    [{ pix_key: '123e4567e12b12d1a456426655440000' }, 'pix_key', PIX],
    [{ account_number: '51782-4' }, 'account_number', 'O dígito da conta não confere para este banco'],
    [{ account_number: 'minha' }, 'account_number', 'Informe a conta com o dígito, como 12345-6'],
    [{ agency_number: 'Centro' }, 'agency_number', 'Informe a agência com números, como 1234 ou 1234-5'],
    [
      { code: '001', agency_number: '0024-7', account_number: '51782-8' },
      'agency_number',
      'O dígito da agência não confere para este banco',
    ],
    [{ account_number: '' }, 'account_number', 'Informe a conta'],
    [{ code: null, agency_number: '', account_number: '', pix_key: '' }, 'code', 'Informe o banco'],
  ])('refuse %j', async (overrides, field, message) => {
    const { id } = await client();
    expect(firstError(await add(id, { ...account, ...overrides }))).toEqual([422, field, message]);
  });

  test.each([
    ['(11) 99999-8888', '+5511999998888'],
    ['529.982.247-25', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['Ana@Exemplo.com.br', 'ana@exemplo.com.br'],
    ['123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ])('keep the Pix key %s as %s', async (typed, kept) => {
    const { id } = await client();
    expect((await add(id, { ...account, pix_key: typed })).json().pix_key).toBe(kept);
  });

  test('of a bank without a known rule accept any digit', async () => {
    const { id } = await client();
    const added = await add(id, { ...account, code: '260', bank_name: 'Nu', account_number: '381967-1' });
    expect([added.statusCode, added.json().account_number]).toEqual([201, '381967-1']);
  });

  test('are refused with an outdated version of their client', async () => {
    const { id } = await client();
    await as('CLIENT_EDIT').patch(`/user/${id}/user`, { name: 'Outra' });
    expect(refusal(await add(id, account, { 'if-match': '"1"' }))).toEqual([412, 'STALE_VERSION']);
    expect((await as('CLIENT_VIEW').get(`/user/${id}/banks`)).json()).toEqual([]);
  });

  test('are removed once, and only with the permission', async () => {
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

  test('are added once with an idempotency key', async () => {
    const { id } = await client();
    const headers = { 'idempotency-key': 'conta' };
    const [first, again] = [await add(id, account, headers), await add(id, account, headers)];
    expect(again.json()).toEqual(first.json());
    expect((await as('CLIENT_VIEW').get(`/user/${id}/banks`)).json()).toHaveLength(1);
  });
});

describe('a Pix key alone', () => {
  test('is an account without bank, agency and number', async () => {
    const { id } = await client();
    const added = await add(id, { ...PIX_ALONE, code: '', bank_name: '', agency_number: '', account_number: '' });
    expect([added.statusCode, added.json()]).toMatchObject([
      201,
      { code: null, bank_name: null, agency_number: null, account_number: null, pix_key: '+5511999998888' },
    ]);
  });

  test('may have a bank', async () => {
    const { id } = await client();
    const added = await add(id, { ...PIX_ALONE, code: '260', bank_name: 'Nu' });
    expect([added.statusCode, added.json()]).toMatchObject([201, { code: '260', account_number: null }]);
  });

  test('is copied to the contract, the transfer and the payment of its owner', async () => {
    const payee = await client({ type: 'OWNER' });
    await add(payee.id, { ...PIX_ALONE, holder_name: payee.name, document: payee.cpf_cnpj });
    const place = await property({ owners: [payee] });
    const made = await as('*').post('/proposal/manual', {
      ...{ user_id: (await client()).id, property_id: place.id, current_price: 1500, commission: 10 },
      ...{ transfer_date: 10, guarantee: 'OTHER', start_date: '2026-01-01', end_date: '2028-06-30' },
    });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json();
    expect((await as('*').get(`/proposal/${id}`)).json()).toMatchObject({
      ...{ bank_code: null, bank_agency: null, bank_account: null },
      ...{ bank_pix: '+5511999998888', bank_cpf: payee.cpf_cnpj },
    });
    const [transfer = 0] = await transfersOf({ id });
    expect((await as('*').get(`/transfer/${transfer}`)).json().bank).toMatchObject({
      ...{ bank_code: null, account: null, pix: '+5511999998888', holder: payee.name },
    });
    const preview = await as('*').post('/financial/payments/preview', { transfers: [transfer] });
    expect(preview.json().lines).toMatchObject([
      { target: { kind: 'PIX', label: 'Pix (11) 99999-8888', bank: null, is_own: true }, problems: [] },
    ]);
  });
});

async function transfersOf({ id }: { id: number }): Promise<number[]> {
  const lease = await db.selectFrom('proposal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const bill = await invoice({ contract: lease });
  const paid = await as('*').patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  return (paid.json().transfers as { id: number }[]).map((transfer) => transfer.id);
}

describe('changing an account', () => {
  const edit = (id: number, bankId: number, body: object, headers?: Record<string, string>) =>
    as('CLIENT_EDIT').patch(`/user/${id}/bank/${bankId}`, body, headers);
  const ofOwner = async (id: number) =>
    db.selectFrom('bank_account').selectAll().where('client_id', '=', id).executeTakeFirstOrThrow();
  const draftOf = (kept: Awaited<ReturnType<typeof ofOwner>>) => {
    const { code, bank_name, holder_name, account_number, agency_number, document, pix_key } = kept;
    return { code, bank_name, holder_name, account_number, agency_number, document, pix_key };
  };

  test('stores the given values, and records old and new ones in the trail', async () => {
    const { id } = await client();
    const { id: bankId } = (await add(id, { ...account, obs: 'Do pai' })).json();
    const saved = await edit(id, bankId, { ...account, agency_number: '1234', account_number: '99-8' });
    expect([saved.statusCode, saved.headers.etag, saved.json()]).toMatchObject([
      200,
      '"2"',
      { id: bankId, agency_number: '1234', account_number: '99-8', obs: null, version: 2 },
    ]);
    expect((await as('CLIENT_VIEW').get(`/user/${id}/banks`)).json()).toEqual([saved.json()]);
    expect((await trailOf(db, 'bank_account', bankId)).at(-1)).toEqual({
      actor: 'Mariana Dias',
      action: 'update',
      changes: { agency_number: ['0024', '1234'], account_number: ['51782-3', '99-8'], obs: ['Do pai', null] },
    });
  });

  test('to the same values leaves no trail', async () => {
    const { id } = await client();
    const { id: bankId } = (await add(id, account)).json();
    expect((await edit(id, bankId, account)).json().version).toBe(1);
    expect(await trailOf(db, 'bank_account', bankId)).toHaveLength(1);
  });

  test('converts it to a Pix key alone and back', async () => {
    const { id } = await client();
    const { id: bankId } = (await add(id, account)).json();
    expect((await edit(id, bankId, { ...PIX_ALONE, code: '', account_number: '' })).json()).toMatchObject({
      ...{ code: null, bank_name: null, agency_number: null, account_number: null },
      pix_key: '+5511999998888',
    });
    expect((await edit(id, bankId, { ...account, pix_key: '' })).json()).toMatchObject({
      ...{ code: '341', agency_number: '0024', account_number: '51782-3', pix_key: null },
    });
  });

  test.each([
    [{ account_number: '51782-4' }, 'account_number', 'O dígito da conta não confere para este banco'],
    [{ pix_key: 'minha chave' }, 'pix_key', PIX],
    [{ code: '', agency_number: '', account_number: '', pix_key: null }, 'code', 'Informe o banco'],
  ])('to %j is refused', async (changes, field, message) => {
    const { id } = await client();
    const added = (await add(id, account)).json();
    expect(firstError(await edit(id, added.id, { ...account, ...changes }))).toEqual([422, field, message]);
    expect((await as('CLIENT_VIEW').get(`/user/${id}/banks`)).json()).toEqual([added]);
  });

  test('accepts an account that was invalid before these rules until it is edited', async () => {
    const { id } = await owner();
    const kept = await ofOwner(id);
    await db.updateTable('bank_account').set({ account_number: '51782-4' }).where('id', '=', kept.id).execute();
    expect((await as('CLIENT_VIEW').get(`/user/${id}/banks`)).json()).toMatchObject([{ account_number: '51782-4' }]);
    expect((await edit(id, kept.id, draftOf(kept))).json().account_number).toBe('51782-8');
  });

  test('is refused with an outdated version', async () => {
    const { id } = await client();
    const { id: bankId } = (await add(id, account)).json();
    const older = { 'if-match': '"1"' };
    expect((await edit(id, bankId, { ...account, obs: 'Um' }, older)).statusCode).toBe(200);
    const late = await edit(id, bankId, { ...account, obs: 'Dois' }, older);
    expect([...refusal(late), late.json().saved_by]).toEqual([412, 'STALE_VERSION', 'Mariana Dias']);
  });

  test('concurrently succeeds once, and gives the other call a conflict', async () => {
    const { id } = await client();
    const { id: bankId } = (await add(id, account)).json();
    const answers = await Promise.all(
      ['Um', 'Dois'].map((obs) => edit(id, bankId, { ...account, obs }, { 'if-match': '"1"' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412]);
  });

  test('requires its client and the permission', async () => {
    const [one, other] = [await client(), await client()];
    const { id: bankId } = (await add(one.id, account)).json();
    expect((await as('CLIENT_VIEW', 'USER_CREATE').patch(`/user/${one.id}/bank/${bankId}`, account)).statusCode).toBe(
      403,
    );
    expect(refusal(await edit(other.id, bankId, account))).toEqual([404, 'BANK_ACCOUNT_NOT_FOUND']);
    expect(refusal(await edit(999_999, bankId, account))).toEqual([404, 'CLIENT_NOT_FOUND']);
    await as('CLIENT_EDIT').delete(`/user/${one.id}/bank/${bankId}`);
    expect(refusal(await edit(one.id, bankId, account))).toEqual([404, 'BANK_ACCOUNT_NOT_FOUND']);
  });

  test('updates the contracts that pay into it, and their transfers warn', async () => {
    const payee = await owner();
    const [paid, elsewhere] = [
      await contract({ property: { owners: [payee] } }),
      await contract({ property: { owners: [payee] } }),
    ];
    await db.updateTable('proposal').set({ bank_account: '1-9' }).where('id', '=', elsewhere.id).execute();
    const [transfer] = await transfersOf(paid);
    const kept = await ofOwner(payee.id);
    await edit(payee.id, kept.id, { ...draftOf(kept), account_number: '210169-6' });
    expect((await as('*').get(`/transfer/${transfer}`)).json()).toMatchObject({
      bank: { agency: '0024-8', account: '210169-6', document: payee.cpf_cnpj },
      bank_changed: { at: expect.any(String), by: 'Mariana Dias' },
    });
    expect((await trailOf(db, 'proposal', paid.id)).at(-1)).toMatchObject({
      action: 'update',
      changes: { bank_account: ['51782-8', '210169-6'] },
    });
    expect((await as('*').get(`/proposal/${elsewhere.id}`)).json().bank_account).toBe('1-9');
  });

  test('leaves contracts of other owners, and ended ones that are paid', async () => {
    const payee = await owner();
    const kept = await ofOwner(payee.id);
    const over = await contract({ property: { owners: [payee] } });
    await db.updateTable('proposal').set({ status: 'CLOSED' }).where('id', '=', over.id).execute();
    const others = await contract();
    await db
      .updateTable('proposal')
      .set({ bank_cpf: payee.cpf_cnpj, bank_pix: kept.pix_key })
      .where('id', '=', others.id)
      .execute();
    await edit(payee.id, kept.id, { ...draftOf(kept), account_number: '210169-6' });
    for (const { id } of [over, others])
      expect((await as('*').get(`/proposal/${id}`)).json().bank_account).toBe('51782-8');
  });

  test('stores the given holder, and validates the document', async () => {
    const { id } = await client();
    const { id: bankId } = (await add(id, account)).json();
    const holder = { holder_name: 'Rui Prado', document: cpf(4_321) };
    expect((await edit(id, bankId, { ...account, ...holder })).json()).toMatchObject(holder);
    expect(firstError(await edit(id, bankId, { ...account, document: '111.111.111-11' }))[0]).toBe(422);
  });
});
