import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const TODAY = '2026-03-10';
const { as, anonymous, ctx, db, clock, client, owner, property, contract, invoice, stop } = await startApp({
  today: TODAY,
});
afterAll(stop);
beforeEach(() => {
  clock.today = TODAY;
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const refusal = (answer: Answer) => [answer.statusCode, answer.json().message];
const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};

const reader = as('PROPOSAL_VIEW');
const editor = as('PROPOSAL_EDIT');
const staff = as('*');
const create = (body: object, headers?: Record<string, string>) =>
  as('PROPOSAL_CREATE').post('/proposal/manual', body, headers);
const show = async (id: number) => (await reader.get(`/proposal/${id}`)).json();
const update = (id: number, body: object, headers?: Record<string, string>) =>
  editor.patch(`/proposal/${id}`, body, headers);
const close = (id: number) => editor.patch(`/proposal/${id}/close`);
const remove = (id: number) => as('PROPOSAL_DELETE').delete(`/proposal/${id}`);
/** Documents and e-mails find people for readers who may see them. */
const found = async (query: string) =>
  (await as('PROPOSAL_VIEW', 'CLIENT_VIEW').get(`/proposal?${query}`)).json().data.map((row: { id: number }) => row.id);
const statusOf = async (propertyId: number) =>
  (await db.selectFrom('property').select('status').where('id', '=', propertyId).executeTakeFirstOrThrow()).status;

/** Body of the form: a tenant, and a property whose owner has a bank account. */
const form = async (overrides: object = {}) => ({
  user_id: (await client()).id,
  property_id: (await property()).id,
  current_price: 1500,
  commission: 10,
  transfer_date: 10,
  guarantee: 'OTHER',
  start_date: '2026-03-01',
  end_date: '2028-08-31',
  ...overrides,
});
const extra = { description: 'Pintura', amount: 80, type: 'DEBIT', influence: 'EXPENSE', boleto: true };

const CALLS = [
  ['get', '/proposal', 'PROPOSAL_EDIT'],
  ['post', '/proposal/manual', 'PROPOSAL_EDIT'],
  ['get', '/proposal/1', 'FINANCIAL_VIEW'],
  ['patch', '/proposal/1', 'PROPOSAL_VIEW'],
  ['patch', '/proposal/1/close', 'PROPOSAL_DELETE'],
  ['delete', '/proposal/1', 'PROPOSAL_EDIT'],
  ['put', '/proposal/1/guarantor', 'PROPOSAL_CREATE'],
  ['delete', '/proposal/1/guarantor', 'PROPOSAL_DELETE'],
  ['put', '/proposal/1/extra', 'PROPOSAL_CREATE'],
  ['delete', '/proposal/1/extra', 'PROPOSAL_DELETE'],
] as const;

describe.each(CALLS)('%s %s', (method, url, other) => {
  test('requires a session', async () => {
    expect(refusal(await anonymous[method](url))).toEqual([401, 'Sua sessão terminou. Entre de novo.']);
  });
  test(`isn’t permitted by ${other}`, async () => {
    expect(refusal(await as(other)[method](url))).toEqual([403, 'Você não tem permissão para esta ação.']);
  });
});

describe('POST /proposal/manual', () => {
  test('rents the property, and copies the owner’s bank account', async () => {
    const payee = await owner({ name: 'Helena Antunes' });
    const { id: property_id } = await property({ owners: [payee] });
    const answer = await create(await form({ property_id }));
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: expect.any(Number) }]);
    expect(await statusOf(property_id)).toBe('RENTED');
    expect(await show(answer.json().id)).toMatchObject({
      status: 'APPROVED',
      price: 1500,
      current_price: 1500,
      discount: 0,
      commission: 10,
      with_commission: 1,
      prorate: true,
      transfer_date: 10,
      registered_on: TODAY,
      billing_lead_days: 10,
      next_readjustment: '2027-03-01',
      owner: 'Helena Antunes',
      owners: [{ id: payee.id, name: 'Helena Antunes' }],
      bank_code: '001',
      bank_name: 'Banco do Brasil',
      bank_full_name: 'Helena Antunes',
      bank_account: '51782-8',
      bank_agency: '0024-8',
      bank_cpf: payee.cpf_cnpj,
      guarantors: [],
      extraValues: [],
      invoices: [],
      transfers: [],
    });
  });

  test('stores the values of the form', async () => {
    const guarantor = await client({ type: 'GUARANTOR', name: 'Rui Barbosa' });
    const given = await form({
      ...{ price: 1400.5, discount: 50.25, commission: 8.5, with_commission: 0, prorate: false, transfer_date: 31 },
      ...{ guarantee: 'BONDSMAN', guarantors: [guarantor.id], next_readjustment: '2027-01-15' },
      ...{
        bank_code: '341',
        bank_full_name: 'Outra Pessoa',
        bank_account: '1-9',
        bank_agency: '33',
        bank_cpf: '529.982.247-25',
      },
    });
    const { id } = (await create(given)).json();
    expect(await show(id)).toMatchObject({
      ...{ price: 1400.5, discount: 50.25, commission: 8.5, with_commission: 0, prorate: false, transfer_date: 31 },
      ...{ guarantee: 'BONDSMAN', next_readjustment: '2027-01-15', bank_code: '341', bank_cpf: '52998224725' },
      guarantors: [{ user_id: guarantor.id, name: 'Rui Barbosa', cpf_cnpj: guarantor.cpf_cnpj }],
    });
  });

  test('sells a property for sale', async () => {
    const { id } = await property({ type: 'SALE' });
    await create(await form({ property_id: id, with_commission: true }));
    expect(await statusOf(id)).toBe('SOLD');
  });

  test.each([
    ['user_id', undefined, 'Informe o inquilino'],
    ['user_id', 999_999, 'Informe o inquilino'],
    ['property_id', undefined, 'Informe o imóvel'],
    ['property_id', 999_999, 'Informe o imóvel'],
    ['current_price', undefined, 'Informe o preço atual de cobrança'],
    ['current_price', 0, 'Informe o preço atual de cobrança'],
    ['commission', undefined, 'Informe a quantidade'],
    ['commission', 101, 'Informe a quantidade'],
    ['transfer_date', 0, 'Informe o dia do pagamento'],
    ['transfer_date', 32, 'Informe o dia do pagamento'],
    ['guarantee', undefined, 'Informe a garantia'],
    ['start_date', '2026-02-30', 'Informe a data inicial do contrato'],
    ['start_date', '9999-12-31', 'Informe a data inicial do contrato'],
    ['end_date', undefined, 'Informe a data final do contrato'],
    ['end_date', '2026-02-28', 'A data final vem depois da inicial'],
    ['discount', 1500.01, 'O desconto passa do aluguel'],
    ['next_readjustment', '2026-02-28', 'O próximo reajuste vem depois do início'],
    ['with_commission', 2, 'Informe se recebe comissão'],
    ['bank_code', '1', 'Informe o banco'],
  ])('refuses %s %j', async (field, value, message) => {
    expect(firstError(await create(await form({ [field]: value })))).toEqual([422, field, message]);
  });

  test('validates the given account, which may be a Pix key alone', async () => {
    const typed = { bank_full_name: 'Outra Pessoa', bank_cpf: '529.982.247-25' };
    const itau = { ...typed, bank_code: '341', bank_agency: '33', bank_account: '1-2' };
    expect(firstError(await create(await form(itau)))).toEqual([
      ...[422, 'bank_account', 'O dígito da conta não confere para este banco'],
    ]);
    const made = await create(await form({ ...typed, bank_pix: '529.982.247-25' }));
    expect(await show(made.json().id)).toMatchObject({ bank_code: null, bank_pix: '52998224725' });
    expect(firstError(await create(await form({ ...typed, bank_code: '341' })))[0]).toBe(422);
  });

  test('requires the bank when the owner has no account', async () => {
    const payee = await client({ type: 'OWNER' });
    const { id: property_id } = await property({ owners: [payee] });
    expect(firstError(await create(await form({ property_id })))).toEqual([422, 'bank_code', 'Informe o banco']);
    expect(await statusOf(property_id)).toBe('AVAILABLE');
  });

  test('requires guarantors for that guarantee, other than the tenant', async () => {
    const tenant = await client();
    const bondsman = { guarantee: 'BONDSMAN', user_id: tenant.id };
    expect(firstError(await create(await form(bondsman)))).toEqual([422, 'guarantors.0', 'Selecione o fiador']);
    expect(firstError(await create(await form({ ...bondsman, guarantors: [999_999] })))).toEqual([
      422,
      'guarantors.0',
      'Selecione o fiador',
    ]);
    expect(firstError(await create(await form({ ...bondsman, guarantors: [tenant.id] })))).toEqual([
      422,
      'guarantors.0',
      'O inquilino não pode ser o próprio fiador',
    ]);
  });

  test('refuses a second contract in force, and the owner as tenant', async () => {
    const payee = await owner();
    const { id: property_id } = await property({ owners: [payee] });
    expect(firstError(await create(await form({ property_id, user_id: payee.id })))).toEqual([
      422,
      'user_id',
      'O proprietário do imóvel não pode ser o inquilino',
    ]);
    const { id } = (await create(await form({ property_id }))).json();
    expect(firstError(await create(await form({ property_id })))).toEqual([
      409,
      'property_id',
      'Este imóvel já tem um contrato em andamento',
    ]);
    await close(id);
    expect((await create(await form({ property_id }))).statusCode).toBe(201);
  });

  test('creates one for a repeated Idempotency-Key', async () => {
    const given = await form();
    const key = { 'idempotency-key': 'contract-1' };
    const one = await create(given, key);
    expect((await create(given, key)).json()).toEqual(one.json());
    expect((await create({ ...given, commission: 9 }, key)).statusCode).toBe(422);
  });
});

