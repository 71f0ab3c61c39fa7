import type { AddressInfo } from 'node:net';
import { bankFiles } from '@morada/contract/bank/bank-files';
import { boletos } from '@morada/contract/bank/boletos';
import { invoices } from '@morada/contract/money/invoices';
import { boletoLife } from '@morada/domain/bank/boleto-terms';
import type { EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Deps } from '#api/context.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { itau400 } from '#test/bank/bank-papers.ts';
import { AGREEMENTS } from '#test/collection.ts';
import { agreementOf, bankDesk, titled } from '#test/desks/bank-desk.ts';
import { bulkDesk } from '#test/desks/bulk-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { startSicoob } from '#test/servers/bank/sicoob-server.ts';
import { until } from '#test/until.ts';
import { followBoletos } from '../receipts/boleto-work.service.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const { db } = app;
const staff = app.as('*');
const files = await bankDesk(app);
const bulk = await bulkDesk(app);
const bank = await startSicoob({ now: () => new Date(`${TODAY}T15:00:00Z`), looks: 0 });
let titles: Awaited<ReturnType<typeof agreementOf>>;
afterAll(async () => {
  await files.jobs.stop();
  await bulk.jobs.stop();
  await app.stop();
  await bank.close();
});
let deps: Deps = app.deps;
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  deps = { ...deps, publicUrl: `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}` };
  const address = { street: 'Rua Halfeld', number: '10', city: 'Juiz de Fora', state: 'MG', cep: '36010000' };
  await db
    .updateTable('agency')
    .set({ name: 'Casa Prado Imóveis', cnpj: '11222333000181', neighborhood: 'Centro', ...address })
    .execute();
  titles = await agreementOf(app, AGREEMENTS['341']);
  const agreement = { bank: '756', fields: { agency: '4327', agreement: '229385', wallet: '1', variation: '01' } };
  expect((await staff.put('/agency/agreement', agreement)).statusCode).toBe(200);
  const linked = await staff.put('/boleto-link', {
    ...{ bank: '756', base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId },
    ...{ certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key, authority: bank.ca },
    fields: { account: '123456', scope: 'boletos_inclusao boletos_consulta' },
  });
  expect(linked.statusCode, linked.body).toBe(200);
});
// Every cell leaves its objects: the books of all of them are verified once.
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

type State = StateOf<typeof boletoLife>;
/** `number`: that of the bank of boletos by call. */
type Subject = { id: number; invoice: number; nosso_numero: string; number?: number };

let numbers = 20_000_000;
/** A boleto of a bank's files, due today. */
async function open(due_date: '2026-03-10' | '2026-02-10' = TODAY): Promise<Subject> {
  const nosso_numero = String(++numbers);
  const { id, invoice_id } = await titled(app, titles, { nosso_numero, amount: 150_000, due_date });
  return { id, invoice: invoice_id, nosso_numero };
}
/** Of a boleto that was cancelled before, a person accepts the line. */
async function returned({ nosso_numero }: Subject) {
  const paper = itau400([{ nosso_numero, amount: 150_000, paid_on: TODAY, credited_on: TODAY }]);
  const { id, divergent } = await files.preview(paper, `${nosso_numero}.ret`);
  await files.settle(
    id,
    divergent.flatMap(({ line, payable }) => (payable ? line : [])),
  );
}
const cancel = ({ id }: Subject) => staff.delete(`/boleto/${id}`);
const settle = ({ invoice: id }: Subject) =>
  staff.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
const refund = ({ invoice: id }: Subject) => staff.delete(`/invoice/${id}/refund`);

