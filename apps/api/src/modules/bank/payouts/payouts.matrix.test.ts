import type { PayoutRow } from '@morada/contract/bank/payout-tasks';
import { payouts } from '@morada/contract/bank/payouts';
import { payments } from '@morada/contract/money/payments';
import { payoutLife, payoutStateOf } from '@morada/domain/bank/payouts/payout-state';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { startInterServer } from '#test/servers/bank/inter-payout-server.ts';
import { workOnPayouts } from './work.service.ts';

const app = await startApp({ today: '2026-03-10' });
const { as, db, client, contract, invoice } = app;
const owner = as('*');
const maker = as('PAYOUT_EDIT', 'FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_TRANSFER_EDIT');
const approver = as('PAYOUT_APPROVE');
const bank = await startInterServer({ atOnce: false });
afterAll(async () => {
  await bank.close();
  await app.stop();
});

beforeAll(async () => {
  const linked = await owner.put('/payout-link', {
    ...{ base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId, client_secret: bank.clientSecret },
    ...{ certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key, authority: bank.ca },
    account: null,
  });
  expect(linked.statusCode, linked.body).toBe(200);
});
// The job works on every payment: those of the cell before go.
beforeEach(async () => {
  bank.fail(0);
  bank.lose(0);
  await sql`with gone as (delete from payout), decided as (delete from payment_approval) delete from payment_batch_transfer`.execute(
    db,
  );
  await safeguard(0);
});
afterEach(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

type Subject = { batch: number; payout: number; transfer: number };

/** Payments above the amount wait for a second person; null: none does. */
const safeguard = (approve_over: number | null) =>
  sql`update payout_safeguard set approve_over = ${approve_over}, daily_limit = null, new_account = 'FREE'`.execute(db);

/** A payment of 900,00 to an owner: a settled rent of 1.000,00 less 10 %. */
async function ordered(): Promise<Subject> {
  const payee = await client({ type: 'OWNER' });
  await db
    .insertInto('bank_account')
    .values({
      ...{ client_id: payee.id, bank_name: '', code: '341', agency_number: '1234', account_number: '56789-0' },
      ...{ holder_name: payee.name, document: payee.cpf_cnpj, pix_key: 'dona@exemplo.com.br' },
    })
    .execute();
  const { id } = await invoice({ contract: await contract({ current_price: 100_000, property: { owners: [payee] } }) });
  const paid = await owner.patch(`/invoice/${id}/down`, { paid_amount: 1000 });
  const transfer = paid.json().transfers[0].id as number;
  const made = await maker.post('/financial/payouts', { transfers: [transfer] });
  expect(made.statusCode, made.body).toBe(201);
  const batch = made.json().id as number;
  const [row] = await payoutsOf(batch);
  return { batch, transfer, payout: row?.id ?? 0 };
}

const payoutsOf = async (batch: number) =>
  (await maker.get(`/financial/payments/${batch}/payouts`)).json().payouts as PayoutRow[];

/** One round of the job, with every sent payment due. */
async function round() {
  await sql`update payout set next_try_at = now() where state = 'SENT'`.execute(db);
  await workOnPayouts(app.deps);
}

/** The bank ends the payments that it has. */
function finish(...outcome: [status?: string, error?: string]) {
  for (const { codigoSolicitacao, status } of bank.payments.values())
    if (status === 'CRIADO') bank.finish(codigoSolicitacao, ...outcome);
}
const REFUSED = ['REPROVADO', 'Chave de outro documento.'] as const;

const approve = ({ batch }: Subject) => approver.post(`/payout/approvals/${batch}/approve`, {});
const cancel = ({ batch }: Subject) => maker.delete(`/financial/payments/${batch}`);
const settle =
  (paid: boolean) =>
  ({ payout }: Subject) =>
    approver.post(`/payout/${payout}/settle`, { paid });
const giveBack = ({ payout }: Subject) => approver.post(`/payout/${payout}/return`, { reason: 'Conta encerrada' });
/** By the maker, whose word another person confirms whatever the safeguards. */
const askReturn = ({ payout }: Subject) => maker.post(`/payout/${payout}/return`, { reason: 'Conta encerrada' });
const confirmReturn = ({ payout }: Subject) => approver.post(`/payout/${payout}/return/confirm`, {});

async function approved() {
  await safeguard(null);
  return ordered();
}
/** The bank has the order, and has answered. */
async function sent() {
  const subject = await approved();
  await workOnPayouts(app.deps);
  return subject;
}
/** The bank has the order, and its answer was lost more than an hour ago: a person decides by the statement. */
async function unanswered() {
  const subject = await approved();
  bank.lose(1);
  await workOnPayouts(app.deps);
  await sql`update payout set sent_at = now() - interval '61 minutes' where id = ${subject.payout}`.execute(db);
  return subject;
}
async function ended(...outcome: Parameters<typeof finish>) {
  const subject = await sent();
  finish(...outcome);
  await round();
  return subject;
}

/** The bank decides, and the job reads it. */
async function told(...outcome: Parameters<typeof finish>) {
  finish(...outcome);
  await round();
}
const decided = (...states: State[]) => Object.fromEntries(states.map((state) => [state, 'PAYOUT_DECIDED']));

type State = StateOf<typeof payoutLife>;
/** How often the trail of the subject's transfer has the action. */
const inTrail = async ({ transfer }: Subject, action: string) =>
  (await trailOf(db, 'transfer', transfer)).filter((entry) => entry.action === action).length;
const asJob = async () => {
  await round();
};
/** Refused at the first attempt for want of access: the order goes back, to be sent once the access is mended. */
async function denied() {
  bank.fail(1, 403);
  await round();
}

lifeCycleMatrix<State, EventOf<typeof payoutLife>, EffectOf<typeof payoutLife>, Subject>({
  fresh: true,
  life: payoutLife,
  put: {
    WAITING_APPROVAL: ordered,
    APPROVED: approved,
    SENT: sent,
    PAID: () => ended(),
    REFUSED: () => ended(...REFUSED),
    async RETURNED() {
      const subject = await ended();
      await giveBack(subject);
      return subject;
    },
    async RETURN_ASKED() {
      const subject = await ended();
      await askReturn(subject);
      return subject;
    },
    async CANCELED() {
      const subject = await approved();
      await cancel(subject);
      return subject;
    },
  },
  doors: {
    approve: [{ by: 'call', call: payouts.approve, act: approve }],
    cancel: [
      { by: 'call', name: 'cancellation', call: payments.cancel, act: cancel },
      {
        ...{ by: 'call', name: 'rejection', call: payouts.reject },
        act: ({ batch }) => approver.post(`/payout/approvals/${batch}/reject`, { note: 'Conta errada' }),
        // A payment is rejected only while it waits for an approval.
        unreachable: { APPROVED: 'decided' },
        refuses: { ...decided('SENT', 'PAID', 'RETURN_ASKED', 'REFUSED', 'RETURNED', 'CANCELED') },
        weaker: 'the person who may approve a payment may also reject it',
      },
    ],
    send: [{ by: 'job', act: asJob }],
    pay: [
      { by: 'call', call: payouts.settle, act: settle(true), put: { SENT: unanswered } },
      { by: 'job', act: () => told(), unreachable: { APPROVED: 'the bank has no order yet' } },
    ],
    refuse: [
      { by: 'call', call: payouts.settle, act: settle(false), put: { SENT: unanswered } },
      { by: 'job', act: () => told(...REFUSED), unreachable: { APPROVED: 'the bank has no order yet' } },
    ],
    withdraw: [
      {
        by: 'job',
        act: denied,
        unreachable: { SENT: 'the bank denies within the round that sends, which ends APPROVED' },
      },
    ],
    askReturn: [
      {
        ...{ by: 'call', name: 'maker', call: payouts.giveBack, act: askReturn },
      },
      {
        ...{ by: 'call', name: 'approver, above the amount', call: payouts.giveBack },
        act: async (subject) => {
          await safeguard(0);
          return giveBack(subject);
        },
      },
    ],
    giveBack: [
      {
        ...{ by: 'call', name: 'confirmation', call: payouts.confirmReturn, act: confirmReturn },
        unreachable: { PAID: 'nobody has said that it came back' },
      },
      {
        ...{ by: 'call', name: 'approver, below the amount', call: payouts.giveBack, act: giveBack },
        unreachable: { RETURN_ASKED: 'another person confirms what one has said' },
        weaker: 'the safeguards ask for no second person, and what a maker says waits for one',
      },
    ],
    keepPaid: [
      { by: 'call', call: payouts.keepPaid, act: ({ payout }) => approver.delete(`/payout/${payout}/return`) },
    ],
  },
  state: async ({ payout }) => {
    const { state, return_reason } = await db
      .selectFrom('payout')
      .select(['state', 'return_reason'])
      .where('id', '=', payout)
      .executeTakeFirstOrThrow();
    return payoutStateOf(state as State, return_reason);
  },
  effects: {
    freeTransfers: async ({ transfer }) =>
      db.selectFrom('payment_batch_transfer').select('live').where('transfer_id', '=', transfer).execute(),
    orderAtBank: async () => bank.payments.size,
    concludeTransfers: (subject) => inTrail(subject, 'conclude'),
    reopenTransfers: (subject) => inTrail(subject, 'undo'),
  },
  untouched: async () => (await sql`select count(*) from ledger_entry`.execute(db)).rows,
});