describe('GET /proposal', async () => {
  const books = await startApp({ today: TODAY });
  afterAll(books.stop);
  const list = async (query = '') => (await books.as('PROPOSAL_VIEW').get(`/proposal${query}`)).json();

  test('returns a page, or every contract without one', LONG, async () => {
    for (let more = 0; more < 21; more += 1) await books.contract();
    expect(await list('?page=1')).toMatchObject({ page: 1, lastPage: 2, total: 21 });
    expect((await list('?page=2')).data).toHaveLength(1);
    expect(await list('?page=3')).toMatchObject({ data: [], page: 3, total: 21 });
    const all = await list();
    expect(all).toHaveLength(21);
    expect(all[0]).toEqual({
      id: 21,
      user_id: expect.any(Number),
      tenant: expect.any(String),
      property_id: expect.any(Number),
      property: expect.stringContaining('Rua São Mateus'),
      owner: expect.any(String),
      bank_full_name: expect.any(String),
      price: 1500,
      current_price: 1500,
      start_date: '2026-01-01',
      end_date: '2028-07-01',
      ends_at_term: false,
      next_readjustment: '2027-01-01',
      renewed: true,
      delayed: false,
      status: 'APPROVED',
    });
  });
});

describe('finding a contract', () => {
  test('matches tenant, owner, address, document and id', async () => {
    const tenant = await client({ name: 'Zélia Çá Fontoura', cpf_cnpj: '11144477735' });
    const payee = await owner({ name: 'Ígor Nóbrega' });
    const { id } = await contract({
      user_id: tenant.id,
      property: { owners: [payee], street: 'Ladeira do Quebra-Galho' },
    });
    for (const query of ['fontoura zelia', 'NOBREGA', 'ladeira galho', '111.444.777-35', '11144477735'])
      expect([query, await found(`page=1&query=${encodeURIComponent(query)}`)]).toEqual([query, [id]]);
    expect(await found(`page=1&id=${id}`)).toEqual([id]);
    expect(await found('page=1&query=fontoura%20igor')).toEqual([]);
  });

  test('filters by status, and by readjustment, which sales never await', async () => {
    const late = await contract({ next_readjustment: '2026-03-09' });
    const soon = await contract({ next_readjustment: '2026-04-09' });
    const later = await contract({ next_readjustment: '2026-04-10' });
    const closed = await contract();
    await close(closed.id);
    const sold = await contract({ next_readjustment: '2026-03-01', property: { type: 'SALE' } });
    await contract({ next_readjustment: '2026-04-01', property: { type: 'SALE' } });
    expect(await show(sold.id)).toMatchObject({ next_readjustment: null, renewed: true, delayed: false });
    expect((await as('PROPOSAL_VIEW').get(`/proposal?page=1&id=${sold.id}`)).json().data).toMatchObject([
      { id: sold.id, next_readjustment: null, renewed: true, delayed: false },
    ]);
    expect(await found('page=1&readjustment=LATE')).toEqual([late.id]);
    expect(await found('page=1&readjustment=SOON')).toEqual([soon.id]);
    expect(await found('page=1&status=CLOSED')).toContain(closed.id);
    expect(await show(late.id)).toMatchObject({ renewed: false, delayed: false });
    expect(await show(soon.id)).toMatchObject({ renewed: true, delayed: true });
    expect(await show(later.id)).toMatchObject({ renewed: true, delayed: false });
  });
});

