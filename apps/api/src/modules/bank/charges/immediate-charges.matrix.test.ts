import type { AddressInfo } from 'node:net';
import { invoices } from '@morada/contract/money/invoices';
import { type ImmediateState, immediateChargeLife } from '@morada/domain/bank/pix/immediate-charge-life';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { clientDesk, clientSession } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { startPixServer } from '#test/servers/bank/pix-server.ts';
import { workOnLinks } from '../receipts/pix-work.service.ts';

/** The invoices are of 1.500,00, due on 10/03; no other amount is owed until 14/03. */
const TODAY = '2026-03-01';
const app = await startApp({ today: TODAY });
let minutes = 0;
let bank: Awaited<ReturnType<typeof startPixServer>>;
const { db } = app;
const staff = () => app.as('*');
const desk = clientDesk(app.app);
await app.app.listen({ port: 0, host: '127.0.0.1' });
const publicUrl = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
beforeEach(async () => {
  minutes = 0;
  bank = await startPixServer({ now: () => new Date(Date.parse(`${TODAY}T15:00:00Z`) + minutes * 60_000) });
  const staff = app.as('*');
  const { cert: certificate, key: private_key } = bank.clientCertificate;
  const access = { base_url: bank.url, token_url: bank.tokenUrl, authority: bank.ca, certificate, private_key };
  const { clientId: client_id, clientSecret: client_secret, key: pix_key } = bank;
  expect((await staff.put('/bank-link', { ...access, client_id, client_secret, pix_key })).statusCode).toBe(200);
  const answer = await staff.put('/bank-link/recurring', {
    ...{ active: true, policy: 'PERMITE_3R_7D', with_minimum: false },
    ...{ branch: null, account: bank.account, account_type: 'CORRENTE' },
  });
  expect(answer.statusCode, answer.body).toBe(204);
});
afterEach(async () => {
  const broken = await verifyBooks(db);
  await app.empty();
  await bank.close();
  expect(broken).toEqual([]);
});
afterAll(app.stop);

type Subject = { invoice: number; charge: number; txid: string; own: ReturnType<typeof desk.browser> };

/** One round of the job, with all that waits due; it reads the payments too. */
async function round() {
  await sql`update bank_link set read_until = '2026-02-20T00:00:00Z', returns_round = 0`.execute(db);
  for (const table of ['recurrence', 'recurring_charge', 'pix_charge'])
    await sql`update ${sql.table(table)} set next_try_at = to_timestamp(0)`.execute(db);
  await workOnLinks({ ...app.deps, publicUrl });
}
const path = ({ invoice }: Pick<Subject, 'invoice'>) => `/cliente/faturas/${invoice}`;

/** The tenant has pressed; the bank still holds the invoice's own charge. */
async function pressed(): Promise<Subject> {
  const { id: invoice, user_id } = await app.invoice();
  await round();
  const own = desk.browser(`cliente=${await clientSession({ db }, user_id)}`);
  await own.post(`${path({ invoice })}/pagar-e-autorizar`);
  const found = await db
    .selectFrom('pix_charge')
    .select(['id', 'txid'])
    .where('invoice_id', '=', invoice)
    .where('kind', '=', 'cob')
    .executeTakeFirstOrThrow();
  return { invoice, own, charge: found.id, txid: found.txid };
}
const then =
  (...acts: ((subject: Subject) => unknown)[]) =>
  async () => {
    const subject = await pressed();
    for (const act of acts) await act(subject);
    return subject;
  };
const failing = (status: number, on: RegExp) => async () => {
  bank.fail(20, status, { on });
  await round();
  bank.recover();
};
async function pay({ txid }: Subject) {
  try {
    bank.payAndAuthorise(txid);
  } catch (error) {
    if (error instanceof RangeError) return;
    throw error;
  }
  await bank.delivered();
  await round();
  await round();
}
/** A refusal leads back to the page, which says it. */
async function giveUp(subject: Subject) {
  const { headers } = await giveUpAlone(subject);
  if (headers.location?.includes('semautorizar')) return;
  await round();
  await round();
}
const giveUpAlone = (subject: Subject) => subject.own.post(`${path(subject)}/sem-autorizar`);
async function expire({ charge }: Subject) {
  minutes += 31;
  await sql`update pix_charge set expires_at = now() - interval '1 second' where id = ${charge} and state <> 'REMOVED'`.execute(
    db,
  );
  await round();
  await round();
}
async function settle({ invoice }: Subject) {
  const answer = await staff().patch(`/invoice/${invoice}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  await round();
  await round();
  return answer;
}
async function giveBack({ txid }: Subject) {
  for (const payment of bank.payments.values()) if (payment.txid === txid) bank.refundByMed(payment.endToEndId);
  await bank.delivered();
  await round();
  await round();
}
const UNPAID = 'no payment of it has come';
const ofInvoice = (invoice: number) =>
  db.selectFrom('invoice').select('status').where('id', '=', invoice).executeTakeFirstOrThrow();

lifeCycleMatrix<ImmediateState, EventOf<typeof immediateChargeLife>, EffectOf<typeof immediateChargeLife>, Subject>({
  fresh: true,
  life: immediateChargeLife,
  put: {
    QUEUED: pressed,
    WAITING: then(failing(503, /^PUT \/cob\//)),
    ACTIVE: then(round),
    REFUSED: then(failing(400, /^PUT \/cob\//)),
    REMOVING: then(round, giveUpAlone, failing(503, /^PATCH \/cob\//)),
    REMOVED: then(round, giveUp),
    PAID: then(round, pay),
  },
  doors: {
    pay: [
      {
        by: 'notice',
        act: pay,
        unreachable: { QUEUED: 'the round sends it first', WAITING: 'the round sends it first' },
      },
    ],
    giveUp: [{ by: 'client area', act: giveUp }],
    expire: [{ by: 'job', act: expire }],
    settle: [{ by: 'call', call: invoices.pay, act: settle }],
    giveBack: [
      {
        ...{ by: 'notice', act: giveBack },
        unreachable: {
          QUEUED: UNPAID,
          WAITING: UNPAID,
          ACTIVE: UNPAID,
          REFUSED: UNPAID,
          REMOVING: UNPAID,
          REMOVED: UNPAID,
        },
      },
    ],
    refund: [{ by: 'call', call: invoices.refund, act: ({ invoice }) => staff().delete(`/invoice/${invoice}/refund`) }],
  },
  state: async ({ charge }) =>
    (await db.selectFrom('pix_charge').select('state').where('id', '=', charge).executeTakeFirstOrThrow())
      .state as ImmediateState,
  effects: {
    moveInvoice: async ({ invoice }) => (await ofInvoice(invoice)).status,
    ownCharge: async ({ invoice }) =>
      (
        await db
          .selectFrom('pix_charge')
          .select('id')
          .where('invoice_id', '=', invoice)
          .where('kind', '=', 'cobv')
          .execute()
      ).length,
    authorise: async ({ invoice }) =>
      (
        await db
          .selectFrom('recurrence')
          .innerJoin('invoice', 'invoice.proposal_id', 'recurrence.proposal_id')
          .select('recurrence.id')
          .where('invoice.id', '=', invoice)
          .where('recurrence.state', '=', 'APPROVED')
          .execute()
      ).length,
  },
});
