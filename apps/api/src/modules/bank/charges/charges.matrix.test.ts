import type { AddressInfo } from 'node:net';
import { bankLink } from '@morada/contract/bank/bank-link';
import { invoices } from '@morada/contract/money/invoices';
import { pixChargeLife } from '@morada/domain/bank/pix/pix-charge-state';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { startPixServer } from '#test/servers/bank/pix-server.ts';
import { readPayments, workOnLinks } from '../receipts/pix-work.service.ts';
import { bankFileRuns } from '../receipts/runs.service.ts';

const TODAY = '2026-03-10';
const KEYS = ['alugueis@exemplo.com.br', 'outra@exemplo.com.br'] as const;
const app = await startApp({ today: TODAY });
const bank = await startPixServer({ keys: [...KEYS], now: () => new Date(`${app.clock.today}T15:00:00Z`) });
const { db } = app;
let staff = app.as('*');
await app.app.listen({ port: 0, host: '127.0.0.1' });
const publicUrl = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
afterAll(async () => {
  await app.stop();
  await bank.close();
});
beforeEach(async () => {
  bank.recover();
  staff = app.as('*');
  await connect(KEYS[0]);
});
afterEach(async () => {
  expect(await verifyBooks(db)).toEqual([]);
  await app.empty();
});

async function connect(pix_key: string) {
  const linked = await staff.put('/bank-link', {
    ...{ base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId, client_secret: bank.clientSecret },
    ...{
      certificate: bank.clientCertificate.cert,
      private_key: bank.clientCertificate.key,
      authority: bank.ca,
      pix_key,
    },
  });
  expect(linked.statusCode, linked.body).toBe(200);
}

type Subject = { invoice: number; charge: number; txid: string };

async function settleRead() {
  const files = await db.selectFrom('bank_file').select('id').where('status', '=', 'RUNNING').execute();
  for (const { id } of files) await bankFileRuns.carryOut(app.deps, id);
}
/** One round of the job, with all charges due. */
async function round() {
  await db.updateTable('bank_link').set({ read_until: '2026-03-01T00:00:00Z', returns_round: 0 }).execute();
  await db
    .updateTable('pix_charge')
    .set({ next_try_at: new Date(0).toISOString() })
    .execute();
  await workOnLinks({ ...app.deps, publicUrl });
  await settleRead();
}
/** The notices that the bank has sent are read. */
async function hear() {
  await bank.delivered();
  await readPayments(app.deps);
  await settleRead();
}

const chargeOf = (invoice: number) =>
  db.selectFrom('pix_charge').selectAll().where('invoice_id', '=', invoice).orderBy('id').executeTakeFirstOrThrow();

async function charged({ hasDocument = true } = {}): Promise<Subject> {
  const invoice = await app.invoice();
  if (!hasDocument) await db.updateTable('client').set({ cpf_cnpj: '' }).where('id', '=', invoice.user_id).execute();
  await round();
  const { id, txid } = await chargeOf(invoice.id);
  return { invoice: invoice.id, charge: id, txid };
}
async function paid() {
  const subject = await charged();
  bank.pay(subject.txid);
  await hear();
  return subject;
}
const settleByHand = ({ invoice }: Subject) =>
  staff.patch(`/invoice/${invoice}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
const refund = ({ invoice }: Subject) => staff.delete(`/invoice/${invoice}/refund`);

/** The bank refuses what a payer tries with a charge that can't be paid. */
function pay({ txid }: Subject) {
  try {
    bank.pay(txid);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}
const paymentOf = ({ txid }: Subject) => [...bank.payments.values()].find((payment) => payment.txid === txid);
function giveBack(subject: Subject) {
  const payment = paymentOf(subject);
  if (payment) bank.refundByMed(payment.endToEndId);
}

type State = StateOf<typeof pixChargeLife>;

lifeCycleMatrix<State, EventOf<typeof pixChargeLife>, EffectOf<typeof pixChargeLife>, Subject>({
  fresh: true,
  life: pixChargeLife,
  put: {
    async WAITING() {
      bank.fail(20, 503, { on: /^PUT \/cobv/ });
      const subject = await charged();
      bank.recover();
      await db.updateTable('pix_charge').set({ tries: 0 }).where('id', '=', subject.charge).execute();
      return subject;
    },
    ACTIVE: () => charged(),
    REFUSED: () => charged({ hasDocument: false }),
    async REMOVING() {
      const subject = await charged();
      await settleByHand(subject);
      bank.fail(20, 503, { on: /^PATCH \/cobv/ });
      await round();
      bank.recover();
      return subject;
    },
    async REMOVED() {
      const subject = await charged();
      await settleByHand(subject);
      await round();
      return subject;
    },
    PAID: paid,
  },
  doors: {
    pay: [
      {
        by: 'notice',
        async act(subject) {
          pay(subject);
          await hear();
        },
      },
      {
        by: 'job',
        async act(subject) {
          bank.hold();
          pay(subject);
          bank.drop();
          await round();
        },
        unreachable: {
          WAITING: 'the job sends the charge first',
          REFUSED: 'the job leaves it as it is',
        },
      },
    ],
    withdraw: [
      {
        by: 'call',
        call: invoices.pay,
        async act(subject) {
          const answer = await settleByHand(subject);
          await round();
          return answer;
        },
        unreachable: { REMOVING: 'the job goes on with the removal' },
      },
    ],
    giveBack: [
      {
        by: 'notice',
        async act(subject) {
          giveBack(subject);
          await hear();
          if (paymentOf(subject)) await round();
        },
      },
      {
        by: 'job',
        async act(subject) {
          bank.hold();
          giveBack(subject);
          bank.drop();
          if (paymentOf(subject)) await round();
        },
      },
    ],
    refund: [
      {
        by: 'call',
        call: invoices.refund,
        async act(subject) {
          const answer = await refund(subject);
          if (answer.statusCode < 300 && (await chargeOf(subject.invoice)).state !== 'REMOVING') await round();
          return answer;
        },
        unreachable: { REMOVING: 'the charge is removed, and the invoice gets another one' },
      },
    ],
    changeKey: [
      {
        ...{ by: 'call', call: bankLink.save },
        async act() {
          await connect(KEYS[1]);
          await round();
        },
      },
    ],
  },
  state: async ({ charge }) =>
    (await db.selectFrom('pix_charge').select('state').where('id', '=', charge).executeTakeFirstOrThrow())
      .state as State,
  effects: {
    moveInvoice: async ({ invoice }) =>
      (await db.selectFrom('invoice').select('status').where('id', '=', invoice).executeTakeFirstOrThrow()).status,
    anotherCharge: async ({ invoice }) =>
      (await db.selectFrom('pix_charge').select('id').where('invoice_id', '=', invoice).execute()).length,
    waitForPerson: async ({ invoice }) =>
      (
        await db
          .selectFrom('bank_line')
          .select('id')
          .where('invoice_id', '=', invoice)
          .where('state', '=', 'OPEN')
          .execute()
      ).length,
  },
  untouched: async () => (await sql`select count(*) from ledger_entry`.execute(db)).rows,
});