test('filters contracts past their end: those that run on, and all to be extended or closed', async () => {
  const runsOn = await contract({ start_date: '2024-01-01', end_date: '2026-03-09' });
  const ends = await contract({ start_date: '2024-01-01', end_date: '2026-03-09', ends_at_term: true });
  const sold = await contract({ start_date: '2024-01-01', end_date: '2026-03-09', property: { type: 'SALE' } });
  const soon = await contract({ start_date: '2024-01-01', end_date: '2026-04-09' });
  const later = await contract({ start_date: '2024-01-01', end_date: '2026-04-10' });
  const closed = await contract({ start_date: '2024-01-01', end_date: '2026-03-09' });
  await close(closed.id);
  const ours = [runsOn, ends, sold, soon, later, closed].map(({ id }) => id);
  const ending = async (word: string) =>
    (await found(`page=1&ending=${word}`))
      .filter((id: number) => ours.includes(id))
      .toSorted((a: number, b: number) => a - b);
  expect(await ending('INDEFINITE')).toEqual([runsOn.id]);
  expect(await ending('PAST')).toEqual([runsOn.id, ends.id, sold.id]);
  expect(await ending('SOON')).toEqual([soon.id]);
  expect(await ending('DECIDE')).toEqual([runsOn.id, ends.id, sold.id, soon.id]);
  // A sale ends at its term, like a lease with `ends_at_term`.
  expect([
    (await show(runsOn.id)).ends_at_term,
    (await show(ends.id)).ends_at_term,
    (await show(sold.id)).ends_at_term,
  ]).toEqual([false, true, true]);
});

