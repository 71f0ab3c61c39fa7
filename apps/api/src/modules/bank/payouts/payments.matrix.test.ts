import { payouts } from '@morada/contract/bank/payouts';
import { payments } from '@morada/contract/money/payments';
import { transfers as transferCalls } from '@morada/contract/money/transfers';
import { type PaymentStage, paymentLife, paymentStage } from '@morada/domain/bank/payment-stage';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const { as, db, client, contract, invoice } = app;
const owner = as('*');
const maker = as('FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_TRANSFER_EDIT');
const approver = as('PAYOUT_APPROVE');
afterAll(app.stop);
beforeAll(async () => {
  await sql`update agency set name = 'Morada Imóveis Ltda.', cnpj = '11222333000181'`.execute(db);
  const fields = { agency: '7307', agency_digit: '8', account: '14446', account_digit: '4' };
  await db
    .insertInto('bank_agreement')
    .values({ bank: '341', fields: JSON.stringify(fields), payment_agreement: '712105', payment_sequence: 35 })
    .execute();
});
// Every cell leaves its objects: the books of all of them are verified once.
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

type Subject = { id: number; transfers: [number, number] };

async function transfer(): Promise<number> {
  const payee = await client({ type: 'OWNER' });
  await db
    .insertInto('bank_account')
    .values({
      ...{ client_id: payee.id, bank_name: '', code: '341', agency_number: '1234', account_number: '56789-0' },
      ...{ holder_name: payee.name, document: payee.cpf_cnpj },
    })
    .execute();
  const { id } = await invoice({ contract: await contract({ current_price: 100_000, property: { owners: [payee] } }) });
  return (await owner.patch(`/invoice/${id}/down`, { paid_amount: 1000 })).json().transfers[0].id;
}

/** A payment by file of two transfers of 900,00. Above `approve_over` it waits for a second person. */
async function made(approve_over: number | null): Promise<Subject> {
  await sql`update payout_safeguard set approve_over = ${approve_over}, daily_limit = null, new_account = 'FREE'`.execute(
    db,
  );
  const transfers: [number, number] = [await transfer(), await transfer()];
  const answer = await maker.post('/financial/payments', { transfers, pay_on: '2026-03-12' });
  expect(answer.statusCode, answer.body).toBe(201);
  return { id: answer.json().id, transfers };
}
const conclude = ({ id }: Subject, transfers?: number[]) =>
  maker.post(`/financial/payments/${id}/conclude`, { transfers });
const cancel = ({ id }: Subject) => maker.delete(`/financial/payments/${id}`);
const reject = ({ id }: Subject) => approver.post(`/payout/approvals/${id}/reject`, { note: 'Conta errada' });
const after = async (approve_over: number | null, act: (subject: Subject) => Promise<unknown>) => {
  const subject = await made(approve_over);
  await act(subject);
  return subject;
};

lifeCycleMatrix<PaymentStage, EventOf<typeof paymentLife>, EffectOf<typeof paymentLife>, Subject>({
  life: paymentLife,
  put: {
    WAITING: () => made(0),
    WHOLE: () => made(null),
    PARTLY: () => after(null, (subject) => conclude(subject, [subject.transfers[0]])),
    DONE: () => after(null, (subject) => conclude(subject)),
    RELEASED: () =>
      after(null, async (subject) => {
        await conclude(subject);
        for (const id of subject.transfers) await maker.delete(`/transfer/${id}/refund`);
      }),
    CANCELED: () => after(null, cancel),
    REJECTED: () => after(0, reject),
  },
  doors: {
    approve: [
      { by: 'call', call: payouts.approve, act: ({ id }) => approver.post(`/payout/approvals/${id}/approve`, {}) },
    ],
    reject: [{ by: 'call', call: payouts.reject, act: reject }],
    giveOutFile: [{ by: 'call', call: payments.file, act: ({ id }) => maker.get(`/financial/payments/${id}/file/1`) }],
    giveOutList: [{ by: 'call', call: payments.sheet, act: ({ id }) => maker.get(`/financial/payments/${id}/sheet`) }],
    conclude: [
      { by: 'call', call: payments.conclude, act: (subject) => conclude(subject) },
      {
        ...{ by: 'call', name: 'each transfer by itself', call: transferCalls.update },
        act: async ({ transfers }) => {
          const answers = [];
          for (const id of transfers) {
            const { status } = (await maker.get(`/transfer/${id}`)).json();
            if (status === 'PENDING') answers.push(await maker.patch(`/transfer/${id}`, { status: 'DONE' }));
          }
          return answers[0] ?? (await maker.patch(`/transfer/${transfers[0]}`, { status: 'DONE' }));
        },
        refuses: { DONE: 'TRANSFER_ALREADY_DONE' },
        unreachable: {
          RELEASED: 'its transfers are free, and concluded without it',
          CANCELED: 'its transfers are free, and concluded without it',
          REJECTED: 'its transfers are free, and concluded without it',
        },
      },
    ],
    cancel: [{ by: 'call', call: payments.cancel, act: cancel }],
  },
  state: async ({ id }) => {
    const { canceled_at, ...batch } = (await maker.get(`/financial/payments/${id}`)).json();
    return paymentStage({ ...batch, canceled: canceled_at !== null });
  },
  effects: {
    freeTransfers: async ({ id }) =>
      (await db.selectFrom('payment_batch_transfer').select('live').where('batch_id', '=', id).execute()).filter(
        ({ live }) => !live,
      ).length,
    concludeTransfers: async ({ transfers }) => {
      const rows = db.selectFrom('transfer').select('id').where('id', 'in', transfers).where('status', '=', 'DONE');
      return (await rows.execute()).length;
    },
    leaveTheHouse: async ({ id }) =>
      (await trailOf(db, 'payment_batch', id)).filter(({ action }) => action === 'export').length,
  },
  untouched: async () => (await sql`select count(*) from ledger_entry`.execute(db)).rows,
});
