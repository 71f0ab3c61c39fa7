import { issuesAnother } from '@morada/domain/rent/invoice';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { billDay } from './billing.service.ts';
import { findInvoice } from './invoices.queries.ts';
import { giveBackOverpaid } from './overpaid.service.ts';
import { refundInvoices } from './refunding.service.ts';

const TODAY = '2026-03-20';
const { db, ctx, clock, as, contract, invoice, property, owner, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(() => {
  clock.today = TODAY;
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const refusal = (answer: Answer) => [answer.statusCode, answer.json().message];

const staff = as('*');
const cashier = as('BOLETO_DOWN', 'FINANCIAL_INVOICE_VIEW');
const show = async (id: number) => (await staff.get(`/invoice/${id}`)).json();
const pay = (id: number, body: object, who = staff) => who.patch(`/invoice/${id}/down`, body);
const refund = (id: number) => staff.delete(`/invoice/${id}/refund`);
const balanceOf = (id: number) =>
  db.selectFrom('invoice').selectAll().where('balance_of', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
const carriedOf = (id: number) =>
  db.selectFrom('extra_value').selectAll().where('settled_by', '=', id).where('deleted_at', 'is', null).execute();

/**
 * Rent 1.500,00, condominium 300,00 held, tax 100,00 of the owner, 10 % of fee, due on 10/03: on the 20th a fine of 190,00
 * and 5 × 0,03 % × 1.900,00 = 2,85 of interest, 2.092,85 in all.
 */
async function late() {
  const listing = await property({
    owners: [{ id: (await owner()).id }],
    fees: [
      { name: 'Condomínio', price: 30_000, to_owner: false },
      { name: 'IPTU', price: 10_000, to_owner: true },
    ],
  });
  const lease = await contract({ property_id: listing.id });
  return { lease, ...(await invoice({ contract: lease })) };
}

describe('where no invoice of the contract follows, since it ends at its term in March and March is issued', () => {
  async function lastOne() {
    const lease = await contract({ start_date: '2025-10-01', end_date: '2026-03-31', ends_at_term: true });
    await invoice({ contract: lease, reference: '2026-04' });
    return { lease, ...(await invoice({ contract: lease })) };
  }

  test('a shortfall is not left to it', LONG, async () => {
    const { id } = await lastOne();
    expect((await show(id)).proposal.continues).toBe(false);
    const answer = await pay(id, { paid_amount: 1400, fine: 0, interest: 0, rest: { fate: 'NEXT_INVOICE' } });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'NO_NEXT_INVOICE']);
    expect(await carriedOf(id)).toEqual([]);
  });

  test.each([
    ['chosen as a credit', { fate: 'CREDIT' }, 422],
    ['not chosen', undefined, 200],
    ['chosen to be returned', { fate: 'RETURN' }, 200],
  ])('an overpayment, %s', async (_, rest, status) => {
    const { id } = await lastOne();
    const answer = await pay(id, { paid_amount: 1600, fine: 0, interest: 0, ...(rest && { rest }) });
    expect(answer.statusCode).toBe(status);
    if (status === 200) expect(answer.json().rest).toMatchObject({ fate: 'RETURN', amount: -100 });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('the database and the rule agree', async () => {
    const cases = [
      { end_date: '2026-03-31', ends_at_term: true },
      { end_date: '2026-04-01', ends_at_term: true },
      { end_date: '2026-02-28', ends_at_term: true },
      { end_date: '2026-02-28', ends_at_term: false },
    ] as const;
    for (const terms of cases) {
      const lease = await contract({ start_date: '2025-10-01', ...terms });
      const { id } = await invoice({ contract: lease });
      await db.updateTable('proposal').set({ billed_through: '2026-04' }).where('id', '=', lease.id).execute();
      const rule = issuesAnother({ status: 'APPROVED', start_date: '2025-10-01', ...terms }, '2026-04');
      expect([terms, (await findInvoice(db, id))?.continues]).toEqual([terms, rule]);
    }
  });
});

describe('a partial payment', () => {
  test('is refused without a treatment of the difference', async () => {
    const { id } = await late();
    const answer = await pay(id, { paid_amount: 1900 });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toBe(
      'Recebido R$\u00a0192,85 a menos do que o devido, R$\u00a02.092,85: informe se fica em saldo em aberto, vai para a próxima fatura ou é dispensado',
    );
    expect(await show(id)).toMatchObject({ status: 'PENDING', rest: null });
    // Charges that the person removed are no longer owed.
    expect((await pay(id, { paid_amount: 1900, fine: 0, interest: 0 })).json()).toMatchObject({
      ...{ status: 'PAID', fine: 0, interest: 0, rest: null },
    });
  });

  test('leaves an open balance with its own due date and charges', async () => {
    const { id } = await late();
    const paid = (await pay(id, { paid_amount: 1000, rest: { fate: 'OPEN_BALANCE', due_date: '2026-03-25' } })).json();
    const balance = await balanceOf(id);
    // The amount owed stays on the paid invoice; the owner gets a share of the amount received: 1.000,00 of rent less
    // 10 %.
    expect(paid).toMatchObject({
      ...{ status: 'PAID', paid_amount: 1000, fine: 190, interest: 2.85, late: { total: 2092.85 } },
      rest: { fate: 'OPEN_BALANCE', amount: 1092.85, reason: null, invoice_id: balance?.id },
      transfers: [
        {
          amount: 900,
          lines: [
            { kind: 'RENT', amount: 1000 },
            { kind: 'ADMIN_FEE', amount: -100 },
          ],
        },
      ],
    });
    const open = await show(balance?.id ?? 0);
    expect(open).toMatchObject({
      ...{
        status: 'PENDING',
        balance_of: id,
        due_date: '2026-03-25',
        price: 500,
        fees: 592.85,
        reference: paid.reference,
      },
      late: { days: 0, total: 1092.85 },
    });
    expect(open.lines.map((line: { name: string; amount: number }) => [line.name, line.amount])).toEqual([
      ['Aluguel', 500],
      ['Condomínio', 300],
      ['IPTU', 100],
      ['Multa', 190],
      ['Juros', 2.85],
    ]);
    expect(await verifyBooks(db)).toEqual([]);

    // Five days late: a fine of 10 % on all but the old charges. Rent 500,00 − 50,00, tax 100,00, old charges 192,85 and the new fine to the owner.
    clock.today = '2026-03-30';
    expect((await show(balance?.id ?? 0)).late).toMatchObject({ days: 5, fine: 90, interest: 0, total: 1182.85 });
    expect((await pay(balance?.id ?? 0, { paid_amount: 1182.85 })).json().transfers).toMatchObject([
      { amount: 450 + 100 + 192.85 + 90 },
    ]);
    expect(refusal(await refund(id))).toEqual([409, 'Estorne primeiro a fatura do saldo desta.']);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('when refunded, deletes the balance and restores the books', async () => {
    const { id } = await late();
    await pay(id, { paid_amount: 1000, rest: { fate: 'OPEN_BALANCE' } });
    const balance = await balanceOf(id);
    expect(balance).toMatchObject({ due_date: '2026-03-30' });
    expect(refusal(await staff.delete(`/financial/invoice/${balance?.id}/delete`))).toEqual([
      409,
      'Esta fatura é o saldo de outra, paga em parte. Estorne a outra, ou dispense o saldo na baixa.',
    ]);
    expect((await refund(id)).json()).toMatchObject({ status: 'PENDING', rest: null, late: { total: 2092.85 } });
    expect(await balanceOf(id)).toBeUndefined();
    expect(await verifyBooks(db)).toEqual([]);
    // Settled again, with another balance.
    expect((await pay(id, { paid_amount: 2000, rest: { fate: 'OPEN_BALANCE' } })).json().rest.amount).toBe(92.85);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('made of charges alone bears no charges again, wherever it is asked for', async () => {
    const { id, lease } = await late();
    // 2.092,85 less 1.900,00: the fine and the interest.
    await pay(id, { paid_amount: 1900, rest: { fate: 'OPEN_BALANCE', due_date: '2026-03-25' } });
    const balance = (await balanceOf(id))?.id ?? 0;
    clock.today = '2026-04-04';
    const owed = { fine: 0, interest: 0, total: 192.85 };
    expect((await show(balance)).late).toEqual({ days: 10, ...owed });
    const { lates, lines } = (await staff.get('/financial/late')).json();
    const row = lates.find((one: { id: number }) => one.id === balance);
    expect(row).toMatchObject(owed);
    const others = lates.filter((one: { id: number }) => one.id !== balance);
    expect(lines.find(({ name }: { name: string }) => name === 'Multa').amount).toBeCloseTo(
      others.reduce((sum: number, { fine }: { fine: number }) => sum + fine, 0),
    );
    expect((await staff.get(`/collection/invoice/${balance}`)).json().row.amount).toBe(192.85);
    expect((await staff.get(`/invoice/${balance}/link`)).json()).toMatchObject({
      fine: 0,
      interest: 0,
      amount: 192.85,
    });
    const debt = (await staff.get(`/debt-agreement/candidates/${lease.id}`)).json().invoices;
    expect(debt.find((one: { id: number }) => one.id === balance)).toMatchObject(owed);
    const papers = (await staff.get(`/proposal/${lease.id}/debt`)).json().statement.rows;
    expect(papers.find((one: { invoice_id: number }) => one.invoice_id === balance)).toMatchObject(owed);
    expect((await pay(balance, { paid_amount: 192.85 })).json()).toMatchObject({ status: 'PAID', rest: null });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('carried to the next invoice keeps the kind of each part', async () => {
    const { id, lease } = await late();
    await pay(id, { paid_amount: 1000, rest: { fate: 'NEXT_INVOICE' } });
    clock.today = '2026-04-05';
    await billDay(ctx);
    const next = await db
      .selectFrom('invoice')
      .select('id')
      .where('proposal_id', '=', lease.id)
      .where('reference', '=', '2026-04')
      .executeTakeFirstOrThrow();
    // April's own 1.900,00 and 1.092,85.
    expect(await show(next.id)).toMatchObject({ amount: 2992.85 });
    const [part] = await carriedOf(id);
    expect(refusal(await staff.delete(`/proposal/${lease.id}/extra?id=${part?.id}`))).toEqual([
      409,
      'Já foi usada em fatura ou repasse e não pode ser deletada.',
    ]);
    expect(refusal(await refund(id))).toEqual([
      409,
      'A diferença desta baixa já está em outra fatura. Delete ou estorne a outra primeiro.',
    ]);
    // Rent 1.500,00 and 500,00 less 10 %, tax twice, old charges 192,85.
    expect((await pay(next.id, { paid_amount: 2992.85 })).json().transfers).toMatchObject([
      { amount: 1800 + 200 + 192.85 },
    ]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('carried over and unused is deleted with the refund, not separately', async () => {
    const { id, lease } = await late();
    await pay(id, { paid_amount: 2000, rest: { fate: 'NEXT_INVOICE' } });
    const carried = await carriedOf(id);
    expect(carried.map(({ description, amount, stands_for }) => [description, amount, stands_for])).toEqual([
      [`Multa, fatura ${id}`, 9_000, 'LATE'],
      [`Juros, fatura ${id}`, 285, 'LATE'],
    ]);
    expect(refusal(await staff.delete(`/proposal/${lease.id}/extra?id=${carried[0]?.id}`))).toEqual([
      409,
      'É a diferença da baixa de uma fatura. Estorne a fatura para mudar.',
    ]);
    expect((await refund(id)).statusCode).toBe(200);
    expect(await carriedOf(id)).toEqual([]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('is waived with a reason, by callers who may issue invoices', async () => {
    const { id } = await late();
    const rest = { fate: 'WAIVED', reason: 'Acordo por telefone' };
    expect(refusal(await pay(id, { paid_amount: 1900, rest: { fate: 'WAIVED' } }))).toEqual([
      422,
      'Informe o motivo da dispensa',
    ]);
    expect(refusal(await pay(id, { paid_amount: 1900, rest }, cashier))).toEqual([
      403,
      'Seu grupo não pode dispensar valores. Escolha saldo em aberto ou próxima fatura.',
    ]);
    expect((await pay(id, { paid_amount: 1900, rest })).json()).toMatchObject({
      ...{ fine: 190, interest: 2.85, paid_amount: 1900 },
      rest: { fate: 'WAIVED', amount: 192.85, reason: 'Acordo por telefone', invoice_id: null },
      transfers: [{ amount: 1450 }],
    });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test.each([
    [{ fate: 'CREDIT' }, 'rest.fate'],
    [{ fate: 'WAIVED' }, 'rest.reason'],
    [{ fate: 'OPEN_BALANCE', due_date: '2026-03-19' }, 'rest.due_date'],
  ])('refuses %j at the field of the wrong choice', async (rest, field) => {
    const { id } = await late();
    const { errors } = (await pay(id, { paid_amount: 1000, rest })).json();
    expect(errors).toMatchObject([{ field }]);
  });

  test('of an open balance may be waived', async () => {
    const { id } = await late();
    await pay(id, { paid_amount: 1000, rest: { fate: 'OPEN_BALANCE' } });
    const balance = (await balanceOf(id))?.id ?? 0;
    const waived = await pay(balance, { paid_amount: 0, rest: { fate: 'WAIVED', reason: 'Acordo' } });
    expect(waived.json()).toMatchObject({ status: 'PAID', paid_amount: 0, transfers: [{ amount: 0 }] });
    expect(await verifyBooks(db)).toEqual([]);
    expect((await refund(balance)).statusCode).toBe(200);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test.each([
    [{ paid_amount: 2092.85, rest: { fate: 'OPEN_BALANCE' } }, 200, undefined],
    [{ paid_amount: 1000, rest: { fate: 'CREDIT' } }, 422, 'Esta escolha não serve para a diferença desta baixa'],
    [
      { paid_amount: 3000, rest: { fate: 'WAIVED', reason: 'x' } },
      422,
      'Esta escolha não serve para a diferença desta baixa',
    ],
    [
      { paid_amount: 1000, rest: { fate: 'OPEN_BALANCE', due_date: '2026-03-19' } },
      422,
      'O vencimento do saldo fica entre hoje e daqui a um ano',
    ],
    [{ paid_amount: 1000, rest: { fate: 'FORGET' } }, 422, 'Informe o que fazer com a diferença'],
  ])('%j: %i', async (body, status, message) => {
    const { id } = await late();
    const answer = await pay(id, body);
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  });

  test('of an ended contract can’t be carried over, and its open balance stays', async () => {
    const { id, lease } = await late();
    const [other] = [await invoice({ contract: lease, reference: '2026-02' })];
    await pay(id, { paid_amount: 1000, rest: { fate: 'OPEN_BALANCE' } });
    await staff.patch(`/proposal/${lease.id}/close`);
    expect(await balanceOf(id)).toBeDefined();
    expect(refusal(await pay(other?.id ?? 0, { paid_amount: 100, rest: { fate: 'NEXT_INVOICE' } }))).toEqual([
      422,
      'Este contrato não gera outra fatura. Escolha outra opção para a diferença.',
    ]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('is settled by a termination’s sheet, which charges no rent twice', async () => {
    const { id, lease } = await late();
    await pay(id, { paid_amount: 1000, rest: { fate: 'OPEN_BALANCE' } });
    const answer = await staff.put(`/proposal/${lease.id}/termination`, {
      left_on: '2026-02-28',
      deposit_held_by: 'AGENCY',
      penalty: 0,
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ sheet: { total: 1092.85 } });
    expect(await verifyBooks(db)).toEqual([]);
    expect((await refund(id)).statusCode).toBe(409);
    await staff.delete(`/proposal/${lease.id}/termination`);
    expect(await balanceOf(id)).toMatchObject({ amount: 109_285, status: 'PENDING' });
    expect(await verifyBooks(db)).toEqual([]);
  });
});

describe('an overpayment', () => {
  test('becomes a credit of the next invoice by default', async () => {
    const { id, lease } = await late();
    expect((await pay(id, { paid_amount: 2192.85 })).json()).toMatchObject({
      ...{ fine: 190, interest: 2.85, paid_amount: 2192.85, rest: { fate: 'CREDIT', amount: -100 } },
      transfers: [{ amount: 1350 + 100 + 192.85 }],
    });
    expect(await verifyBooks(db)).toEqual([]);
    clock.today = '2026-04-05';
    await billDay(ctx);
    const next = await db
      .selectFrom('invoice')
      .selectAll()
      .where('proposal_id', '=', lease.id)
      .where('reference', '=', '2026-04')
      .executeTakeFirstOrThrow();
    expect(next.amount).toBe(180_000);
    expect((await pay(next.id, { paid_amount: 1800 })).json().transfers).toMatchObject([{ amount: 1450 }]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('is cut by the month of the contract, not of the invoice; more than a year of it is refused', async () => {
    const { id, lease } = await late();
    await db
      .updateTable('invoice')
      .set({ price: 35, fees: 0, lines: '[{"kind":"RENT","amount":35,"name":"Aluguel"}]' })
      .where('id', '=', id)
      .execute();
    // A month of the contract: 1.500,00 and 400,00 of fees.
    expect((await pay(id, { paid_amount: 300.7, fine: 0, interest: 0 })).statusCode).toBe(200);
    expect((await carriedOf(id)).map(({ amount }) => amount)).toEqual([30_035]);
    // April takes the credit: 1.599,65.
    const other = await invoice({ contract: lease, reference: '2026-04' });
    const much = await pay(other.id, { paid_amount: 1599.65 + 1900 * 12 + 0.01 });
    expect(much.json()).toMatchObject({ code: 'CREDIT_TOO_LARGE', errors: [{ field: 'rest.fate' }] });
    expect((await pay(other.id, { paid_amount: 1599.65 + 1900 * 12 })).statusCode).toBe(200);
    expect((await carriedOf(other.id)).map(({ amount }) => amount)).toEqual(Array(12).fill(190_000));
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('can be returned to the tenant, and a refund deletes the pending return', LONG, async () => {
    const { id } = await late();
    const paid = (await pay(id, { paid_amount: 2192.85, rest: { fate: 'RETURN' } })).json();
    expect(paid.rest).toMatchObject({ fate: 'RETURN', amount: -100 });
    const back = await db
      .selectFrom('transfer')
      .selectAll()
      .where('invoice_id', '=', id)
      .where('purpose', '=', 'REFUND')
      .executeTakeFirstOrThrow();
    expect(back).toMatchObject({ amount: 10_000, status: 'PENDING' });
    expect(await verifyBooks(db)).toEqual([]);
    await staff.patch(`/transfer/${back.id}`, { status: 'DONE' });
    expect(await verifyBooks(db)).toEqual([]);
    expect((await refund(id)).statusCode).toBe(409);
    await staff.delete(`/transfer/${back.id}/refund`);
    expect((await refund(id)).statusCode).toBe(200);
    expect(await verifyBooks(db)).toEqual([]);
  });

  describe('that its bank gives back meanwhile', () => {
    /** 100,00 too much, and what the bank gives back of it. */
    async function givenBack(
      fate: 'RETURN' | 'CREDIT',
      amount: number,
      before?: (of: Awaited<ReturnType<typeof late>>) => Promise<unknown>,
    ) {
      const of = await late();
      expect((await pay(of.id, { paid_amount: 2192.85, rest: { fate } })).statusCode).toBe(200);
      await before?.(of);
      const told = await db.transaction().execute((trx) => giveBackOverpaid(trx, ctx, of.id, amount));
      expect(await verifyBooks(db)).toEqual([]);
      return { ...of, told };
    }
    const parts = (lease: number) =>
      db
        .selectFrom('transfer')
        .select(['id', 'amount', 'status', 'returned_by_bank'])
        .where('proposal_id', '=', lease)
        .where('purpose', '=', 'REFUND')
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
    const returns = async (lease: number) => (await parts(lease)).map(({ amount, status }) => ({ amount, status }));
    /** What the ledger says was paid out to the tenant, by transfer. */
    const tenantsPaid = async (invoiceId: number) =>
      (
        await sql<{ amount: number }>`select l.amount from ledger_line l join ledger_entry e on e.id = l.entry_id
          join transfer t on t.id = e.transfer_id
          where t.invoice_id = ${invoiceId} and t.purpose = 'REFUND' and e.kind = 'PAYOUT' and l.account = 'TENANTS'
          order by t.id`.execute(db)
      ).rows.map(({ amount }) => amount);

    test('the planned return counts as made, also when the owner was paid', async () => {
      const { lease, told } = await givenBack('RETURN', 10_000, async ({ id }) => {
        const owned = await db
          .selectFrom('transfer')
          .select('id')
          .where('invoice_id', '=', id)
          .where('purpose', '=', 'OWNER')
          .executeTakeFirstOrThrow();
        await staff.patch(`/transfer/${owned.id}`, { status: 'DONE' });
      });
      expect([told, await returns(lease.id)]).toEqual([null, [{ amount: 10_000, status: 'DONE' }]]);
    });

    test.each(['RETURN', 'CREDIT'] as const)(
      'a %s that the bank has made is not freed to be paid again',
      async (fate) => {
        const { id, lease } = await givenBack(fate, 10_000);
        const made = await db
          .selectFrom('transfer')
          .select('id')
          .where('proposal_id', '=', lease.id)
          .where('purpose', '=', 'REFUND')
          .executeTakeFirstOrThrow();
        const undone = await staff.delete(`/transfer/${made.id}/refund`);
        expect([undone.statusCode, undone.json().code]).toEqual([409, 'TRANSFER_RETURNED_BY_BANK']);
        expect((await refund(id)).statusCode).toBe(409);
        expect(await returns(lease.id)).toEqual([{ amount: 10_000, status: 'DONE' }]);
      },
    );

    test('goes with the whole payment, when the bank gives the rest back too', async () => {
      const { id, lease } = await givenBack('RETURN', 10_000);
      const refused = await db.transaction().execute((trx) => refundInvoices(trx, ctx, [{ id, givenBack: true }]));
      expect(refused).toEqual([undefined]);
      expect([await returns(lease.id), (await staff.get(`/invoice/${id}`)).json().status]).toEqual([[], 'PENDING']);
      expect(await verifyBooks(db)).toEqual([]);
    });

    test('more than planned is told to a person', async () => {
      const more = await givenBack('RETURN', 15_000);
      expect(more.told).toContain('só uma parte foi devolvida');
      expect(await returns(more.lease.id)).toEqual([{ amount: 10_000, status: 'DONE' }]);
    });

    test('less than planned is parted from the return: that part is made, the rest is paid once', async () => {
      const { id, lease, told } = await givenBack('RETURN', 4_000);
      const [rest, part] = await parts(lease.id);
      expect([told, rest, part]).toMatchObject([
        null,
        { amount: 6_000, status: 'PENDING', returned_by_bank: false },
        { amount: 4_000, status: 'DONE', returned_by_bank: true },
      ]);
      expect((await staff.get(`/transfer/${rest?.id}`)).json().lines).toMatchObject([
        { name: 'Pago a mais', amount: 100 },
        { name: 'Devolvido pelo banco', note: `repasse ${part?.id}`, amount: -40 },
      ]);
      expect((await staff.delete(`/transfer/${part?.id}/refund`)).json().code).toBe('TRANSFER_RETURNED_BY_BANK');
      expect((await staff.patch(`/transfer/${rest?.id}`, { status: 'DONE' })).statusCode).toBe(200);
      expect(await tenantsPaid(id)).toEqual([6_000, 4_000]);
      expect(await verifyBooks(db)).toEqual([]);
    });

    test('in parts goes with the whole payment, when the bank gives the rest back too', async () => {
      const { id, lease } = await givenBack('RETURN', 4_000);
      const giveBack = (amount: number) => db.transaction().execute((trx) => giveBackOverpaid(trx, ctx, id, amount));
      expect(await giveBack(2_500)).toBeNull();
      expect(await returns(lease.id)).toEqual([
        { amount: 3_500, status: 'PENDING' },
        { amount: 4_000, status: 'DONE' },
        { amount: 2_500, status: 'DONE' },
      ]);
      expect(await verifyBooks(db)).toEqual([]);
      const refused = await db.transaction().execute((trx) => refundInvoices(trx, ctx, [{ id, givenBack: true }]));
      expect(refused).toEqual([undefined]);
      expect([await returns(lease.id), (await staff.get(`/invoice/${id}`)).json().status]).toEqual([[], 'PENDING']);
      expect(await verifyBooks(db)).toEqual([]);
    });

    /** A payment by file or list that orders the planned return. */
    async function order({ lease: { id } }: { lease: { id: number } }): Promise<number> {
      await sql`insert into bank_account (client_id, bank_name, code, agency_number, account_number, holder_name, document, pix_key)
        select c.id, '', '341', '1234', '56789-0', c.name, c.cpf_cnpj, 'inquilina@exemplo.com.br' from proposal p
        join client c on c.id = p.user_id where p.id = ${id}`.execute(db);
      const [planned] = await parts(id);
      const made = await staff.post('/financial/payments', { transfers: [planned?.id], pay_on: TODAY });
      expect(made.statusCode, made.body).toBe(201);
      return made.json().id;
    }

    test('a part of a return whose list was given out is paid with it, and comes off if that payment comes back', async () => {
      const { lease } = await givenBack('RETURN', 4_000, async (of) => {
        const payment = await order(of);
        expect((await staff.get(`/financial/payments/${payment}/sheet`)).statusCode).toBe(200);
      });
      const [planned] = await parts(lease.id);
      expect((await staff.patch(`/transfer/${planned?.id}`, { status: 'DONE' })).statusCode).toBe(200);
      expect(await returns(lease.id)).toEqual([{ amount: 10_000, status: 'DONE' }]);
      expect((await staff.delete(`/transfer/${planned?.id}/refund`)).statusCode).toBe(200);
      expect(await returns(lease.id)).toEqual([
        { amount: 6_000, status: 'PENDING' },
        { amount: 4_000, status: 'DONE' },
      ]);
      expect(await verifyBooks(db)).toEqual([]);
    });

    test.each([
      [
        4_000,
        [
          { amount: 6_000, status: 'PENDING' },
          { amount: 4_000, status: 'DONE' },
        ],
      ],
      [10_000, [{ amount: 10_000, status: 'DONE' }]],
    ])(
      '%i of a return that a payment holds is not payable, and comes off when the payment is cancelled',
      async (amount, after) => {
        let payment = 0;
        const { lease, told } = await givenBack('RETURN', amount, async (of) => {
          payment = await order(of);
        });
        const [planned] = await parts(lease.id);
        expect(told).toContain(`do repasse ${planned?.id}, que está em um pagamento: cancele-o`);
        expect(await returns(lease.id)).toEqual([{ amount: 10_000, status: 'PENDING' }]);
        expect((await staff.get(`/transfer/${planned?.id}`)).json().returned_part).toBe(amount / 100);
        const refused = [
          await staff.patch(`/transfer/${planned?.id}`, { status: 'DONE' }),
          await staff.get(`/financial/payments/${payment}/sheet`),
        ];
        expect(refused.map((answer) => answer.json().code)).toEqual(Array(2).fill('PAYOUT_RETURNED_IN_PART'));
        const together = await staff.post(`/financial/payments/${payment}/conclude`, {});
        expect(together.json()).toMatchObject({ concluded: 0, refused: [{ transfer_id: planned?.id }] });
        expect((await staff.delete(`/financial/payments/${payment}`)).statusCode).toBe(204);
        expect(await returns(lease.id)).toEqual(after);
        expect(await verifyBooks(db)).toEqual([]);
      },
    );

    test('a credit that no invoice has taken goes, whole or in part', async () => {
      const whole = await givenBack('CREDIT', 10_000);
      expect([whole.told, await returns(whole.lease.id)]).toEqual([null, [{ amount: 10_000, status: 'DONE' }]]);
      const part = await givenBack('CREDIT', 4_000);
      expect([part.told, await returns(part.lease.id)]).toEqual([null, [{ amount: 4_000, status: 'DONE' }]]);
      clock.today = '2026-04-05';
      await billDay(ctx);
      const next = (lease: number) =>
        db
          .selectFrom('invoice')
          .select('amount')
          .where('proposal_id', '=', lease)
          .where('reference', '=', '2026-04')
          .executeTakeFirst();
      // 1.900,00; less the 60,00 that the bank has not given back.
      expect([await next(whole.lease.id), await next(part.lease.id)]).toEqual([
        { amount: 190_000 },
        { amount: 184_000 },
      ]);
      expect(await verifyBooks(db)).toEqual([]);
    });

    test('a credit that an invoice has taken is told to a person', async () => {
      const { lease, told } = await givenBack('CREDIT', 10_000, async () => {
        clock.today = '2026-04-05';
        await billDay(ctx);
      });
      expect(told).toContain('já viraram crédito em outra fatura');
      expect(await returns(lease.id)).toEqual([]);
    });
  });
});
