import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { as, db, invoice, stop } = await startApp({ today: '2026-11-20' });
afterAll(stop);
beforeEach(async () => {
  await db.deleteFrom('boleto').execute();
  await db.deleteFrom('payment_batch').execute();
  await db.deleteFrom('bank_agreement').execute();
  await db.updateTable('agency').set({ version: 1 }).execute();
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const staff = as('*');
const set = (body: object, headers?: Record<string, string>) => staff.put('/agency/agreement', body, headers);
const refusal = (answer: Answer) => [answer.statusCode, answer.json().errors];
const rows = () =>
  db.selectFrom('bank_agreement').select(['id', 'bank', 'fields', 'active', 'last_number']).orderBy('id').execute();
const lastTrail = () =>
  db
    .selectFrom('trail')
    .select(['actor', 'record_id', 'action', 'changes'])
    .where('record', '=', 'agency')
    .orderBy('id', 'desc')
    .executeTakeFirst();

// 0810 53678: 2 and 1 by turns from the right, digits of each product added: 7+7+3+3+1+0+2+8+0 = 31, so 9.
const FIELDS = { agency: '0810', account: '53678', account_digit: '9', wallet: '109' };
const ITAU = { bank: '341', fields: FIELDS };
const SICOOB = { bank: '756', fields: { agency: '4327', agreement: '229385', wallet: '1', variation: '01' } };

/** Simulates an issued boleto: its row, and the last number of the agreement. */
async function issue(number: number) {
  const { id: invoice_id, proposal_id } = await invoice({ reference: '2026-11', start_date: '2026-10-01' });
  const { id } = await db
    .updateTable('bank_agreement')
    .set({ last_number: number, remittance_sequence: 3 })
    .where('active', '=', true)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('boleto')
    .values({
      ...{ invoice_id, proposal_id, agreement_id: id, number, nosso_numero: String(number).padStart(8, '0') },
      ...{ issued_on: '2026-11-20', due_date: '2026-11-30', amount: 150_000, slip: '{}' },
      ...{ barcode: '3'.repeat(44), digitable_line: '3'.repeat(47) },
    })
    .execute();
}

describe('PUT /agency/agreement', () => {
  test('stores the fields that the bank asks for, and no others', LONG, async () => {
    const answer = await set({
      ...ITAU,
      fields: { ...FIELDS, generator: '2', wallet: ' 109 ' },
      payment_agreement: '778',
    });
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    const agreement = { bank: '341', fields: FIELDS, payment_agreement: '778', boletos: 0, last_number: 0 };
    expect(answer.json().agreement).toMatchObject(agreement);
    expect((await staff.get('/agency')).json().agreement).toMatchObject(agreement);
    expect(await lastTrail()).toEqual({
      ...{ actor: 'Mariana Dias', record_id: 1, action: 'agreement' },
      changes: {
        ...{ bank: [null, '341'], agency: [null, '0810'], account: [null, '53678'], account_digit: [null, '9'] },
        ...{ wallet: [null, '109'], payment_agreement: [null, '778'], last_number: [null, 0] },
      },
    });
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['a digit that is another account\'s', { ...ITAU, fields: { ...FIELDS, account_digit: '8' } },
      [{ field: 'fields.account_digit', message: 'O dígito da conta não confere' }]],
    ['fields of another bank', { bank: '341', fields: SICOOB.fields },
      [{ field: 'fields.account', message: 'Preencha: Conta corrente' },
       { field: 'fields.account_digit', message: 'Preencha: Dígito da conta' },
       { field: 'fields.wallet', message: 'Carteira: 3 números' }]],
    ['a bank that has no boletos here', { bank: '260', fields: FIELDS }, [{ field: 'bank', message: 'Informe o banco' }]],
    ['no bank', { fields: FIELDS }, [{ field: 'bank', message: 'Informe o banco' }]],
    ['a number below zero', { ...ITAU, last_number: -1 }, [{ field: 'last_number', message: 'Informe um número' }]],
    ['the last number that there is room for', { ...ITAU, last_number: 99_999_999 },
      [{ field: 'last_number', message: 'Neste convênio os números vão até 99.999.999' }]],
    ['a long payment agreement', { ...ITAU, payment_agreement: '1'.repeat(10) },
      [{ field: 'payment_agreement', message: 'Até 9 números' }]],
  ])('refuses %s', async (_, body, errors) => {
    expect(refusal(await set(body))).toEqual([422, errors]);
    expect(await rows()).toEqual([]);
  });

  test('updates the agreement in place before it is used', async () => {
    await set({ ...ITAU, last_number: 40 });
    const [first] = await rows();
    await set({ ...ITAU, fields: { ...FIELDS, wallet: '175' }, last_number: 7 });
    expect(await rows()).toEqual([
      { id: first?.id, bank: '341', fields: { ...FIELDS, wallet: '175' }, active: true, last_number: 7 },
    ]);
    await set(SICOOB);
    expect(await rows()).toMatchObject([{ id: first?.id, bank: '756', fields: SICOOB.fields, last_number: 0 }]);
    expect((await lastTrail())?.changes).toMatchObject({ bank: ['341', '756'], last_number: [7, 0] });
  });

  test('replaces an agreement after a boleto was issued, and keeps the old one', async () => {
    await set({ ...ITAU, payment_agreement: '778' });
    await issue(12);
    const answer = await set(SICOOB);
    expect(answer.json().agreement).toMatchObject({ bank: '756', boletos: 0, last_number: 0, payment_agreement: null });
    expect(await rows()).toMatchObject([
      { bank: '341', fields: FIELDS, active: false, last_number: 12 },
      { bank: '756', active: true, last_number: 0 },
    ]);
  });

  test('continues the numbers of another agreement at the same bank, and reactivates a former one', async () => {
    await set(ITAU);
    await issue(12);
    await set({ ...ITAU, fields: { ...FIELDS, wallet: '175' } });
    const sequences = () =>
      db.selectFrom('bank_agreement').select(['active', 'last_number', 'remittance_sequence']).orderBy('id').execute();
    expect(await sequences()).toEqual([
      { active: false, last_number: 12, remittance_sequence: 3 },
      { active: true, last_number: 12, remittance_sequence: 3 },
    ]);
    await issue(13);
    const answer = await set(ITAU);
    expect(answer.json().agreement).toMatchObject({ fields: FIELDS, boletos: 1, last_number: 13 });
    expect((await rows()).map(({ active }) => active)).toEqual([true, false]);
  });

  test('keeps an agreement with a payment, too', async () => {
    // That two people move it is another test's: payouts.test.ts.
    await db.updateTable('payout_safeguard').set({ people_days: 0 }).execute();
    await set(ITAU);
    const [first] = await rows();
    await db
      .insertInto('payment_batch')
      .values({ agreement_id: first?.id ?? null, pay_on: '2026-11-23', transfers: 1, amount: 100 })
      .execute();
    await set(SICOOB);
    expect((await rows()).map(({ active }) => active)).toEqual([false, true]);
  });

  test('refuses lower numbers once boletos have them', async () => {
    await set(ITAU);
    await issue(12);
    expect(refusal(await set({ ...ITAU, last_number: 11 }))).toEqual([
      409,
      [{ field: 'last_number', message: 'Já foram emitidos boletos além deste número' }],
    ]);
    expect((await set({ ...ITAU, last_number: 500 })).json().agreement).toMatchObject({ last_number: 500, boletos: 1 });
    expect(await rows()).toHaveLength(1);
  });

  test('changes the payment agreement alone, without affecting boletos', async () => {
    await set({ ...ITAU, payment_agreement: '778' });
    await issue(12);
    expect((await set({ ...ITAU, payment_agreement: '' })).json().agreement.payment_agreement).toBeNull();
    expect((await lastTrail())?.changes).toEqual({ payment_agreement: ['778', null] });
    expect(await rows()).toHaveLength(1);
  });

  test('writes nothing for the same values', async () => {
    await set(ITAU);
    expect((await set(ITAU)).headers.etag).toBe('"2"');
    expect((await set({ ...ITAU, payment_agreement: null })).headers.etag).toBe('"2"');
  });

  test('refuses a change based on an outdated version of the agency', async () => {
    await staff.patch('/agency', { creci: `PJ ${Date.now()}` });
    const answer = await set(ITAU, { 'if-match': '"1"' });
    expect([answer.statusCode, answer.json().code]).toEqual([412, 'STALE_VERSION']);
    expect(await rows()).toEqual([]);
  });

  test('leaves one of many concurrent agreements active, with consistent numbers', LONG, async () => {
    await set(ITAU);
    await issue(12);
    const wallets = ['175', '112', '121', '109', '110'];
    const answers = await Promise.all(wallets.map((wallet) => set({ ...ITAU, fields: { ...FIELDS, wallet } })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    const after = await rows();
    expect(after.filter(({ active }) => active)).toHaveLength(1);
    expect(after.every(({ last_number }) => last_number === 12)).toBe(true);
  });
});
