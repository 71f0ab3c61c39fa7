import { payouts } from '@morada/contract/bank/payouts';
import { payments } from '@morada/contract/money/payments';
import { type ApprovalState, approvalLife, approvalStateOf } from '@morada/domain/bank/payouts/approval';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const app = await startApp({ today: '2026-03-10' });
const { as, db, client, contract, invoice } = app;
const owner = as('*');
const maker = as('PAYOUT_APPROVE', 'FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_TRANSFER_EDIT');
const approver = as('PAYOUT_APPROVE');
const tied = as('PAYOUT_APPROVE', 'CLIENT_VIEW');
const changer = as('PAYOUT_APPROVE', 'CLIENT_VIEW', 'CLIENT_EDIT', 'USER_CREATE');
afterAll(app.stop);
// Every cell leaves its objects: the books of all of them are verified once.
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

let payee: Awaited<ReturnType<typeof client>>;
/** An owner whose account is new, and was entered by the changer. */
beforeAll(async () => {
  await sql`update agency set name = 'Morada Imóveis Ltda.', cnpj = '11222333000181'`.execute(db);
  const fields = { agency: '7307', agency_digit: '8', account: '14446', account_digit: '4' };
  await db
    .insertInto('bank_agreement')
    .values({ bank: '341', fields: JSON.stringify(fields), payment_agreement: '712105', payment_sequence: 35 })
    .execute();
  payee = await client({ type: 'OWNER' });
  const account = await changer.post(`/user/${payee.id}/bank`, {
    ...{ code: '260', bank_name: 'Nu', agency_number: '0001', account_number: '381967-3', account_type: 'CORRENTE' },
    ...{ holder_name: payee.name, document: payee.cpf_cnpj },
  });
  expect(account.statusCode, account.body).toBe(201);
  await sql`update payout_safeguard set approve_over = 0, daily_limit = null, new_account = 'APPROVE', people_days = 7`.execute(
    db,
  );
  for (const person of [maker, tied]) await person.get('/payout/safeguards');
  // The maker has changed the password of the one who is tied.
  await sql`insert into trail (admin_user_id, record_id, action, actor, record)
    select made.id, hand.id, 'password', 'Mariana Dias', 'admin_user' from admin_user made
      join permission_group m on m.id = made.group_id and 'FINANCIAL_TRANSFER_EDIT' = any(m.permissions),
      admin_user hand join permission_group h on h.id = hand.group_id and h.permissions = array['PAYOUT_APPROVE', 'CLIENT_VIEW']`.execute(
    db,
  );
});

type Subject = { id: number };

/** A payment of 900,00 by file. */
async function made(): Promise<Subject> {
  const lease = await contract({ current_price: 100_000, property: { owners: [payee] } });
  const { id } = await invoice({ contract: lease });
  const paid = await owner.patch(`/invoice/${id}/down`, { paid_amount: 1000 });
  const transfers = [paid.json().transfers[0].id as number];
  const answer = await maker.post('/financial/payments', { transfers, pay_on: '2026-03-12' });
  expect(answer.statusCode, answer.body).toBe(201);
  return { id: answer.json().id };
}
const approvedBy =
  (person: typeof approver) =>
  ({ id }: Subject) =>
    person.post(`/payout/approvals/${id}/approve`, {});
const reject = ({ id }: Subject) => approver.post(`/payout/approvals/${id}/reject`, { note: 'Conta errada' });
const cancel = ({ id }: Subject) => maker.delete(`/financial/payments/${id}`);
const after = (act: (subject: Subject) => Promise<unknown>) => async () => {
  const subject = await made();
  await act(subject);
  return subject;
};

lifeCycleMatrix<ApprovalState, EventOf<typeof approvalLife>, EffectOf<typeof approvalLife>, Subject>({
  life: approvalLife,
  put: {
    WAITING: made,
    APPROVED: after(approvedBy(approver)),
    REJECTED: after(reject),
    CANCELED: after(cancel),
  },
  doors: {
    approve: [{ by: 'call', call: payouts.approve, act: approvedBy(approver) }],
    approveOwn: [{ by: 'call', call: payouts.approve, act: approvedBy(maker) }],
    approveOwnAccount: [{ by: 'call', call: payouts.approve, act: approvedBy(changer) }],
    approveTied: [{ by: 'call', call: payouts.approve, act: approvedBy(tied) }],
    reject: [
      { by: 'call', call: payouts.reject, act: reject },
      {
        ...{ by: 'call', name: 'the maker', call: payouts.reject },
        act: ({ id }) => maker.post(`/payout/approvals/${id}/reject`, { note: 'Engano' }),
      },
    ],
    cancel: [{ by: 'call', call: payments.cancel, act: cancel }],
  },
  async state({ id }) {
    const found = await db
      .selectFrom('payment_approval')
      .innerJoin('payment_batch', 'payment_batch.id', 'batch_id')
      .select(['state', 'canceled_at'])
      .where('batch_id', '=', id)
      .executeTakeFirstOrThrow();
    const stored = found.state as Parameters<typeof approvalStateOf>[0];
    return approvalStateOf(stored, { canceled: found.canceled_at !== null });
  },
  effects: {
    countInTheDay: ({ id }) =>
      db.selectFrom('payment_approval').select('counts_on').where('batch_id', '=', id).executeTakeFirst(),
    freeTransfers: ({ id }) =>
      db.selectFrom('payment_batch_transfer').select('live').where('batch_id', '=', id).execute(),
  },
  untouched: async () => (await sql`select count(*) from ledger_entry`.execute(db)).rows,
});
