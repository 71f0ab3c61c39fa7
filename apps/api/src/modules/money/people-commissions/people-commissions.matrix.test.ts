import { invoices } from '@morada/contract/money/invoices';
import { movimentations } from '@morada/contract/money/movimentations';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { type CommissionState, commissionLife } from '@morada/domain/rent/people/entry-life';
import { afterAll, expect } from 'vitest';
import { inTransaction } from '#api/db/transaction.ts';
import { bulkRuns } from '#api/modules/desk/bulk/runs.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { anticipateInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { refundInvoices } from '#api/modules/money/invoices/refunding.service.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const { as, db, contract, property } = app;
const staff = as('*');
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
  await app.stop();
});

/** A part of 300,00 of a letting's fee or a sale's commission, its person, and what it came from. */
type Subject = {
  id: number;
  person: number;
  invoice?: number;
  bulk?: number;
  sale?: number;
  payment?: number;
  later?: number;
};

let people = 0;
async function person() {
  people += 1;
  const { groupId: group_id } = await app.signIn('PROPERTY_VIEW');
  const kept = { name: `Corretor ${people}`, email: `corretor${people}@morada.test`, password_hash: 'x', group_id };
  return (await db.insertInto('admin_user').values(kept).returning('id').executeTakeFirstOrThrow()).id;
}
const shares = (admin_user_id: number) => [{ role: 'BROKER', admin_user_id, share: 30 }];
const newestOf = async (admin_user_id: number) =>
  (
    await db
      .selectFrom('people_commission')
      .select('id')
      .where('admin_user_id', '=', admin_user_id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

/** A rent with a fee of 1.000,00, to be received. */
async function agreed(admin_user_id: number) {
  const lease = await contract({ current_price: 100_000, with_commission: false });
  const fee = { description: 'Intermediação', amount: 1000, type: 'CREDIT', influence: 'EXPENSE', transfer: true };
  await staff.put(`/proposal/${lease.id}/extra`, { ...fee, brokerage: true });
  await staff.put('/financial/commissions/rules', {
    ...{ kind: 'LETTING', proposal_id: lease.id, shares: shares(admin_user_id) },
  });
  return anticipateInvoice(app.ctx, { proposal_id: lease.id, reference: '2026-03' });
}

async function earned(to?: number): Promise<Subject> {
  const admin_user_id = to ?? (await person());
  const invoice = await agreed(admin_user_id);
  await staff.patch(`/invoice/${invoice}/down`, { paid_amount: 1000, fine: 0, interest: 0 });
  return { id: await newestOf(admin_user_id), person: admin_user_id, invoice };
}

/** Received by an action in bulk, which can be undone as one. */
async function inBulk(): Promise<Subject> {
  const admin_user_id = await person();
  const invoice = await agreed(admin_user_id);
  const { id } = (
    await staff.post('/bulk/invoice-pay', { ids: [invoice], pay_day: TODAY, payment_method: 'PIX' })
  ).json();
  await staff.post(`/bulk/${id}/run`);
  await bulkRuns.carryOut(app.deps, id);
  return { id: await newestOf(admin_user_id), person: admin_user_id, invoice, bulk: id };
}

async function sold(): Promise<Subject> {
  const admin_user_id = await person();
  const { id: property_id } = await property({ type: 'SALE' });
  await staff.put('/financial/commissions/rules', { kind: 'SALE', property_id, shares: shares(admin_user_id) });
  const entry = { description: 'Venda', type: 'INPUT', subtype: 'SALE', price: 1000 };
  const sale = (await staff.post('/movimentation', entry)).json().id;
  await staff.post('/financial/commissions/sales', { movimentation_id: sale, property_id });
  return { id: await newestOf(admin_user_id), person: admin_user_id, sale };
}

const payments = '/financial/commissions/people/payments';
async function pay({ person: admin_user_id }: Subject) {
  const { payable } = (await staff.get(`/financial/commissions/people/${admin_user_id}`)).json();
  const paper = { paper: 'RPA', paper_number: '1', until: TODAY, paid_on: TODAY };
  return staff.post(payments, { admin_user_id, amount: Math.max(payable, 0.01), ...paper });
}
/** Pays it; where something else came for the person, the payment takes that too. */
async function paid(subject: Subject): Promise<Subject> {
  return { ...subject, payment: (await pay(subject)).json().id };
}
const refund = ({ invoice }: Subject) => staff.delete(`/invoice/${invoice}/refund`);
async function owed(subject: Subject): Promise<Subject> {
  const made = await paid(subject);
  await takeBack(made);
  return made;
}
const takeBack = (subject: Subject) =>
  subject.sale === undefined ? refund(subject) : staff.delete(`/movimentation/${subject.sale}`);
/** Owed, and something larger due beside it, so that the next payment takes it back. */
async function owedAndDue(subject: Subject): Promise<Subject> {
  const made = await owed(subject);
  await earned(made.person);
  await earned(made.person);
  return made;
}
async function collected(subject: Subject): Promise<Subject> {
  const made = await owedAndDue(subject);
  return { ...made, later: (await pay(made)).json().id };
}
async function reversed(subject: Subject): Promise<Subject> {
  await takeBack(subject);
  return subject;
}
const undo = (id: number | undefined) => staff.delete(`${payments}/${id ?? 0}`);

const putOf = (make: () => Promise<Subject>) => ({
  EARNED: make,
  PAID: async () => paid(await make()),
  OWED: async () => owedAndDue(await make()),
  COLLECTED: async () => collected(await make()),
  REVERSED: async () => reversed(await make()),
});

const neverPaid = 'no payment has it';
const notCollected = 'no later payment took it back';
/** What took it back is gone, and takes nothing again. */
const gone = { OWED: 'INVOICE_NOT_PAID', COLLECTED: 'INVOICE_NOT_PAID', REVERSED: 'INVOICE_NOT_PAID' };
const entryGone = {
  ...{ OWED: 'MOVIMENTATION_NOT_FOUND', COLLECTED: 'MOVIMENTATION_NOT_FOUND', REVERSED: 'MOVIMENTATION_NOT_FOUND' },
};
const saleGone = { OWED: 'SALE_NOT_FOUND', COLLECTED: 'SALE_NOT_FOUND', REVERSED: 'SALE_NOT_FOUND' };
const onlyOnce = 'a run is undone once';

lifeCycleMatrix<CommissionState, EventOf<typeof commissionLife>, EffectOf<typeof commissionLife>, Subject>({
  life: commissionLife,
  put: putOf(() => earned()),
  doors: {
    reverse: [
      { by: 'call', call: invoices.refund, act: refund, refuses: gone },
      {
        ...{ by: 'bulk', action: 'invoice-pay', undoes: true, put: putOf(inBulk) },
        unreachable: { OWED: onlyOnce, COLLECTED: onlyOnce, REVERSED: onlyOnce },
        async act({ bulk }) {
          await staff.post(`/bulk/${bulk}/undo`);
          await bulkRuns.carryOut(app.deps, bulk ?? 0);
        },
      },
      {
        ...{ by: 'notice', name: 'a payment that the bank gave back' },
        act: ({ invoice }) =>
          inTransaction(db, (trx) =>
            refundInvoices(trx, { ...app.ctx, db: trx }, [{ id: invoice ?? 0, givenBack: true }]),
          ),
      },
      {
        ...{ by: 'call', name: 'removing the sale', call: movimentations.remove, refuses: entryGone, put: putOf(sold) },
        weaker: 'a sale is an entry of the cash book',
        act: ({ sale }) => staff.delete(`/movimentation/${sale}`),
      },
      {
        ...{
          by: 'call',
          name: 'undoing the division',
          call: peopleCommissions.undivideSale,
          refuses: saleGone,
          put: putOf(sold),
        },
        weaker: 'a sale is an entry of the cash book',
        act: ({ sale }) => staff.delete(`/financial/commissions/sales/${sale}`),
      },
    ],
    pay: [{ by: 'call', call: peopleCommissions.pay, act: pay }],
    undoPayment: [
      {
        ...{ by: 'call', call: peopleCommissions.undo, act: ({ payment }) => undo(payment) },
        unreachable: { EARNED: neverPaid, REVERSED: neverPaid },
      },
    ],
    undoCollection: [
      {
        ...{ by: 'call', call: peopleCommissions.undo, act: ({ later }) => undo(later) },
        unreachable: { EARNED: notCollected, PAID: notCollected, OWED: notCollected, REVERSED: notCollected },
      },
    ],
  },
  state: async ({ id }) =>
    (await db.selectFrom('people_commission').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state,
  effects: {
    payment: async ({ person: id }) =>
      (
        await db
          .selectFrom('commission_payment')
          .innerJoin('ledger_entry', 'ledger_entry.movimentation_id', 'commission_payment.movimentation_id')
          .select('ledger_entry.id')
          .where('commission_payment.admin_user_id', '=', id)
          .execute()
      ).length,
  },
});