/** One round of the job of boletos by call. Their payments fall on the day of the frozen clock. */
async function round() {
  await until(
    () => app.pool.query(`select from graphile_worker.jobs where task_identifier like 'boleto-%' and run_at <= now()`),
    ({ rowCount }) => rowCount === 0,
  );
  await sql`update bank_link set read_until = ${`${TODAY}T12:00:00Z`}::timestamptz`.execute(db);
  await sql`update boleto_call set next_try_at = now()`.execute(db);
  await followBoletos(deps);
  await until(
    () => db.selectFrom('bank_file').select('id').where('status', '=', 'RUNNING').execute(),
    (running) => running.length === 0,
  );
}
/** A boleto that its bank has by a call. */
async function registered(): Promise<Subject> {
  const tenant = await app.client();
  await sql`update client set street = 'Rua Halfeld', number = '100', neighborhood = 'Centro', cep = '36010000',
    city = 'Juiz de Fora', state = 'MG' where id = ${tenant.id}`.execute(db);
  const invoice = await app.invoice({ contract: await app.contract({ user_id: tenant.id }) });
  const asked = { user_id: invoice.user_id, proposal_id: invoice.proposal_id, invoice_id: invoice.id };
  const made = await staff.post('/boleto/manual', asked);
  expect(made.statusCode, made.body).toBe(201);
  const id = made.json().id as number;
  await round();
  const known = [...bank.boletos.values()].find(({ seuNumero }) => seuNumero === String(id));
  return { id, invoice: invoice.id, nosso_numero: '', number: known?.nossoNumero ?? 0 };
}
/** What the bank takes of a boleto that was cancelled meanwhile waits, and a person accepts it. */
async function accept({ invoice }: Subject) {
  const line = await db
    .selectFrom('bank_line')
    .select('id')
    .where('invoice_id', '=', invoice)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  if (line) await staff.post(`/boleto/down/open/${line.id}/settle`, { invoice_id: invoice });
}
async function payAtBank(subject: Subject) {
  bank.hold();
  bank.pay(subject.number ?? 0, { amount: 150_000 });
  bank.drop();
  await round();
  await accept(subject);
}
async function payWithNotice(subject: Subject) {
  bank.pay(subject.number ?? 0, { amount: 150_000 });
  await bank.delivered();
  expect(bank.deliveries.at(-1)).toMatchObject({ names: [String(subject.number)], status: 204 });
  // The notice's own job reads what it names.
  await until(
    () => db.selectFrom('boleto_notice').select('handle').execute(),
    (unread) => unread.length === 0,
  );
  await accept(subject);
}
const then = async (subject: Subject, act: (subject: Subject) => Promise<unknown>) => {
  await act(subject);
  return subject;
};
/** The minutes are over in which a settlement is undone with its boleto. */
const later = (subject: Subject) =>
  then(subject, () =>
    sql`update boleto set settled_at = now() - interval '1 hour' where id = ${subject.id}`.execute(db),
  );
const NOT_PAID = 'INVOICE_NOT_PAID';
/** Of a boleto that its bank has by a call: settled, or cancelled, before the bank hears of it. The bank takes one payment of each. */
const atBank = () => ({
  OPEN: () => registered(),
  PAID: async () => then(await registered(), settleByBoleto),
  CANCELED: async () => then(await registered(), cancel),
});

lifeCycleMatrix<State, EventOf<typeof boletoLife>, never, Subject>({
  life: boletoLife,
  put: {
    OPEN: () => open(),
    PAID: async () => then(await open(), returned),
    CANCELED: async () => then(await open(), cancel),
  },
  doors: {
    pay: [
      { by: 'file', call: bankFiles.settle, act: returned },
      { by: 'job', name: 'call of the bank', act: payAtBank, put: atBank() },
      { by: 'notice', act: payWithNotice, put: atBank() },
    ],
    cancel: [
      { by: 'call', call: boletos.cancel, act: cancel },
      {
        ...{ by: 'bulk', action: 'boleto-cancel' },
        async act({ id }) {
          const run = await bulk.preview('boleto-cancel', { ids: [id] });
          if (run.states.READY.count > 0) await bulk.run(run.id);
        },
      },
      {
        ...{ by: 'call', name: 'settlement by hand', call: invoices.pay, act: settle },
        refuses: { PAID: 'INVOICE_ALREADY_PAID' },
        unreachable: { CANCELED: 'the invoice is settled, whatever became of its boleto' },
        weaker: 'who settles an invoice by another means needs no boleto of it',
      },
      {
        ...{ by: 'call', name: 'removal of the invoice', call: invoices.remove },
        act: ({ invoice }) => staff.delete(`/financial/invoice/${invoice}/delete`),
        refuses: { PAID: 'INVOICE_PAID_NOT_DELETED' },
        unreachable: { CANCELED: 'the invoice goes, whatever became of its boleto' },
        weaker: 'no boleto outlives its invoice',
      },
    ],
    reopen: [
      {
        ...{ by: 'call', name: 'refund', call: invoices.refund, act: refund },
        // Cancelled by the settlement that is undone.
        put: {
          PAID: async () => then(await open(), (one) => settleByBoleto(one)),
          CANCELED: async () => then(await open(), settle),
        },
        refuses: { OPEN: NOT_PAID },
      },
    ],
    withdraw: [
      {
        ...{ by: 'call', name: 'refund when it can no longer be paid', call: invoices.refund, act: refund },
        put: {
          PAID: async () => later(await then(await open('2026-02-10'), settleByBoleto)),
        },
        refuses: { OPEN: NOT_PAID, CANCELED: NOT_PAID },
      },
    ],
  },
  state: async ({ id }) =>
    (await db.selectFrom('boleto').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
  effects: {},
  untouched: async () => (await sql`select count(*) from ledger_entry`.execute(db)).rows,
});

/** A person says that the boleto was paid. */
function settleByBoleto({ invoice: id }: Subject) {
  return staff.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0, payment_method: 'BOLETO' });
}
