import { proposals } from '@morada/contract/lease/proposals';
import { readjustments } from '@morada/contract/lease/readjustments';
import { invoices } from '@morada/contract/money/invoices';
import { payments } from '@morada/contract/money/payments';
import { terminations } from '@morada/contract/money/terminations';
import { transfers } from '@morada/contract/money/transfers';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { contractLife, contractStage } from '@morada/domain/lease/contract';
import { depositLife } from '@morada/domain/rent/deposit-life';
import { extraLife } from '@morada/domain/rent/extra-life';
import { terminationLife } from '@morada/domain/rent/termination/termination-life';
import { sql } from 'kysely';
import { afterAll, describe, expect } from 'vitest';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { arrived, givenBack } from '#test/bank/arrived-payments.ts';
import { bulkDesk } from '#test/desks/bulk-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const { as, contract, ctx, db } = app;
const bulk = await bulkDesk(app);
afterAll(async () => {
  await bulk.jobs.stop();
  await app.stop();
});
// Every cell leaves its objects: the books of all of them are verified once.
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

const staff = as('*');
// Registered in March: February whole, March by 10 of 31 days.
const lease = async (terms: Parameters<typeof contract>[0] = {}) =>
  (await contract({ start_date: '2025-04-01', end_date: '2027-09-30', next_readjustment: '2026-03-20', ...terms })).id;
const withDeposit = async () => {
  const id = await lease();
  await staff.patch(`/proposal/${id}`, { guarantee: 'SECURITY_DEPOSIT', deposit: 4500 });
  return id;
};
const leaving = { left_on: '2026-03-10' };
const end = (id: number) => staff.put(`/proposal/${id}/termination`, leaving);
const undo = (id: number) => staff.delete(`/proposal/${id}/termination`);
const close = (id: number) => staff.patch(`/proposal/${id}/close`);
const remove = (id: number) => staff.delete(`/proposal/${id}`);
const EXTRA = { description: 'Pintura', amount: 80, type: 'DEBIT', influence: 'EXPENSE', boleto: true };
const addExtra = (id: number) => staff.put(`/proposal/${id}/extra`, EXTRA);
const anticipate = (proposal_id: number) => staff.post('/financial/invoice', { proposal_id, reference: '2026-03' });

/** A contract that is ended is left out of the run. */
const taxInBulk = async (id: number) => {
  const run = await bulk.preview('lease-tax', { ids: [id], lease_tax: 'INCLUDED' });
  if (run.states.READY.count > 0) await bulk.run(run.id);
};

/** Carries an action out on one record, which it may leave out, and answers the run. */
async function inBulk(action: 'invoice-pay' | 'transfer-conclude', id: number, more: object = {}) {
  const run = await bulk.preview(action, { ids: [id], ...more });
  if (run.states.READY.count > 0) await bulk.run(run.id);
  return run.id;
}

const rowOf = (id: number) =>
  db
    .selectFrom('proposal')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .select([
      'proposal.status',
      'proposal.deleted_at',
      'proposal.discount',
      'proposal.current_price',
      'proposal.deposit',
      'proposal.lease_tax',
    ])
    .select(['property.status as place'])
    .where('proposal.id', '=', id)
    .executeTakeFirstOrThrow();