describe('PATCH /proposal/:id', () => {
  test('applies new terms to the next invoice, not to issued ones', async () => {
    const { id } = await contract();
    const issued = await invoice({ contract: { id } as never, reference: '2026-03' });
    const answer = await update(id, {
      current_price: 1650.75,
      end_date: '2029-01-31',
      next_readjustment: '2027-02-01',
    });
    expect(answer.json()).toMatchObject({ price: 1500, current_price: 1650.75, end_date: '2029-01-31' });
    clock.today = '2026-04-01';
    await billDay(ctx);
    const { invoices } = await show(id);
    expect(invoices).toMatchObject([
      { reference: '2026-04', amount: 1650.75 },
      { id: issued.id, reference: '2026-03', amount: 1500 },
    ]);
  });

  test.each<[body: object, field: string, message: string]>([
    [{ discount: 1500.01 }, 'discount', 'O desconto passa do aluguel'],
    [{ current_price: 99.99 }, 'discount', 'O desconto passa do aluguel'],
    [{ current_price: 2000, discount: 2000.01 }, 'discount', 'O desconto passa do aluguel'],
    [{ next_readjustment: '2025-12-31' }, 'next_readjustment', 'O próximo reajuste vem depois do início'],
    [{ start_date: '2027-01-02' }, 'next_readjustment', 'O próximo reajuste vem depois do início'],
    [
      { current_price: 1600, readjustment: { index: null, percent: 450 } },
      'readjustment.percent',
      'Use um percentual entre −100% e 100%',
    ],
  ])('%j is refused at %s, and changes nothing', async (body, field, message) => {
    const { id } = await contract({ discount: 10_000 });
    const before = await show(id);
    expect(firstError(await as('PROPOSAL_EDIT').patch(`/proposal/${id}`, body))).toEqual([422, field, message]);
    expect(await show(id)).toEqual(before);
  });

  test('accepts changes of a contract with an old error elsewhere', async () => {
    const { id } = await contract();
    const slip = { discount: 200_000, next_readjustment: '2025-06-01' } as const;
    await db.updateTable('proposal').set(slip).where('id', '=', id).execute();
    expect((await as('PROPOSAL_EDIT').patch(`/proposal/${id}`, { commission: 9 })).statusCode).toBe(200);
  });

  test('is permitted by either of the two permissions', async () => {
    const { id } = await contract();
    expect((await as('PROPOSAL_UPDATE').patch(`/proposal/${id}`, { discount: 10 })).statusCode).toBe(200);
  });

  test('records old and new values and their author', async () => {
    const { id } = await contract();
    await update(id, { current_price: 1600, commission: 10 });
    await update(id, { current_price: 1600 });
    const rows = await db
      .selectFrom('trail')
      .select(['actor', 'action', 'changes'])
      .where('record', '=', 'proposal')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { action: 'create' },
      { actor: 'Mariana Dias', action: 'update', changes: { current_price: [150_000, 160_000] } },
    ]);
    expect(rows).toHaveLength(2);
    const { rows: same } = await sql<{ same: boolean }>`select t.xmin = p.xmin as same from trail t, proposal p
      where p.id = ${id} and t.record = 'proposal' and t.record_id = p.id and t.action = 'update'`.execute(db);
    expect(same).toEqual([{ same: true }]);
  });

  test.each([
    ['end_date', '2025-12-31', 'A data final vem depois da inicial'],
    ['end_date', 'amanhã', 'Informe a data final do contrato'],
    ['next_readjustment', '', 'Informe a data do próximo reajuste'],
    ['bank_cpf', '', 'Informe o CPF'],
    ['bank_cpf', '111.111.111-11', 'CPF inválido. Confira os dígitos.'],
    ['bank_account', ' ', 'Informe a conta'],
    ['bank_account', '51782-4', 'O dígito da conta não confere para este banco'],
    ['bank_agency', '0024-7', 'O dígito da agência não confere para este banco'],
    ['bank_pix', 'minha chave', 'Chave Pix inválida. Use CPF, CNPJ, telefone, e-mail ou chave aleatória.'],
    ['discount', -1, 'Informe o desconto'],
    ['with_commission', null, 'Informe se recebe comissão'],
  ])('refuses %s %j', async (field, value, message) => {
    const { id } = await contract();
    expect(firstError(await update(id, { [field]: value }))).toEqual([422, field, message]);
  });

  test('accepts other changes of a contract with an account from before these rules', async () => {
    const { id } = await contract();
    const old = { bank_account: '51782-4', bank_pix: 'minha chave' };
    await db.updateTable('proposal').set(old).where('id', '=', id).execute();
    expect((await update(id, { ...old, discount: 10 })).statusCode).toBe(200);
    expect(await show(id)).toMatchObject({ ...old, discount: 10 });
  });

  test('clears bank, agency and number for a Pix key alone', async () => {
    const { id } = await contract();
    const changes = { bank_code: '', bank_agency: '', bank_account: '', bank_pix: '(11) 99999-8888' };
    expect((await update(id, changes)).statusCode).toBe(200);
    expect(await show(id)).toMatchObject({
      ...{ bank_code: null, bank_name: null, bank_agency: null, bank_account: null },
      bank_pix: '+5511999998888',
    });
    expect(firstError(await update(id, { bank_pix: '' }))).toEqual([422, 'bank_code', 'Informe o banco']);
  });

  test('refuses an outdated version, naming who saved since', async () => {
    const { id } = await contract();
    const { etag } = (await reader.get(`/proposal/${id}`)).headers;
    await update(id, { discount: 10 });
    const stale = await update(id, { discount: 20 }, { 'if-match': String(etag) });
    expect(refusal(stale)).toEqual([412, 'Outra pessoa salvou este cadastro antes.']);
    expect(stale.json()).toMatchObject({ saved_by: 'Mariana Dias', version: 2 });
    expect((await show(id)).discount).toBe(10);
  });

  test('returns 404 for missing records', async () => {
    expect(refusal(await update(999_999, {}))).toEqual([404, 'Não encontramos o contrato']);
    expect(refusal(await reader.get('/proposal/999999'))).toEqual([404, 'Não encontramos o contrato']);
  });
});

