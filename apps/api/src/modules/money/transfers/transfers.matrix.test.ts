import { payouts } from '@morada/contract/bank/payouts';
import { invoices } from '@morada/contract/money/invoices';
import { payments } from '@morada/contract/money/payments';
import { transfers } from '@morada/contract/money/transfers';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { transferStage, transferStages } from '@morada/domain/rent/transfer-stage';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { workOnPayouts } from '#api/modules/bank/payouts/work.service.ts';
import { bulkRuns } from '#api/modules/desk/bulk/runs.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { startInterServer } from '#test/servers/bank/inter-payout-server.ts';

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
/** Payments above the amount wait for a second person; null: none does. */
const safeguard = (approve_over: number | null) =>
  sql`update payout_safeguard set approve_over = ${approve_over}, daily_limit = null, new_account = 'FREE'`.execute(db);
// The job works on every payment: those of the cell before go.
beforeEach(async () => {
  await sql`with gone as (delete from payout), decided as (delete from payment_approval) delete from payment_batch_transfer`.execute(
    db,
  );
  await safeguard(null);
});
afterEach(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

type State = StateOf<typeof transferStages>;
type Subject = { id: number; invoice: number; batch?: number; payout?: number; bulk?: number };

/** A pending transfer of 900,00: a settled rent of 1.000,00 less 10 %. */
async function pending(): Promise<Subject> {
  const payee = await client({ type: 'OWNER' });
  await db
    .insertInto('bank_account')
    .values({
      ...{ client_id: payee.id, bank_name: '', code: '341', agency_number: '1234', account_number: '56789-0' },
      ...{ holder_name: payee.name, document: payee.cpf_cnpj, pix_key: 'dona@exemplo.com.br' },
    })
    .execute();
  const given = await invoice({ contract: await contract({ current_price: 100_000, property: { owners: [payee] } }) });
  const paid = await owner.patch(`/invoice/${given.id}/down`, { paid_amount: 1000 });
  return { id: paid.json().transfers[0].id, invoice: given.id };
}

const order = ({ id }: Subject) => maker.post('/financial/payments', { transfers: [id], pay_on: '2026-03-12' });
const orderPix = ({ id }: Subject) => maker.post('/financial/payouts', { transfers: [id] });
const conclude = ({ id }: Subject) => maker.patch(`/transfer/${id}`, { status: 'DONE' });
const undo = ({ id }: Subject) => maker.delete(`/transfer/${id}/refund`);
const release = ({ batch }: Subject) => maker.delete(`/financial/payments/${batch}`);
const giveBack = ({ payout }: Subject) => approver.post(`/payout/${payout}/return`, { reason: 'Conta encerrada' });
const refundInvoice = ({ invoice: id }: Subject) => owner.delete(`/invoice/${id}/refund`);

async function ordered(subject?: Subject): Promise<Subject> {
  const made = subject ?? (await pending());
  return { ...made, batch: (await order(made)).json().id };
}
async function atBank(subject?: Subject): Promise<Subject> {
  const made = subject ?? (await pending());
  const batch = (await orderPix(made)).json().id as number;
  await workOnPayouts(app.deps);
  const { id: payout } = await db
    .selectFrom('payout')
    .select('id')
    .where('batch_id', '=', batch)
    .executeTakeFirstOrThrow();
  return { ...made, batch, payout };
}
/** The bank pays what it has, and the job reads it. */
async function pay() {
  for (const { codigoSolicitacao, status } of bank.payments.values())
    if (status === 'CRIADO') bank.finish(codigoSolicitacao);
  await sql`update payout set next_try_at = now() where state = 'SENT'`.execute(db);
  await workOnPayouts(app.deps);
}
async function paid(subject?: Subject) {
  const sent = await atBank(subject);
  await pay();
  return sent;
}
/** Concluded by an action in bulk, which can be undone as one. */
async function inBulk(subject: Subject): Promise<Subject> {
  const { id } = (await maker.post('/bulk/transfer-conclude', { ids: [subject.id] })).json();
  await maker.post(`/bulk/${id}/run`);
  await bulkRuns.carryOut(app.deps, id);
  return { ...subject, bulk: id };
}
async function undoBulk({ bulk }: Subject) {
  await maker.post(`/bulk/${bulk}/undo`);
  await bulkRuns.carryOut(app.deps, bulk ?? 0);
}

const noPayment = 'it is in no payment';
const noPix = 'it has no Pix';
const notInBulk = 'nothing was concluded in bulk';

lifeCycleMatrix<State, EventOf<typeof transferStages>, EffectOf<typeof transferStages>, Subject>({
  fresh: true,
  life: transferStages,
  put: {
    PENDING: () => pending(),
    ORDERED: () => ordered(),
    async WAITING() {
      await safeguard(0);
      return ordered();
    },
    AT_BANK: () => atBank(),
    async DONE() {
      const subject = await ordered();
      await conclude(subject);
      return subject;
    },
    PAID: () => paid(),
    async GONE() {
      const subject = await pending();
      await refundInvoice(subject);
      return subject;
    },
  },
  doors: {
    order: [{ by: 'call', call: payments.create, act: order }],
    orderPix: [{ by: 'call', call: payouts.create, act: orderPix }],
    release: [
      { by: 'call', call: payments.cancel, act: release, unreachable: { PENDING: noPayment, GONE: noPayment } },
    ],
    conclude: [
      { by: 'call', call: transfers.update, act: conclude },
      {
        ...{ by: 'call', name: 'payment', call: payments.conclude },
        act: ({ batch }) => maker.post(`/financial/payments/${batch}/conclude`, {}),
        unreachable: { PENDING: noPayment, GONE: noPayment },
        refuses: { AT_BANK: 'PAYOUT_BY_BANK', DONE: 'PAYMENT_CONCLUDED', PAID: 'PAYOUT_BY_BANK' },
      },
      {
        ...{ by: 'bulk', action: 'transfer-conclude' },
        act: async (subject) => {
          await inBulk(subject);
        },
      },
    ],
    pay: [{ by: 'job', act: pay }],
    undo: [
      { by: 'call', call: transfers.refund, act: undo },
      {
        ...{ by: 'bulk', action: 'transfer-conclude', undoes: true },
        act: undoBulk,
        put: {
          DONE: async () => inBulk(await ordered()),
          // Concluded in bulk, reopened, and then paid by the bank: the bulk action is still offered to be undone.
          PAID: async () => {
            const subject = await inBulk(await pending());
            await undo(subject);
            return paid(subject);
          },
        },
        unreachable: {
          ...{ PENDING: notInBulk, ORDERED: notInBulk, WAITING: notInBulk, AT_BANK: notInBulk, GONE: notInBulk },
        },
      },
    ],
    giveBack: [
      {
        ...{ by: 'call', call: payouts.giveBack, act: giveBack },
        unreachable: { PENDING: noPix, ORDERED: noPix, WAITING: noPix, DONE: noPix, GONE: noPix },
      },
    ],
    reschedule: [
      {
        ...{ by: 'call', call: transfers.reschedule },
        act: ({ id }) => maker.patch(`/financial/transfers/${id}/date`, { date: '2026-03-25' }),
      },
    ],
    refundInvoice: [{ by: 'call', call: invoices.refund, act: refundInvoice }],
  },
  state: async ({ id }) => {
    const answer = await maker.get(`/transfer/${id}`);
    if (answer.statusCode === 404) return 'GONE';
    const stage = transferStage(answer.json());
    if (stage !== 'ORDERED') return stage;
    const { means, approval } = (await maker.get(`/financial/payments/${answer.json().payment_id}`)).json();
    if (approval === 'WAITING') return 'WAITING';
    return means === 'PIX' ? 'AT_BANK' : 'ORDERED';
  },
  effects: {
    book: async ({ id }) =>
      (
        await sql`select count(*) from ledger_entry where transfer_id = ${id} and kind in ('PAYOUT', 'REVERSAL')`.execute(
          db,
        )
      ).rows,
    hold: async ({ id }) =>
      (await sql`select count(*) from payment_batch_transfer where transfer_id = ${id} and live`.execute(db)).rows,
    move: async ({ id }) => db.selectFrom('transfer').select('due_date').where('id', '=', id).executeTakeFirst(),
  },
  untouched: async () => [bank.payments.size, (await sql`select count(*) from ledger_entry`.execute(db)).rows],
});