const sheetOf = (id: number) =>
  db
    .selectFrom('termination')
    .select(['invoice_id', 'transfer_id'])
    .where('proposal_id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
const openInvoices = (id: number) =>
  db
    .selectFrom('invoice')
    .select(['id'])
    .where('proposal_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
const transfersOf = (id: number) =>
  db
    .selectFrom('transfer')
    .select(['id', 'purpose'])
    .where('proposal_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
const postings = async () => (await sql`select count(*) from ledger_entry`.execute(db)).rows;
const NONE_YET = 'it has no invoice';
/** An object of which the event before it left nothing: the call meets none. */
const NONE = 999_999;

describe('a contract', () => {
  type State = StateOf<typeof contractLife>;
  const put = async (happens: (id: number) => Promise<unknown>) => {
    const id = await lease();
    await happens(id);
    return id;
  };
  lifeCycleMatrix<State, EventOf<typeof contractLife>, EffectOf<typeof contractLife>, number>({
    life: contractLife,
    put: {
      APPROVED: () => lease(),
      CLOSED: () => put(close),
      TERMINATED: () => put(end),
      REMOVED: () => put(remove),
    },
    doors: {
      change: [
        { by: 'call', call: proposals.update, act: (id) => staff.patch(`/proposal/${id}`, { discount: 10 }) },
        {
          ...{ by: 'bulk', name: 'a batch of readjustments', call: readjustments.apply },
          act: (id) =>
            staff.post('/readjustment', {
              month: '2026-03',
              contracts: [{ proposal_id: id, current_price: 1500, index: null, percent: 10 }],
            }),
          refuses: { CLOSED: 'NOTHING_APPLIED', TERMINATED: 'NOTHING_APPLIED', REMOVED: 'NOTHING_APPLIED' },
          weaker: 'each of the two permissions of an edit is enough in both',
        },
        {
          ...{ by: 'bulk', name: 'a batch of the tax beside the rent', action: 'lease-tax', act: taxInBulk },
          weaker: 'it changes no bank account, which alone is confirmed',
        },
      ],
      bill: [
        { by: 'call', call: invoices.anticipate, act: anticipate },
        { by: 'job', act: () => billDay(ctx) },
      ],
      close: [{ by: 'call', call: terminations.close, act: close }],
      terminate: [
        { by: 'call', call: terminations.apply, act: end },
        {
          ...{ by: 'call', name: 'closing with what waits', call: terminations.close },
          async act(id) {
            await addExtra(id);
            return close(id);
          },
        },
      ],
      reopen: [{ by: 'call', call: terminations.undo, act: undo }],
      remove: [{ by: 'call', call: proposals.remove, act: remove }],
    },
    async state(id) {
      const { status, deleted_at } = await rowOf(id);
      return deleted_at ? 'REMOVED' : contractStage(status, { sheet: (await sheetOf(id)) !== undefined });
    },
    effects: {
      terms: async (id) => {
        const { discount, current_price, lease_tax } = await rowOf(id);
        return [discount, current_price, lease_tax];
      },
      property: async (id) => (await rowOf(id)).place,
      invoices: openInvoices,
      sheet: sheetOf,
    },
    untouched: postings,
  });
});

describe('a sheet of termination', () => {
  type State = StateOf<typeof terminationLife>;
  const last = async (id: number) => (await sheetOf(id))?.invoice_id ?? NONE;
  const pay = async (id: number) => {
    const invoice = await last(id);
    const amount = (await staff.get(`/invoice/${invoice}`)).json().amount ?? 1;
    return staff.patch(`/invoice/${invoice}/down`, { paid_amount: amount });
  };
  /** Nothing is owed, and the deposit goes back. */
  const withRefund = async () => {
    const id = await withDeposit();
    await end(id);
    return id;
  };
  const refundOf = async (id: number) => (await sheetOf(id))?.transfer_id ?? NONE;
  /** A debt agreement on the last invoice, accepted ten days later. */
  const agree = async (id: number) => {
    app.clock.today = '2026-03-20';
    const offer = await staff.post('/debt-agreement', {
      ...{ proposal_id: id, invoices: [await last(id)], instalments: 2, first_due: '2026-03-25' },
      ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
    });
    expect(offer.statusCode, offer.body).toBe(201);
    await acceptOnline(ctx, offer.json().id, { name: 'Tereza Prado', address: '203.0.113.7', version: 1 });
    app.clock.today = TODAY;
  };
  const ended = async (...events: ((id: number) => Promise<unknown>)[]) => {
    const id = await lease();
    for (const event of [end, ...events]) await event(id);
    return id;
  };
  lifeCycleMatrix<State, EventOf<typeof terminationLife>, EffectOf<typeof terminationLife>, number>({
    life: terminationLife,
    put: {
      NONE: () => lease(),
      OPEN: () => ended(),
      SETTLED: () => ended(pay),
      AGREED: () => ended(agree),
      UNDONE: () => ended(undo),
    },
    doors: {
      apply: [{ by: 'call', call: terminations.apply, act: end }],
      undo: [
        { by: 'call', call: terminations.undo, act: undo },
        {
          ...{ by: 'call', name: 'call, what goes back is paid', call: terminations.undo, act: undo },
          unreachable: { NONE: 'no sheet', OPEN: 'not paid', AGREED: 'no refund', UNDONE: 'no sheet' },
          put: {
            async SETTLED() {
              const id = await withRefund();
              await staff.patch(`/invoice/${await last(id)}/down`, { paid_amount: 0 });
              await staff.delete(`/invoice/${await last(id)}/refund`);
              await staff.patch(`/transfer/${await refundOf(id)}`, { status: 'DONE' });
              return id;
            },
          },
          refuses: { SETTLED: 'REFUND_DONE' },
        },
      ],
      settle: [{ by: 'call', call: invoices.pay, act: pay }],
      reopen: [
        { by: 'call', call: invoices.refund, act: async (id) => staff.delete(`/invoice/${await last(id)}/refund`) },
      ],
      removeInvoice: [
        {
          by: 'call',
          call: invoices.remove,
          act: async (id) => staff.delete(`/financial/invoice/${await last(id)}/delete`),
        },
      ],
    },
    async state(id) {
      const found = await sheetOf(id);
      if (!found) {
        const undone = await db.selectFrom('termination').select('id').where('proposal_id', '=', id).executeTakeFirst();
        return undone ? 'UNDONE' : 'NONE';
      }
      const { status } = await db
        .selectFrom('invoice')
        .select('status')
        .where('id', '=', found.invoice_id)
        .executeTakeFirstOrThrow();
      if (status === 'REPLACED') return 'AGREED';
      const refund = found.transfer_id
        ? await db.selectFrom('transfer').select('status').where('id', '=', found.transfer_id).executeTakeFirst()
        : undefined;
      return status === 'PAID' || refund?.status === 'DONE' ? 'SETTLED' : 'OPEN';
    },
    effects: {
      lastInvoice: openInvoices,
      property: async (id) => (await rowOf(id)).place,
      owners: transfersOf,
    },
    untouched: postings,
  });
});

describe('an extra value', () => {
  type State = StateOf<typeof extraLife>;
  type Subject = { id: number; extra: number; run?: number };
  const added = async (...events: ((of: Subject) => Promise<unknown>)[]): Promise<Subject> => {
    const id = await lease();
    const subject = { id, extra: (await addExtra(id)).json().id as number };
    for (const event of events) await event(subject);
    return subject;
  };
  const find = ({ extra }: Subject) =>
    db.selectFrom('extra_value').selectAll().where('id', '=', extra).executeTakeFirstOrThrow();
  const invoice = async (of: Subject) => (await find(of)).invoice_id ?? NONE;
  const bill = ({ id }: Subject) => anticipate(id);
  const pay = async (of: Subject) => {
    const id = await invoice(of);
    return staff.patch(`/invoice/${id}/down`, { paid_amount: (await staff.get(`/invoice/${id}`)).json().amount ?? 1 });
  };
  const amountOf = async (invoiceId: number): Promise<number> =>
    (await db.selectFrom('invoice').select('amount').where('id', '=', invoiceId).executeTakeFirst())?.amount ?? 100;
  const payByPix = async (of: Subject) => {
    const id = await invoice(of);
    await arrived(app, { invoice: id, amount: await amountOf(id), paid_on: TODAY });
  };
  const payInBulk = async (of: Subject) => {
    of.run = await inBulk('invoice-pay', await invoice(of), { pay_day: TODAY, payment_method: 'PIX' });
  };
  const drop = ({ id, extra }: Subject) => staff.delete(`/proposal/${id}/extra?id=${extra}`);
  const ends = ({ id }: Subject) => end(id);
  const NO_PIX = { WAITING: 'no Pix', CHARGED: 'no Pix', SETTLED: 'no Pix', REMOVED: 'no Pix' };
  const NOT_IN_BULK = {
    ...{ WAITING: 'nothing was paid', CHARGED: 'nothing was paid' },
    ...{ SETTLED: 'nothing was paid', REMOVED: 'nothing was paid' },
  };
  lifeCycleMatrix<State, EventOf<typeof extraLife>, EffectOf<typeof extraLife>, Subject>({
    life: extraLife,
    put: {
      WAITING: () => added(),
      CHARGED: () => added(bill),
      PAID: () => added(bill, pay),
      SETTLED: () => added(ends),
      PAID_AT_END: () => added(ends, pay),
      REMOVED: () => added(drop),
    },
    doors: {
      bill: [
        {
          by: 'call',
          call: invoices.anticipate,
          act: bill,
          unreachable: { REMOVED: 'an invoice without it is issued' },
        },
        { by: 'job', act: () => billDay(ctx), unreachable: { REMOVED: 'an invoice without it is issued' } },
      ],
      withdraw: [
        {
          by: 'call',
          call: invoices.remove,
          act: async (of) => staff.delete(`/financial/invoice/${await invoice(of)}/delete`),
        },
      ],
      pay: [
        { by: 'call', call: invoices.pay, act: pay },
        { by: 'bulk', action: 'invoice-pay', act: payInBulk, unreachable: { WAITING: NONE_YET, REMOVED: NONE_YET } },
        { by: 'notice', name: 'Pix', act: payByPix },
      ],
      refund: [
        { by: 'call', call: invoices.refund, act: async (of) => staff.delete(`/invoice/${await invoice(of)}/refund`) },
        {
          ...{ by: 'bulk', name: 'undo of a bulk action', action: 'invoice-pay', undoes: true },
          act: async ({ run }) => void (await bulk.undo(run ?? NONE)),
          put: { PAID: () => added(bill, payInBulk), PAID_AT_END: () => added(ends, payInBulk) },
          unreachable: NOT_IN_BULK,
        },
        {
          ...{ by: 'notice', name: 'Pix given back' },
          act: async (of) => givenBack(app, await invoice(of)),
          put: { PAID: () => added(bill, payByPix), PAID_AT_END: () => added(ends, payByPix) },
          unreachable: NO_PIX,
        },
      ],
      end: [
        { by: 'call', call: terminations.apply, act: ends, unreachable: { REMOVED: 'the contract ends without it' } },
        {
          ...{ by: 'call', name: 'at once', call: terminations.close, act: ({ id }) => close(id) },
          unreachable: {
            CHARGED: 'a due invoice stays, with its extra values',
            PAID: 'nothing waits, so no invoice is made',
            REMOVED: 'the contract ends without it',
          },
        },
      ],
      undoEnd: [{ by: 'call', call: terminations.undo, act: ({ id }) => undo(id) }],
      remove: [{ by: 'call', call: proposals.removeExtra, act: drop }],
    },
    async state(of) {
      const found = await find(of);
      if (found.deleted_at) return 'REMOVED';
      if (found.invoice_id === null) return 'WAITING';
      const { status } = await db
        .selectFrom('invoice')
        .select('status')
        .where('id', '=', found.invoice_id)
        .executeTakeFirstOrThrow();
      const atEnd = (await sheetOf(of.id))?.invoice_id === found.invoice_id;
      if (status === 'PAID') return atEnd ? 'PAID_AT_END' : 'PAID';
      return atEnd ? 'SETTLED' : 'CHARGED';
    },
    effects: { invoices: ({ id }) => openInvoices(id) },
    untouched: postings,
  });
});

describe('a deposit', () => {
  type State = StateOf<typeof depositLife>;
  const held = async (...events: ((id: number) => Promise<unknown>)[]) => {
    const id = await withDeposit();
    for (const event of events) await event(id);
    return id;
  };
  const refund = async (id: number) => (await sheetOf(id))?.transfer_id ?? NONE;
  const returned = async (id: number) => staff.patch(`/transfer/${await refund(id)}`, { status: 'DONE' });
  const NO_REFUND = { HELD: 'nothing is to be returned', LEFT: 'nothing is to be returned' };
  const orders = new Map<number, number>();
  const order = async (id: number) => {
    await sql`insert into bank_account (client_id, bank_name, code, agency_number, account_number, holder_name, document, pix_key)
      select c.id, '', '341', '1234', '56789-0', c.name, c.cpf_cnpj, 'inquilina@exemplo.com.br' from proposal p
      join client c on c.id = p.user_id where p.id = ${id}`.execute(db);
    const made = await staff.post('/financial/payments', { transfers: [await refund(id)], pay_on: '2026-03-12' });
    expect(made.statusCode, made.body).toBe(201);
    orders.set(id, made.json().id);
  };
  const concludeOrder = (id: number) => staff.post(`/financial/payments/${orders.get(id)}/conclude`, {});
  const runs = new Map<number, number>();
  const returnInBulk = async (id: number) => {
    runs.set(id, await inBulk('transfer-conclude', await refund(id)));
  };
  lifeCycleMatrix<State, EventOf<typeof depositLife>, EffectOf<typeof depositLife>, number>({
    life: depositLife,
    put: {
      HELD: () => held(),
      OWED: () => held(end),
      RETURNED: () => held(end, returned),
      LEFT: () => held(close),
    },
    doors: {
      change: [{ by: 'call', call: proposals.update, act: (id) => staff.patch(`/proposal/${id}`, { deposit: 4000 }) }],
      end: [
        { by: 'call', call: terminations.apply, act: end },
        {
          ...{ by: 'call', name: 'at once, as chosen', call: terminations.close },
          act: (id) => staff.patch(`/proposal/${id}/close`, { rests: [{ key: 'DEPOSIT', settle: true }] }),
        },
      ],
      leave: [{ by: 'call', call: terminations.close, act: close }],
      undo: [{ by: 'call', call: terminations.undo, act: undo }],
      pay: [
        { by: 'call', call: transfers.update, act: returned },
        {
          ...{ by: 'call', name: 'payment', call: payments.conclude, act: concludeOrder },
          put: { OWED: () => held(end, order), RETURNED: () => held(end, order, concludeOrder) },
          refuses: { RETURNED: 'PAYMENT_CONCLUDED' },
          unreachable: NO_REFUND,
        },
        { by: 'bulk', action: 'transfer-conclude', act: returnInBulk, unreachable: NO_REFUND },
      ],
      takeBack: [
        { by: 'call', call: transfers.refund, act: async (id) => staff.delete(`/transfer/${await refund(id)}/refund`) },
        {
          ...{ by: 'bulk', name: 'undo of a bulk action', action: 'transfer-conclude', undoes: true },
          act: async (id) => void (await bulk.undo(runs.get(id) ?? NONE)),
          put: { RETURNED: () => held(end, returnInBulk) },
          unreachable: { ...NO_REFUND, OWED: 'nothing was concluded in bulk' },
        },
      ],
    },
    async state(id) {
      const found = await sheetOf(id);
      if (!found) return (await rowOf(id)).status === 'CLOSED' ? 'LEFT' : 'HELD';
      const { status } = await db
        .selectFrom('transfer')
        .select('status')
        .where('id', '=', found.transfer_id)
        .executeTakeFirstOrThrow();
      return status === 'DONE' ? 'RETURNED' : 'OWED';
    },
    effects: {
      amount: async (id) => (await rowOf(id)).deposit,
      refund: async (id) => (await transfersOf(id)).filter(({ purpose }) => purpose === 'REFUND'),
      payout: (id) =>
        db
          .selectFrom('transfer')
          .select('done_on')
          .where('proposal_id', '=', id)
          .where('done_on', 'is not', null)
          .execute(),
    },
  });
});