describe('PATCH /proposal/:id/close', () => {
  test('frees the property, keeps due invoices and withdraws later ones', async () => {
    const lease = await contract();
    const due = await invoice({ contract: lease, reference: '2026-03' });
    const ahead = await invoice({ contract: lease, reference: '2026-04' });
    const paidAhead = await invoice({ contract: lease, reference: '2026-05' });
    await staff.patch(`/invoice/${paidAhead.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const closed = await close(lease.id);
    expect(closed.json()).toMatchObject({ status: 'CLOSED', closed_on: TODAY, property: { status: 'AVAILABLE' } });
    expect(closed.json().invoices.map((row: { id: number }) => row.id)).toEqual([paidAhead.id, due.id]);
    expect((await staff.get(`/invoice/${ahead.id}`)).statusCode).toBe(404);
    expect((await staff.patch(`/invoice/${due.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 })).statusCode).toBe(
      200,
    );
  });

  test('charges the extra values of withdrawn invoices', async () => {
    const lease = await contract();
    const { id } = (await editor.put(`/proposal/${lease.id}/extra`, extra)).json();
    await invoice({ contract: lease, reference: '2026-06' });
    await close(lease.id);
    const { extraValues, invoices } = await show(lease.id);
    expect(invoices).toMatchObject([{ status: 'PENDING', amount: extra.amount }]);
    expect(extraValues).toMatchObject([{ id, invoice_id: invoices[0].id }]);
  });

  test('happens once, and ends all changes of the contract', async () => {
    const { id } = await contract();
    await close(id);
    const refused = [409, 'O contrato está encerrado.'];
    expect(refusal(await close(id))).toEqual(refused);
    expect(refusal(await update(id, { discount: 1 }))).toEqual(refused);
    expect(refusal(await editor.put(`/proposal/${id}/extra`, extra))).toEqual(refused);
    expect(refusal(await editor.put(`/proposal/${id}/guarantor`, { user_id: (await client()).id }))).toEqual(refused);
    expect((await close(999_999)).statusCode).toBe(404);
  });
});

