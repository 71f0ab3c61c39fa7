import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const TODAY = '2026-03-10';
const { as, anonymous, db, client, contract, invoice, clock, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(async () => {
  clock.today = TODAY;
  await db.deleteFrom('payment_batch_transfer').execute();
  await db.deleteFrom('payment_batch').execute();
  await db.deleteFrom('bank_agreement').execute();
});

const staff = as('*');
const reader = as('FINANCIAL_TRANSFER_VIEW');
const editor = as('FINANCIAL_TRANSFER_EDIT', 'FINANCIAL_TRANSFER_VIEW');

type Account = { code: string; account_number: string; agency_number?: string; pix_key?: string; document?: string };

/** A pending transfer of a settled rent, less 10%, to an owner with this account. */
async function transfer(name: string, rent: number, account: Account, document?: string): Promise<number> {
  const payee = await client({ type: 'OWNER', name, ...(document && { cpf_cnpj: document }) });
  const holder = { bank_name: '', agency_number: '1234', holder_name: name, document: payee.cpf_cnpj };
  await db
    .insertInto('bank_account')
    .values({ client_id: payee.id, ...holder, ...account })
    .execute();
  const given = await contract({ current_price: rent * 100, property: { owners: [payee] } });
  const { id } = await invoice({ contract: given });
  const paid = await staff.patch(`/invoice/${id}/down`, { paid_amount: rent });
  return paid.json().transfers[0].id;
}
const ITAU: Account = { code: '341', account_number: '56789-0' };
const NU: Account = { code: '260', account_number: '381967-3', agency_number: '0001' };
const PIX: Account = { code: '001', account_number: '1-2', pix_key: 'Ana@exemplo.com.br' };

async function agreeWith(bank: '341' | '001' | '237', payment_agreement: string | null = '712105') {
  await db
    .updateTable('agency')
    .set({
      name: 'Morada Imóveis Ltda.',
      cnpj: '11222333000181',
      street: 'Rua Halfeld',
      number: '586',
      city: 'Juiz de Fora',
      state: 'MG',
      cep: '36010001',
    })
    .execute();
  const fields = { agency: '7307', agency_digit: '8', account: '14446', account_digit: '4' };
  await db
    .insertInto('bank_agreement')
    .values({ bank, fields: JSON.stringify(fields), payment_agreement, payment_sequence: 35 })
    .execute();
}

const preview = async (...transfers: number[]) =>
  (await reader.post('/financial/payments/preview', { transfers })).json();
const order = (transfers: number[], pay_on = '2026-03-12', headers?: Record<string, string>) =>
  editor.post('/financial/payments', { transfers, pay_on }, headers);
const ordered = async (transfers: number[]) => (await order(transfers)).json().id as number;
const conclude = (id: number, transfers?: number[]) => editor.post(`/financial/payments/${id}/conclude`, { transfers });
const show = async (id: number) => (await reader.get(`/financial/payments/${id}`)).json();
const statusOf = async (id: number) => (await reader.get(`/transfer/${id}`)).json().status;

describe.each([
  ['post', '/financial/payments/preview', 'PROPOSAL_VIEW'],
  ['post', '/financial/payments', 'FINANCIAL_TRANSFER_VIEW'],
  ['get', '/financial/payments', 'PROPOSAL_VIEW'],
  ['get', '/financial/payments/1', 'FINANCIAL_TRANSFER_EDIT'],
  ['get', '/financial/payments/1/file/1', 'FINANCIAL_TRANSFER_EDIT'],
  ['get', '/financial/payments/1/sheet', 'FINANCIAL_TRANSFER_EDIT'],
  ['post', '/financial/payments/1/conclude', 'FINANCIAL_VIEW'],
  ['delete', '/financial/payments/1', 'FINANCIAL_VIEW'],
] as const)('%s %s', (method, url, other) => {
  test(`requires a session, and isn’t permitted by ${other}`, async () => {
    expect((await anonymous[method](url)).statusCode).toBe(401);
    expect((await as(other)[method](url)).statusCode).toBe(403);
  });
});

describe('POST /financial/payments/preview', () => {
  test('shows the destination of each transfer, and the total', LONG, async () => {
    await agreeWith('341');
    const ids = [await transfer('Ana Prado', 1000, PIX), await transfer('Rui Leal', 2000, ITAU)];
    const answer = await preview(...ids);
    // Rents of 1.000,00 and 2.000,00 less 10%.
    expect(answer).toMatchObject({
      ...{ amount: 2700, payable: 2, bank: '341', no_file: null },
      groups: [
        { bank: '341', name: '341 Itaú Unibanco S.A.', payments: 1, amount: 1800 },
        { bank: null, name: 'Pix', payments: 1, amount: 900 },
      ],
    });
    expect(answer.lines.toReversed()).toMatchObject([
      {
        transfer_id: ids[0],
        amount: 900,
        user: { name: 'Ana Prado' },
        target: { kind: 'PIX', label: 'Pix ana@exemplo.com.br', bank: null, holder: 'Ana Prado', is_own: true },
        bank_changed: null,
        problems: [],
      },
      {
        transfer_id: ids[1],
        amount: 1800,
        target: { kind: 'ACCOUNT', label: '341 Itaú Unibanco S.A., ag. 1234, c/c 56789-0', bank: '341' },
        problems: [],
      },
    ]);
  });

  test('shows why one can’t be paid, and leaves it out of the total', async () => {
    const done = await transfer('Ana Prado', 1000, ITAU);
    await staff.patch(`/transfer/${done}`, { status: 'DONE' });
    const wrong = await transfer('Rui Leal', 1000, { ...ITAU, agency_number: '123456' });
    const nowhere = await transfer('Eva Dias', 1000, ITAU);
    await db
      .updateTable('proposal')
      .set({ bank_account: '', bank_pix: 'chave' })
      .where('bank_full_name', '=', 'Eva Dias')
      .execute();
    const nothing = await transfer('Ivo Reis', 1000, ITAU);
    const owes = await transfer('Ida Lima', 1000, ITAU);
    await db.updateTable('transfer').set({ amount: 0 }).where('id', '=', nothing).execute();
    await db.updateTable('transfer').set({ amount: -5000 }).where('id', '=', owes).execute();
    const fine = await transfer('Bia Melo', 1000, ITAU);
    const { lines, amount } = await preview(done, wrong, nowhere, nothing, owes, fine);
    expect(lines.map((line: { problems: string[] }) => line.problems)).toEqual([
      ['Este repasse já foi efetuado.'],
      ['A agência do favorecido é inválida'],
      ['Faltam banco, agência ou conta, e não há chave Pix válida'],
      ['O valor deve ser maior que zero'],
      ['O valor deve ser maior que zero'],
      [],
    ]);
    expect(amount).toBe(900);
    for (const id of [done, wrong, nowhere, nothing, owes, 999_999])
      expect(refusal(await order([fine, id]))).toEqual([409, 'TRANSFER_NOT_PAYABLE']);
    expect((await reader.get('/financial/payments')).json()).toEqual([]);
  });

  test('marks a spouse’s account, and one changed yesterday', async () => {
    const id = await transfer('Ana Prado', 1000, { ...ITAU, document: '52998224725' });
    const { proposal_id } = (await reader.get(`/transfer/${id}`)).json();
    await db.deleteFrom('bank_account').where('document', '=', '52998224725').execute();
    await staff.patch(`/proposal/${proposal_id}`, { bank_account: '777-9' });
    await db.updateTable('trail').set({ at: '2026-03-09T12:00:00Z' }).where('record', '=', 'proposal').execute();
    expect((await preview(id)).lines[0]).toMatchObject({
      target: { is_own: false, document: '52998224725' },
      bank_changed: { by: 'Mariana Dias' },
    });
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['no agreement at all',         null,  null,     'A imobiliária não tem convênio de pagamentos no banco: pague pela planilha.'],
    ['one for boletos alone',       '341', null,     'A imobiliária não tem convênio de pagamentos no banco: pague pela planilha.'],
    ['a bank without such a file',  '237', '712105', 'O arquivo de pagamento existe para Itaú e Banco do Brasil, e o convênio é de Banco Bradesco S.A.: pague pela planilha.'],
  ] as const)('has no file: %s', async (_, bank, number, says) => {
    if (bank) await agreeWith(bank, number);
    const id = await transfer('Ana Prado', 1000, ITAU);
    expect(await preview(id)).toMatchObject({ bank: null, no_file: says, lines: [{ problems: [] }] });
    expect((await order([id])).json()).toMatchObject({ bank: null, files: [], transfers: 1, amount: 900 });
  });

  test('requires one transfer, and accepts five hundred', async () => {
    const many = Array.from({ length: 501 }, (_, index) => index + 1);
    for (const transfers of [[], many])
      expect((await reader.post('/financial/payments/preview', { transfers })).statusCode).toBe(422);
  });
});

describe('POST /financial/payments', () => {
  test('writes a file for accounts and one for Pix at Itaú, column by column', async () => {
    await agreeWith('341');
    const own = await transfer('João da Conceição', 1000, ITAU, '52998224725');
    const ted = await transfer('Rui Leal', 2000, NU, '11144477735');
    const pix = await transfer('Ana Prado', 3000, PIX, '12345678909');
    const answer = await order([own, ted, pix]);
    const batch = answer.json();
    expect([answer.statusCode, batch]).toMatchObject([
      201,
      {
        ...{ pay_on: '2026-03-12', transfers: 3, done: 0, pending: 3, amount: 5400, bank: '341', by: 'Mariana Dias' },
        // 2.700,00 by Pix, 900,00 and 1.800,00 to accounts.
        files: [
          { name: 'pagamentos-itau-pix-2026-03-12-2700.00.rem' },
          { name: 'pagamentos-itau-2026-03-12-2700.00.rem' },
        ],
        canceled_at: null,
      },
    ]);
    const saved = await reader.get(`/financial/payments/${batch.id}/file/2`);
    expect(saved.headers['content-disposition']).toBe('attachment; filename="pagamentos-itau-2026-03-12-2700.00.rem"');
    const [, keys = [], accounts = []] = await Promise.all([
      0,
      reader.get(`/financial/payments/${batch.id}/file/1`).then(({ body }) => body.split('\r\n')),
      saved.body.split('\r\n'),
    ]);
    for (const line of [...keys.slice(0, -1), ...accounts.slice(0, -1)]) expect(line).toMatch(/^[ -~]{240}$/);

    // FEBRABAN's columns and Itaú's, by hand: 900,00 within the bank, 1.800,00 by TED, 2.700,00 by Pix.
    const cells = (line: string | undefined, ...at: [from: number, text: string][]) =>
      expect(at.map(([from, text]) => [from, line?.slice(from - 1, from - 1 + text.length)])).toEqual(at);
    expect(accounts).toHaveLength(9);
    cells(
      accounts[0],
      [1, '34100000      080211222333000181'],
      [53, '07307 000000014446 4MORADA IMOVEIS LTDA.'],
      [103, 'BANCO ITAU SA'],
      [143, '110032026'],
    );
    cells(
      accounts[1],
      [1, '34100011C9801040 211222333000181'],
      [143, 'RUA HALFELD                   00586'],
      [193, 'JUIZ DE FORA        36010001MG'],
    );
    cells(
      accounts[2],
      [1, '3410001300001A00000034101234 000000056789 0JOAO DA CONCEICAO'],
      [74, `REPASSE ${own}`.padEnd(20)],
      [94, '12032026REA'],
      [120, '000000000090000'],
      [204, '52998224725'.padStart(14, '0')],
    );
    cells(accounts[3], [1, '34100015'], [18, '000003000000000000090000']);
    cells(accounts[4], [1, '34100021C9841040']);
    cells(
      accounts[5],
      [1, '3410002300001A00001826000001 000000381967 3RUI LEAL'],
      [120, '000000000180000'],
      [220, '00010'],
    );
    cells(accounts[6], [18, '000003000000000000180000']);
    cells(accounts[7], [1, '34199999         000002000008']);
    expect(keys).toHaveLength(7);
    cells(keys[1], [1, '34100011C9845040']);
    cells(keys[2], [15, '000009'], [113, '04'], [120, '000000000270000']);
    cells(keys[3], [14, 'B02 1'], [19, '00012345678909'], [128, 'ana@exemplo.com.br ']);
    cells(keys[5], [18, '000001000006']);
  });

  test('writes one file at Banco do Brasil, with consecutive numbers', async () => {
    await agreeWith('001');
    const [one, two] = [await transfer('Rui Leal', 1000, PIX), await transfer('Eva Dias', 1000, NU)];
    expect((await order([one])).json().files).toEqual([{ name: 'pagamentos-banco-do-brasil-2026-03-12-900.00.rem' }]);
    const { id, files } = (await order([two])).json();
    expect(files).toEqual([{ name: 'pagamentos-banco-do-brasil-2026-03-12-900.00.rem' }]);
    const { body } = await reader.get(`/financial/payments/${id}/file/1`);
    const [header = ''] = body.split('\r\n');
    expect([header.slice(32, 45), header.slice(52, 71), header.slice(157, 163)]).toEqual([
      '0007121050126',
      '0730780000000144464',
      '000037',
    ]);
    expect((await reader.get(`/financial/payments/${id}/file/2`)).statusCode).toBe(404);
  });

  test('orders nothing when the agency’s numbers don’t fit, and uses no sequence number', async () => {
    await agreeWith('001', '12345678901');
    const id = await transfer('Rui Leal', 1000, ITAU);
    expect(refusal(await order([id]))).toEqual([409, 'AGREEMENT_UNFIT']);
    expect(await db.selectFrom('bank_agreement').select('payment_sequence').execute()).toEqual([
      { payment_sequence: 35 },
    ]);
    expect((await preview(id)).lines[0].problems).toEqual([]);
  });

  test('refuses past days, more than a year ahead, and repeats; the same key returns the same payment', async () => {
    const id = await transfer('Rui Leal', 1000, ITAU);
    const late = await order([id], '2026-03-09');
    expect([late.statusCode, late.json().errors]).toMatchObject([422, [{ field: 'pay_on' }]]);
    const far = await order([id], '2027-03-11');
    expect([far.statusCode, far.json().errors]).toMatchObject([422, [{ field: 'pay_on' }]]);
    const key = { 'idempotency-key': 'once' };
    const first = (await order([id, id], '2026-03-10', key)).json();
    expect((await order([id, id], '2026-03-10', key)).json()).toEqual(first);
    expect(first).toMatchObject({ transfers: 1, amount: 900 });
    expect(refusal(await order([id]))).toEqual([409, 'TRANSFER_ORDERED']);
    expect((await preview(id)).lines[0].problems).toEqual([`Já está no pagamento ${first.id}.`]);
    expect((await reader.get(`/transfer/${id}`)).json().payment_id).toBe(first.id);
  });

  test('orders a transfer once when two payments are concurrent', async () => {
    const ids = [await transfer('Rui Leal', 1000, ITAU), await transfer('Eva Dias', 1000, NU)];
    const answers = await Promise.all([order(ids), order(ids.toReversed()), order([ids[1] ?? 0])]);
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([201, 409, 409]);
  });

  test('keeps the order when the account changes', async () => {
    const id = await transfer('Rui Leal', 1000, ITAU);
    const batch = await ordered([id]);
    const { proposal_id } = (await reader.get(`/transfer/${id}`)).json();
    await staff.patch(`/proposal/${proposal_id}`, { bank_account: '9-7' });
    expect((await show(batch)).lines).toMatchObject([
      {
        transfer_id: id,
        status: 'PENDING',
        live: true,
        target: { label: '341 Itaú Unibanco S.A., ag. 1234, c/c 56789-0' },
      },
    ]);
    expect(await trailOf(db, 'payment_batch', batch)).toMatchObject([
      { actor: 'Mariana Dias', action: 'create', changes: { pay_on: '2026-03-12', transfers: [id] } },
    ]);
  });

  test('prevents the refund of an ordered transfer’s invoice', async () => {
    const id = await transfer('Rui Leal', 1000, ITAU);
    const batch = await ordered([id]);
    const { invoice_id } = (await reader.get(`/transfer/${id}`)).json();
    expect(refusal(await staff.delete(`/invoice/${invoice_id}/refund`))).toEqual([409, 'TRANSFER_ORDERED']);
    await editor.delete(`/financial/payments/${batch}`);
    expect((await staff.delete(`/invoice/${invoice_id}/refund`)).statusCode).toBe(200);
  });
});

test('GET /financial/payments/:id/sheet lists orders by bank, with totals', async () => {
  const ids = [
    await transfer('Rui Leal', 1000, ITAU, '39053344705'),
    await transfer('=Ana', 2000, ITAU, '11222333000181'),
    await transfer('Eva Dias', 3000, PIX, '98765432100'),
  ];
  const batch = await ordered(ids);
  const answer = await reader.get(`/financial/payments/${batch}/sheet`);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="pagamentos-2026-03-12-5400.00.xlsx"`);
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
  const itau = '341 Itaú Unibanco S.A.';
  expect(sheet?.rows.map((row) => row.slice(0, 10))).toEqual([
    ['Banco', 'Favorecido', 'CPF/CNPJ', 'Agência', 'Operação', 'Conta', 'Tipo', 'Chave Pix', 'Valor', 'Repasse'],
    [itau, '=Ana', '11.222.333/0001-81', '1234', null, '56789-0', 'Conta corrente', null, 1800, ids[1]],
    [itau, 'Rui Leal', '390.533.447-05', '1234', null, '56789-0', 'Conta corrente', null, 900, ids[0]],
    [`Total ${itau}`, null, null, null, null, null, null, null, 2700, null],
    ['Pix', 'Eva Dias', '987.654.321-00', null, null, null, null, 'ana@exemplo.com.br', 2700, ids[2]],
    ['Total Pix', null, null, null, null, null, null, null, 2700, null],
    ['Total', null, null, null, null, null, null, null, 5400, null],
  ]);
  expect((await trailOf(db, 'payment_batch', batch)).at(-1)).toMatchObject({
    action: 'export',
    changes: { file: 'pagamentos-2026-03-12-5400.00.xlsx' },
  });
});

describe('POST /financial/payments/:id/conclude', () => {
  test('concludes each transfer once, and reports those already concluded', async () => {
    const [one, two, other] = [
      await transfer('Rui Leal', 1000, ITAU),
      await transfer('Eva Dias', 2000, NU),
      await transfer('Ivo Reis', 1000, NU),
    ];
    const batch = await ordered([one, two]);
    await staff.patch(`/transfer/${one}`, { status: 'DONE' });
    expect(await show(batch)).toMatchObject({ done: 1, pending: 1 });
    expect((await conclude(batch, [one, two, other])).json()).toEqual({
      concluded: 1,
      refused: [
        { transfer_id: one, reason: 'Este repasse já foi efetuado.' },
        { transfer_id: other, reason: 'Este repasse foi retirado do pagamento.' },
      ],
    });
    expect([await statusOf(one), await statusOf(two), await statusOf(other)]).toEqual(['DONE', 'DONE', 'PENDING']);
    expect(await show(batch)).toMatchObject({ done: 2, pending: 0 });
    expect(refusal(await conclude(batch))).toEqual([409, 'PAYMENT_CONCLUDED']);
    expect(refusal(await conclude(999_999))).toEqual([404, 'PAYMENT_NOT_FOUND']);
    const payouts = await db
      .selectFrom('ledger_entry')
      .select('transfer_id')
      .where('kind', '=', 'PAYOUT')
      .where('transfer_id', 'in', [one, two, other])
      .execute();
    expect(payouts.map((entry) => entry.transfer_id).toSorted()).toEqual([one, two].toSorted());
  });

  test('concludes on the day on which the bank paid, and says which can’t have been paid then', async () => {
    const one = await transfer('Rui Leal', 1000, ITAU);
    clock.today = '2026-03-12';
    const two = await transfer('Eva Dias', 2000, NU);
    const batch = await ordered([one, two]);
    const on = (pay_day: string) => editor.post(`/financial/payments/${batch}/conclude`, { pay_day });
    expect(refusal(await on('2026-03-13'))).toEqual([422, 'TRANSFER_PAID_IN_FUTURE']);
    expect((await on('2026-03-11')).json()).toEqual({
      concluded: 1,
      refused: [
        {
          transfer_id: two,
          reason: 'O repasse não pode ter sido pago antes de 12/03/2026, quando o dinheiro entrou.',
        },
      ],
    });
    expect((await reader.get(`/transfer/${one}`)).json().done_on).toBe('2026-03-11');
    expect(await statusOf(two)).toBe('PENDING');
  });

  test('concludes every transfer once under two concurrent calls', async () => {
    const ids = [await transfer('Rui Leal', 1000, ITAU), await transfer('Eva Dias', 1000, NU)];
    const batch = await ordered(ids);
    const answers = (await Promise.all([conclude(batch, ids), conclude(batch, ids)])).map((answer) => answer.json());
    expect(answers.reduce((total, { concluded }) => total + concluded, 0)).toBe(2);
    expect(answers.flatMap(({ refused }) => refused)).toHaveLength(2);
  });

  test('leaves each transfer either paid or free when concurrent with a cancellation', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map((number) => transfer(`Rui ${number}`, 1000, ITAU)));
    const batch = await ordered(ids);
    const [concluded] = await Promise.all([conclude(batch, ids), editor.delete(`/financial/payments/${batch}`)]);
    const { lines } = await show(batch);
    for (const line of lines) expect(line.live).toBe(line.status === 'DONE');
    const done = lines.filter((line: { status: string }) => line.status === 'DONE').length;
    expect(concluded?.statusCode === 409 ? 0 : concluded?.json().concluded).toBe(done);
  });
});

describe('DELETE /financial/payments/:id', () => {
  test('frees the transfers, which can be ordered again', async () => {
    const id = await transfer('Rui Leal', 1000, ITAU);
    const batch = await ordered([id]);
    expect((await editor.delete(`/financial/payments/${batch}`)).statusCode).toBe(204);
    expect(await show(batch)).toMatchObject({ canceled_at: expect.any(String), pending: 0, lines: [{ live: false }] });
    expect(refusal(await editor.delete(`/financial/payments/${batch}`))).toEqual([409, 'PAYMENT_CANCELED']);
    expect(refusal(await conclude(batch))).toEqual([409, 'PAYMENT_CANCELED']);
    expect((await order([id])).statusCode).toBe(201);
  });

  test('frees only the unpaid transfers of a partly paid payment', async () => {
    const [one, two] = [await transfer('Rui Leal', 1000, ITAU), await transfer('Eva Dias', 1000, NU)];
    const batch = await ordered([one, two]);
    await conclude(batch, [one]);
    expect((await editor.delete(`/financial/payments/${batch}`)).statusCode).toBe(204);
    expect(await show(batch)).toMatchObject({ canceled_at: null, done: 1, pending: 0 });
    expect(refusal(await editor.delete(`/financial/payments/${batch}`))).toEqual([409, 'PAYMENT_CONCLUDED']);
    expect((await order([two])).statusCode).toBe(201);
  });

  test('leaves out a transfer that is pending again', async () => {
    const id = await transfer('Rui Leal', 1000, ITAU);
    const batch = await ordered([id]);
    await conclude(batch);
    await staff.delete(`/transfer/${id}/refund`);
    expect(await show(batch)).toMatchObject({ done: 0, pending: 0, lines: [{ status: 'PENDING', live: false }] });
    expect((await order([id])).statusCode).toBe(201);
  });

  test('returns 404 for an unknown payment', async () => {
    expect(refusal(await editor.delete('/financial/payments/999999'))).toEqual([404, 'PAYMENT_NOT_FOUND']);
    for (const path of ['', '/file/1', '/sheet'])
      expect((await reader.get(`/financial/payments/999999${path}`)).statusCode).toBe(404);
  });
});

describe('one payment per owner', () => {
  /** Three rents of one owner, to one account, and one of another. */
  async function several() {
    const payee = await client({ type: 'OWNER', name: 'Rui Leal' });
    const holder = { bank_name: '', agency_number: '1234', holder_name: 'Rui Leal', document: payee.cpf_cnpj };
    await db
      .insertInto('bank_account')
      .values({ client_id: payee.id, ...holder, ...ITAU })
      .execute();
    const ids: number[] = [];
    for (const rent of [1000, 2000, 3000]) {
      const given = await contract({ current_price: rent * 100, property: { owners: [payee] } });
      const { id } = await invoice({ contract: given });
      ids.push((await staff.patch(`/invoice/${id}/down`, { paid_amount: rent })).json().transfers[0].id);
    }
    return { ids, other: await transfer('Eva Dias', 1000, ITAU) };
  }
  const together = (transfers: number[]) =>
    editor.post('/financial/payments', { transfers, pay_on: '2026-03-12', per_owner: true });

  test('sums transfers to one account, and identifies each of them', async () => {
    await agreeWith('341');
    const { ids, other } = await several();
    const body = { transfers: [...ids, other], per_owner: true };
    const shown = (await reader.post('/financial/payments/preview', body)).json();
    // 900,00, 1.800,00 and 2.700,00 are one payment; 900,00 of the other owner another.
    expect(shown).toMatchObject({ payable: 4, payments: 2, amount: 6300, groups: [{ payments: 2, amount: 6300 }] });
    const batch = (await together(body.transfers)).json();
    expect(batch).toMatchObject({ transfers: 4, per_owner: true, amount: 6300 });
    expect(batch.files).toEqual([{ name: 'pagamentos-itau-2026-03-12-6300.00.rem' }]);
    const file = (await reader.get(`/financial/payments/${batch.id}/file/1`)).body.split('\r\n');
    const details = file.filter((line) => line[7] === '3' && line[13] === 'A');
    expect(details.map((line) => [line.slice(73, 93).trim(), line.slice(119, 134)]).toSorted()).toEqual(
      [
        [`REPASSE ${other}`, '000000000090000'],
        [`REPASSES ${ids[0]}`, '000000000540000'],
      ].toSorted(),
    );
    const { lines } = await show(batch.id);
    const of = (payment: string) =>
      lines
        .filter((line: { payment: string }) => line.payment === payment)
        .map((line: { transfer_id: number }) => line.transfer_id);
    expect(of(`REPASSES ${ids[0]}`).toSorted()).toEqual(ids.toSorted());
    const answer = await reader.get(`/financial/payments/${batch.id}/sheet`);
    const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
    expect(sheet?.rows.map((row) => [row[0], row[8]])).toContainEqual(['Um pagamento: Rui Leal', 5400]);
  });

  test('concludes a joint payment as a whole, each transfer once, with its ledger entry', async () => {
    const { ids, other } = await several();
    const { id } = (await together([...ids, other])).json();
    const answers = await Promise.all([conclude(id, [ids[1] ?? 0]), conclude(id, [ids[2] ?? 0])]);
    const concluded = answers.map((answer) => answer.json().concluded ?? 0);
    expect(concluded[0] + concluded[1]).toBe(3);
    expect(await Promise.all([...ids, other].map(statusOf))).toEqual(['DONE', 'DONE', 'DONE', 'PENDING']);
    const payouts = db
      .selectFrom('ledger_entry')
      .select('transfer_id')
      .where('kind', '=', 'PAYOUT')
      .where('transfer_id', 'in', ids);
    expect(await payouts.execute()).toHaveLength(3);
    expect(await show(id)).toMatchObject({ done: 3, pending: 1 });
  });

  test('frees all of its transfers when cancelled', async () => {
    const { ids } = await several();
    const { id } = (await together(ids)).json();
    expect((await editor.delete(`/financial/payments/${id}`)).statusCode).toBe(204);
    expect((await order(ids)).json()).toMatchObject({ transfers: 3, per_owner: false });
  });
});

describe('by due date', () => {
  test('returns pending transfers without a payment, or the chosen ones', async () => {
    await db.updateTable('transfer').set({ due_date: '2026-01-01' }).execute();
    const ids: number[] = [];
    for (const [index, due_date] of (['2026-05-10', '2026-05-11', '2026-05-12', '2026-05-13'] as const).entries()) {
      const id = await transfer(`Rui ${index}`, 1000, ITAU);
      await db.updateTable('transfer').set({ due_date }).where('id', '=', id).execute();
      ids.push(id);
    }
    await ordered([ids[2] ?? 0]);
    const due = async (body: object) =>
      (await reader.post('/financial/payments/preview', body))
        .json()
        .lines.map((line: { transfer_id: number }) => line.transfer_id);
    expect(await due({ due_from: '2026-05-11', due_to: '2026-05-12' })).toEqual([ids[1]]);
    expect(await due({ due_from: '2026-05-11' })).toEqual([ids[1], ids[3]]);
    expect(await due({ transfers: ids, due_to: '2026-05-10' })).toEqual([ids[0]]);
    expect(await due({ due_from: '2026-06-01' })).toEqual([]);
    expect((await reader.post('/financial/payments/preview', { due_to: '2026-02-30' })).statusCode).toBe(422);
  });
});
