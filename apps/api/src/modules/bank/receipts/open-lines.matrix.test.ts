import type { AddressInfo } from 'node:net';
import { bankFiles } from '@morada/contract/bank/bank-files';
import { invoices } from '@morada/contract/money/invoices';
import { openLineLife } from '@morada/domain/bank/open-line';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { ofx } from '#test/bank/bank-papers.ts';
import { bankDesk } from '#test/desks/bank-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { startPixServer } from '#test/servers/bank/pix-server.ts';
import { until } from '#test/until.ts';
import { workOnLinks } from './pix-work.service.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const desk = await bankDesk(app);
const bank = await startPixServer({ now: () => new Date(`${app.clock.today}T15:00:00Z`) });
const staff = app.as('*');
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
  await bank.close();
});
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const linked = await staff.put('/bank-link', {
    ...{ base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId, client_secret: bank.clientSecret },
    ...{ certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key, authority: bank.ca },
    pix_key: bank.key,
  });
  expect(linked.statusCode, linked.body).toBe(200);
});
// Every cell leaves its objects: the books of all of them are verified once.
afterAll(async () => {
  expect(await verifyBooks(app.db)).toEqual([]);
});

type Subject = { line: number; invoice: number; pix: string };

/** One round of the job, which also reads the payments of the test's day. */
async function round() {
  await until(
    () => app.pool.query(`select from graphile_worker.jobs where task_identifier in ('bank-link', 'pix-payments')`),
    ({ rowCount }) => rowCount === 0,
  );
  await app.db.updateTable('bank_link').set({ read_until: '2026-03-01T00:00:00Z', returns_round: 0 }).execute();
  const publicUrl = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  await workOnLinks({ ...app.deps, publicUrl });
}

const lineOf = (pix: string) =>
  app.db.selectFrom('bank_line').select(['id', 'state']).where('fingerprint', '=', `pix ${pix}`).executeTakeFirst();

/** A Pix of 1.400,00 for an invoice of 1.500,00, which waits. */
async function waiting(): Promise<Subject> {
  const invoice = await app.invoice();
  await round();
  const { txid } = await app.db
    .selectFrom('pix_charge')
    .select('txid')
    .where('invoice_id', '=', invoice.id)
    .executeTakeFirstOrThrow();
  const { endToEndId: pix } = bank.pay(txid, { amount: 140_000 });
  const line = await until(
    () => lineOf(pix),
    (found) => found !== undefined,
  );
  return { line: line?.id ?? 0, invoice: invoice.id, pix };
}

const settle = ({ line, invoice }: Subject) =>
  staff.post(`/boleto/down/open/${line}/settle`, { invoice_id: invoice, rest: { fate: 'OPEN_BALANCE' } });
const ignore = ({ line }: Subject) => staff.post(`/boleto/down/open/${line}/ignore`, { reason: 'De outra pessoa' });
const restore = ({ line }: Subject) => staff.delete(`/boleto/down/open/${line}/ignore`);
const refund = ({ invoice }: Subject) => staff.delete(`/invoice/${invoice}/refund`);

/** A statement that names the invoice, and the Pix by its end-to-end id. */
async function byStatement({ invoice, pix }: Subject) {
  const memo = `PIX RECEBIDO FATURA${String(invoice).padStart(10, '0')} ${pix}`;
  const { id, divergent } = await desk.preview(ofx([{ fitid: pix, day: TODAY, amount: 140_000, memo }]), 'extrato.ofx');
  const payable = divergent.flatMap(({ line, payable }) => (payable ? line : []));
  await desk.settle(
    id,
    payable,
    payable.map((line) => ({ line, fate: 'OPEN_BALANCE' })),
  );
}

/** The bank gives the money back, and its notice arrives. */
async function giveBack({ pix }: Subject) {
  if (bank.payments.get(pix)?.devolucoes.length === 0) bank.refundByMed(pix);
  else bank.notify(pix);
  await bank.delivered();
  await until(
    () =>
      app.db
        .selectFrom('pix_payment')
        .select(['again', 'returned'])
        .where('end_to_end_id', '=', pix)
        .executeTakeFirst(),
    (row) => row?.again === false && row.returned > 0,
  );
}
/** The same, with its notice lost. */
async function giveBackInSilence({ pix }: Subject) {
  bank.hold();
  if (bank.payments.get(pix)?.devolucoes.length === 0) bank.refundByMed(pix);
  bank.drop();
  await round();
}

type State = StateOf<typeof openLineLife>;

lifeCycleMatrix<State, EventOf<typeof openLineLife>, EffectOf<typeof openLineLife>, Subject>({
  life: openLineLife,
  put: {
    OPEN: waiting,
    async SETTLED() {
      const subject = await waiting();
      await settle(subject);
      return subject;
    },
    async IGNORED() {
      const subject = await waiting();
      await ignore(subject);
      return subject;
    },
    async GIVEN_BACK() {
      const subject = await waiting();
      await giveBack(subject);
      return subject;
    },
  },
  doors: {
    settle: [
      { by: 'call', call: bankFiles.settleOpen, act: settle },
      {
        ...{ by: 'file', call: bankFiles.settle },
        act: byStatement,
        unreachable: { IGNORED: 'a person who accepts the line of a file decides anew' },
      },
    ],
    ignore: [{ by: 'call', call: bankFiles.ignoreOpen, act: ignore }],
    restore: [{ by: 'call', call: bankFiles.restoreOpen, act: restore }],
    giveBack: [
      { by: 'notice', act: giveBack },
      { by: 'job', act: giveBackInSilence },
    ],
    refund: [{ by: 'call', call: invoices.refund, act: refund }],
  },
  state: async ({ pix }) => (await lineOf(pix))?.state as State,
  effects: {
    moveInvoice: async ({ invoice }) =>
      (await app.db.selectFrom('invoice').select('status').where('id', '=', invoice).executeTakeFirstOrThrow()).status,
  },
  untouched: async () => [
    (await sql`select count(*) from ledger_entry`.execute(app.db)).rows,
    (await sql`select count(*) from bank_settlement where undone_at is null`.execute(app.db)).rows,
  ],
});

test.each([
  ['that it settled', 150_000],
  ['that waits', 140_000],
])('the undo of a statement leaves the Pix %s and that the bank tells of too to a person', async (_, amount) => {
  const invoice = await app.invoice();
  await round();
  const { txid } = await app.db
    .selectFrom('pix_charge')
    .select('txid')
    .where('invoice_id', '=', invoice.id)
    .executeTakeFirstOrThrow();
  bank.hold();
  bank.pay(txid, { amount });
  bank.drop();
  // The statement comes first, and knows the Pix by the number of the invoice alone.
  const memo = `PIX RECEBIDO FATURA${String(invoice.id).padStart(10, '0')}`;
  const { id } = await desk.preview(ofx([{ fitid: `S${amount}`, day: TODAY, amount, memo }]), 'extrato.ofx');
  await desk.settle(id);
  await round();
  expect(await desk.undo(id)).toMatchObject({ status: 'UNDONE' });
  const { rows } = await sql`select l.state, l.amount, i.status from bank_line l join invoice i on i.id = l.invoice_id
    where i.id = ${invoice.id}`.execute(app.db);
  expect(rows).toEqual([{ state: 'OPEN', amount, status: 'PENDING' }]);
});