describe('DELETE /proposal/:id', () => {
  const refused = [409, 'O contrato tem fatura paga, repasse efetuado ou acordo de dívida e não pode ser deletado.'];

  test('deletes pending invoices, and frees the property', async () => {
    const lease = await contract();
    const pending = await invoice({ contract: lease });
    expect((await remove(lease.id)).statusCode).toBe(204);
    expect((await reader.get(`/proposal/${lease.id}`)).statusCode).toBe(404);
    expect((await staff.get(`/invoice/${pending.id}`)).statusCode).toBe(404);
    expect(await statusOf(lease.property_id)).toBe('AVAILABLE');
    expect((await remove(lease.id)).statusCode).toBe(404);
  });

  test('refuses a contract with money', async () => {
    const lease = await contract();
    const { id } = await invoice({ contract: lease });
    await staff.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    expect(refusal(await remove(lease.id))).toEqual(refused);
    await close(lease.id);
    expect(refusal(await remove(lease.id))).toEqual(refused);
    await staff.delete(`/invoice/${id}/refund`);
    expect((await remove(lease.id)).statusCode).toBe(204);
  });

  test('refuses a contract with a concluded manual transfer, not with a pending one', async () => {
    const payee = await owner();
    const lease = await contract({ property: { owners: [payee] } });
    const given = {
      user_id: payee.id,
      property_id: lease.property_id,
      amount: 100,
      due_date: '2026-03-20',
      status: 'DONE',
    };
    const { id } = (await staff.post('/financial/transfers', given)).json();
    expect(refusal(await remove(lease.id))).toEqual(refused);
    await staff.delete(`/transfer/${id}/refund`);
    expect((await remove(lease.id)).statusCode).toBe(204);
    // Debts to the owner stay.
    expect((await staff.get(`/transfer/${id}`)).json()).toMatchObject({ amount: 100, status: 'PENDING' });
  });

  test('leaves the property of a closed contract, which may be rented again', async () => {
    const lease = await contract();
    await close(lease.id);
    await contract({ property_id: lease.property_id });
    expect((await remove(lease.id)).statusCode).toBe(204);
    expect(await statusOf(lease.property_id)).toBe('RENTED');
  });
});

describe('guarantors', () => {
  test('are added once, and removed by their id, in the query or the body', async () => {
    const { id } = await contract();
    const [one, two] = [await client({ type: 'GUARANTOR' }), await client({ type: 'GUARANTOR' })];
    const added = await editor.put(`/proposal/${id}/guarantor`, { user_id: one.id });
    expect([added.statusCode, added.json()]).toEqual([
      201,
      { id: expect.any(Number), user_id: one.id, name: one.name, rg: null, cpf_cnpj: one.cpf_cnpj, phone: one.phone },
    ]);
    expect(refusal(await editor.put(`/proposal/${id}/guarantor`, { user_id: one.id }))).toEqual([
      409,
      'Este fiador já está no contrato',
    ]);
    const other = (await editor.put(`/proposal/${id}/guarantor`, { user_id: two.id })).json();
    expect((await editor.delete(`/proposal/${id}/guarantor?id=${added.json().id}`)).statusCode).toBe(204);
    expect((await editor.delete(`/proposal/${id}/guarantor`, { id: other.id })).statusCode).toBe(204);
    expect((await show(id)).guarantors).toEqual([]);
  });

  test('must exist, and not be the tenant', async () => {
    const { id, user_id } = await contract();
    expect(firstError(await editor.put(`/proposal/${id}/guarantor`, { user_id }))).toEqual([
      422,
      'user_id',
      'O inquilino não pode ser o próprio fiador',
    ]);
    expect(firstError(await editor.put(`/proposal/${id}/guarantor`, { user_id: 999_999 }))).toEqual([
      422,
      'user_id',
      'Selecione o fiador',
    ]);
    expect(firstError(await editor.put(`/proposal/${id}/guarantor`, {}))).toEqual([
      422,
      'user_id',
      'Selecione o fiador',
    ]);
  });

  test('of another contract give 404', async () => {
    const [mine, other] = [await contract(), await contract()];
    const row = (await editor.put(`/proposal/${other.id}/guarantor`, { user_id: (await client()).id })).json();
    const missing = [404, 'Não encontramos este fiador no contrato.'];
    expect(refusal(await editor.delete(`/proposal/${mine.id}/guarantor?id=${row.id}`))).toEqual(missing);
    expect(refusal(await editor.delete(`/proposal/${mine.id}/guarantor`))).toEqual(missing);
    expect((await show(other.id)).guarantors).toHaveLength(1);
  });
});

describe('deductions and increases', () => {
  test('are stored with their flags', async () => {
    const { id } = await contract();
    const answer = await editor.put(`/proposal/${id}/extra`, { ...extra, amount: 80.55 });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        ...extra,
        id: expect.any(Number),
        amount: 80.55,
        transfer: false,
        brokerage: false,
        invoice_id: null,
        transfer_id: null,
        from_reference: null,
      },
    ]);
    expect((await show(id)).extraValues).toEqual([answer.json()]);
    expect((await editor.delete(`/proposal/${id}/extra?id=${answer.json().id}`)).statusCode).toBe(204);
    expect((await show(id)).extraValues).toEqual([]);
  });

  test('are split in monthly instalments, with the leftover centavo in the first', async () => {
    const { id } = await contract();
    const answer = await as('PROPOSAL_EDIT').put(`/proposal/${id}/extra`, {
      description: 'IPTU',
      amount: 1_000,
      type: 'DEBIT',
      influence: 'EXPENSE',
      boleto: 1,
      instalments: 3,
      from_reference: '2026-11',
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { description: 'IPTU 1/3', amount: 333.34 }]);
    const { extraValues } = (await as('PROPOSAL_VIEW').get(`/proposal/${id}`)).json();
    const parts = extraValues.map((extra: { description: string; amount: number; from_reference: string }) => [
      extra.description,
      extra.amount,
      extra.from_reference,
    ]);
    expect(parts.toReversed()).toEqual([
      ['IPTU 1/3', 333.34, '2026-11'],
      ['IPTU 2/3', 333.33, '2026-12'],
      ['IPTU 3/3', 333.33, '2027-01'],
    ]);
  });

  test.each([
    ['2026-02', 422],
    ['2026-03', 201],
    ['2031-03', 201],
    ['2031-04', 422],
  ])('accept months from the current one to five years ahead: %s', async (from_reference, status) => {
    const { id } = await contract();
    const extra = { description: 'IPTU', amount: 100, type: 'DEBIT', influence: 'EXPENSE', boleto: 1, from_reference };
    const answer = await as('PROPOSAL_EDIT').put(`/proposal/${id}/extra`, extra);
    expect(answer.statusCode).toBe(status);
    if (status === 422)
      expect(firstError(answer).slice(1)).toEqual([
        'from_reference',
        'Informe um mês a partir deste, até 60 meses à frente',
      ]);
  });

  test('accept flags as 1 and 0', async () => {
    const { id } = await contract();
    const answer = await editor.put(`/proposal/${id}/extra`, { ...extra, boleto: 0, transfer: 1 });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { boleto: false, transfer: true }]);
  });

  test('are used once, and can’t be deleted afterwards', async () => {
    const lease = await contract();
    const { id } = (await editor.put(`/proposal/${lease.id}/extra`, { ...extra, transfer: true })).json();
    const first = await invoice({ contract: lease, reference: '2026-03' });
    const second = await invoice({ contract: lease, reference: '2026-04' });
    expect([first.fees, second.fees]).toEqual([8_000, 0]);
    expect(refusal(await editor.delete(`/proposal/${lease.id}/extra?id=${id}`))).toEqual([
      409,
      'Já foi usada em fatura ou repasse e não pode ser deletada.',
    ]);
    const paid = (await staff.patch(`/invoice/${first.id}/down`, { paid_amount: 1580 })).json();
    const again = (await staff.patch(`/invoice/${second.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 })).json();
    expect([paid.transfers[0].amount, again.transfers[0].amount]).toEqual([1430, 1350]);
    expect((await show(lease.id)).extraValues).toMatchObject([
      { invoice_id: first.id, transfer_id: paid.transfers[0].id },
    ]);
  });

  test.each([
    ['description', '', 'Informe a descrição'],
    ['amount', 0, 'Informe o valor'],
    ['type', 'OUTRO', 'Informe o tipo'],
    ['influence', undefined, 'Informe a influência'],
    ['boleto', false, 'Escolha boleto, repasse ou os dois'],
  ])('refuse %s %j', async (field, value, message) => {
    const { id } = await contract();
    expect(firstError(await editor.put(`/proposal/${id}/extra`, { ...extra, [field]: value }))).toEqual([
      422,
      field,
      message,
    ]);
  });

  test('of another contract give 404', async () => {
    const [mine, other] = [await contract(), await contract()];
    const { id } = (await editor.put(`/proposal/${other.id}/extra`, extra)).json();
    const missing = [404, 'Não encontramos esta dedução ou acréscimo.'];
    expect(refusal(await editor.delete(`/proposal/${mine.id}/extra?id=${id}`))).toEqual(missing);
    expect(refusal(await editor.delete(`/proposal/${mine.id}/extra`))).toEqual(missing);
  });
});

test('includes a penalty only if the contract has one', async () => {
  const penaltyOf = async (overrides: object) => {
    const { id } = (await create(await form(overrides))).json();
    return (await show(id)).penalty_rents;
  };
  expect(await penaltyOf({})).toBe(0);
  expect(await penaltyOf({ penalty_rents: 3 })).toBe(3);
});

describe('an extension after the last month was billed by days', () => {
  // Rent of 3.100,00 to 15 August: 15 of 31 days are 1.500,00, and 1.600,00 of August are on no invoice.
  async function issuedByDays(terms: object = {}) {
    const lease = await contract({
      ...{ start_date: '2024-08-16', end_date: '2026-08-15', next_readjustment: '2026-12-01', current_price: 310_000 },
      ends_at_term: true,
      ...terms,
    });
    const august = await invoice({ contract: lease, reference: '2026-09' });
    return { id: lease.id, august };
  }
  const extras = async (id: number) =>
    (await show(id)).extraValues.map(({ description, amount }: Record<string, unknown>) => [description, amount]);

  test('charges the remainder of the month on the next invoice', async () => {
    const { id, august } = await issuedByDays();
    expect(august.price).toBe(150_000);
    expect((await update(id, { end_date: '2027-08-15' })).statusCode).toBe(200);
    expect(await extras(id)).toEqual([['Restante do aluguel de ago/2026, contrato prorrogado', 1_600]]);
    const next = await invoice({ contract: { id } as never, reference: '2026-10' });
    expect(next.amount).toBe(310_000 + 160_000);
    // Idempotent: a second extension finds no remainder.
    await update(id, { end_date: '2028-08-15' });
    expect(await extras(id)).toHaveLength(1);
  });

  test('charges it at the rent of that month, with a readjustment', async () => {
    const { id } = await issuedByDays();
    const readjustment = { index: null, percent: 10 };
    await update(id, { end_date: '2027-08-15', current_price: 3_410, next_readjustment: '2027-12-01', readjustment });
    expect(await extras(id)).toEqual([['Restante do aluguel de ago/2026, contrato prorrogado', 1_600]]);
  });

  test('charges once, and only if the contract no longer ends there', async () => {
    const { id } = await issuedByDays();
    for (const ends_at_term of [false, true, false]) await update(id, { ends_at_term });
    expect(await extras(id)).toEqual([['Restante do aluguel de ago/2026, contrato prorrogado', 1_600]]);
  });

  test('charges nothing for a lease that ran on, whatever the later rent', async () => {
    const { id, august } = await issuedByDays({ ends_at_term: false });
    expect(august.price).toBe(310_000);
    await update(id, { current_price: 3_410 });
    await update(id, { end_date: '2027-08-15' });
    expect(await extras(id)).toEqual([]);
  });

  test('charges nothing if waived, or without a remainder', async () => {
    const declined = await issuedByDays();
    await update(declined.id, { end_date: '2027-08-15', charge_rest: false });
    expect(await extras(declined.id)).toEqual([]);
    const whole = await issuedByDays({ prorate: false });
    await update(whole.id, { end_date: '2027-08-15' });
    expect(await extras(whole.id)).toEqual([]);
  });
});
