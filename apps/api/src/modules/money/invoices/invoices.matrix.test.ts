import type { AddressInfo } from 'node:net';
import { bankFiles } from '@morada/contract/bank/bank-files';
import { boletos } from '@morada/contract/bank/boletos';
import { collection } from '@morada/contract/collection/collection';
import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { proposals } from '@morada/contract/lease/proposals';
import { finance } from '@morada/contract/money/finance';
import { invoices } from '@morada/contract/money/invoices';
import { terminations } from '@morada/contract/money/terminations';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { type InvoiceState, invoiceLife, invoiceStateOf } from '@morada/domain/rent/invoice';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { workOnLinks } from '#api/modules/bank/receipts/pix-work.service.ts';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import { followAgreements } from '#api/modules/collection/agreements/daily.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { arrived, arrivedBoleto, givenBack } from '#test/bank/arrived-payments.ts';
import { itau400 } from '#test/bank/bank-papers.ts';
import { AGREEMENTS, agree, fillAgency } from '#test/collection.ts';
import { agreementOf, bankDesk, titled } from '#test/desks/bank-desk.ts';
import { bulkDesk } from '#test/desks/bulk-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { form, jpeg } from '#test/pictures.ts';
import { startPixServer } from '#test/servers/bank/pix-server.ts';
import { until } from '#test/until.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const { db, deps, ctx, clock, as, contract, client, invoice } = app;
const staff = as('*');
const bulk = await bulkDesk(app);
const files = await bankDesk(app);
afterAll(async () => {
  await bulk.jobs.stop();
  await files.jobs.stop();
  await app.stop();
  await bank.close();
});

const bank = await startPixServer({ now: () => new Date(`${clock.today}T15:00:00Z`) });
let publicUrl = '';
let titles: Awaited<ReturnType<typeof agreementOf>>;
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  publicUrl = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  await ok(
    staff.put('/bank-link', {
      ...{ base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId, client_secret: bank.clientSecret },
      ...{ certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key, authority: bank.ca },
      pix_key: bank.key,
    }),
  );
  await fillAgency(db);
  await agree(db, '748');
  titles = await agreementOf(app, AGREEMENTS['341']);
});
afterEach(async () => {
  clock.today = TODAY;
});
// Every cell leaves its objects: the books of all of them are verified once.
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

/** An invoice. `first`: the one of which it is the balance, or whose debt is in the agreement. */
type Subject = {
  id: number;
  proposal_id: number;
  user_id: number;
  agreement?: number;
  run?: number;
  file?: number;
  nosso_numero?: string;
  txid?: string;
};

const ok = async <T>(answer: Promise<{ statusCode: number; body: string; json(): T }>): Promise<T> => {
  const { statusCode, body, json } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return body === '' ? (undefined as T) : json();
};

const rowOf = (id: number) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const amountOf = async (id: number) => (await rowOf(id)).amount / 100;

/** Rent 1.500,00 and an extra value of 50,00, due on 10 April: nothing of it is late today. */
async function pending(reference: '2026-02' | '2026-04' = '2026-04'): Promise<Subject> {
  const tenant = await client();
  await db
    .updateTable('client')
    .set({
      street: 'Rua Halfeld',
      number: '100',
      neighborhood: 'Centro',
      cep: '36010000',
      city: 'Juiz de Fora',
      state: 'MG',
    })
    .where('id', '=', tenant.id)
    .execute();
  const lease = await contract({ user_id: tenant.id });
  await ok(
    staff.put(`/proposal/${lease.id}/extra`, {
      ...{ description: 'Reparo', amount: 50, type: 'DEBIT', influence: 'EXPENSE', boleto: true, transfer: false },
    }),
  );
  const { id } = await invoice({ contract: lease, reference });
  return { id, proposal_id: lease.id, user_id: tenant.id };
}
/** Due on 10 February, and so late. */
const late = () => pending('2026-02');

const pay = async ({ id }: Subject) =>
  staff.patch(`/invoice/${id}/down`, { paid_amount: await amountOf(id), fine: 0, interest: 0 });
const payPartly = async ({ id }: Subject) =>
  staff.patch(`/invoice/${id}/down`, {
    ...{ paid_amount: Math.floor((await amountOf(id)) / 2), fine: 0, interest: 0 },
    rest: { fate: 'OPEN_BALANCE', due_date: '2026-04-20' },
  });
const remove = ({ id }: Subject) => staff.delete(`/financial/invoice/${id}/delete`);
const then = async (
  subject: Subject,
  act: (subject: Subject) => Promise<{ statusCode: number; body: string; json(): unknown }>,
) => {
  await ok(act(subject));
  return subject;
};

async function balance(): Promise<Subject> {
  const first = await then(await pending(), payPartly);
  const { id } = await db
    .selectFrom('invoice')
    .select('id')
    .where('balance_of', '=', first.id)
    .executeTakeFirstOrThrow();
  return { ...first, id };
}

const offer = ({ id, proposal_id }: Subject) =>
  staff.post('/debt-agreement', {
    ...{ proposal_id, invoices: [id], instalments: 2, first_due: '2026-03-11' },
    ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
  });
async function offered(subject: Subject): Promise<Subject> {
  const { id } = await ok<{ id: number }>(offer(subject));
  return { ...subject, agreement: id };
}
const acceptedBy = { name: 'Tereza Prado', address: '203.0.113.7', version: 1 };
async function replaced(debt: () => Promise<Subject> = pending): Promise<Subject> {
  const subject = await offered(await debt());
  await acceptOnline(ctx, subject.agreement ?? 0, acceptedBy);
  return subject;
}
/** What is late of each kind, for the late list. */
const LATE = {
  PENDING: late,
  BALANCE: async () => lately(await balance()),
  INSTALMENT: async () => lately(await instalment()),
};
/** Its day passes, on the day on which it is looked at. */
async function lately(subject: Subject) {
  await db.updateTable('invoice').set({ due_date: '2026-03-01' }).where('id', '=', subject.id).execute();
  return subject;
}
async function instalment(debt?: () => Promise<Subject>): Promise<Subject> {
  const subject = await replaced(debt);
  const { id } = await db
    .selectFrom('invoice')
    .select('id')
    .where('debt_agreement_id', '=', subject.agreement ?? 0)
    .orderBy('instalment')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...subject, id };
}

/** An offer that the tenant accepts, by the page of the client area. A refusal changes nothing. */
async function acceptInArea({ agreement }: Subject) {
  await acceptOnline(ctx, agreement ?? 0, acceptedBy).catch(() => undefined);
}
/** An offer is made, and its signed paper recorded. */
async function acceptOnPaper(subject: Subject) {
  const made = await offer(subject);
  if (made.statusCode >= 300) return made;
  const { id } = made.json();
  const paper = form(await jpeg(60, 40), 'termo.jpg');
  paper.append('name', 'Tereza Prado');
  return staff.put(`/debt-agreement/${id}/acceptance`, paper);
}

const undoAgreement = ({ agreement }: Subject) =>
  staff.delete(`/debt-agreement/${agreement}`, { reason: 'Pedido do inquilino' });
/** The first instalment is late past the agreement's limit. */
async function breakLate() {
  clock.today = '2026-03-31';
  await followAgreements(deps);
}

const PAID = { pay_day: TODAY, payment_method: 'PIX' };
/** A bulk action on one invoice; one that is left out is not carried out. */
async function inBulk(action: 'invoice-pay' | 'late-settle' | 'invoice-boleto', { id }: Subject, options: object = {}) {
  const answer = await bulk.ask(action, { ids: [id], ...options });
  if (answer.statusCode !== 201) return undefined;
  const run = answer.json<{ id: number; states: { READY: { count: number } } }>();
  if (run.states.READY.count === 0) return undefined;
  await bulk.run(run.id);
  return run.id;
}
async function paidInBulk(of: () => Promise<Subject> = pending): Promise<Subject> {
  const subject = await of();
  const run = await inBulk('invoice-pay', subject, PAID);
  return run === undefined ? subject : { ...subject, run };
}

const ofBank = { bank: AGREEMENTS['341'].bank, agency: AGREEMENTS['341'].agency };
let numbers = 10_000_000;
/** An invoice with the boleto of a bank's file, due today. */
async function withBoleto(): Promise<Subject> {
  const nosso_numero = String(++numbers);
  const made = await titled(app, titles, { nosso_numero, amount: 150_000, due_date: TODAY });
  const { proposal_id, user_id } = await rowOf(made.invoice_id);
  return { id: made.invoice_id, proposal_id, user_id, nosso_numero };
}
const returned = ({ nosso_numero = '' }: Subject) =>
  files.down(itau400([{ nosso_numero, amount: 150_000, paid_on: TODAY, credited_on: TODAY }]), `${nosso_numero}.ret`);
async function paidByFile() {
  const subject = await withBoleto();
  await returned(subject);
  const { id: file } = await db
    .selectFrom('bank_file')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...subject, file };
}
const asFile = async (subject: Subject) => {
  await returned(subject);
};
/** Half of it, accepted with an open balance. */
async function halfByFile({ nosso_numero = '' }: Subject) {
  const paper = itau400([{ nosso_numero, amount: 150_000, paid: 75_000, paid_on: TODAY, credited_on: TODAY }]);
  const { id } = await files.preview(paper, `${nosso_numero}.ret`);
  await files.settle(id, [2], [{ line: 2, fate: 'OPEN_BALANCE', due_date: '2026-04-20' }]);
}
async function replacedWithBoleto() {
  const subject = await offered(await withBoleto());
  await acceptOnline(ctx, subject.agreement ?? 0, acceptedBy);
  return subject;
}

/** One round of the job that keeps charges at the bank and reads its payments. */
async function round() {
  await until(
    () => app.pool.query(`select from graphile_worker.jobs where task_identifier = 'bank-link'`),
    ({ rowCount }) => rowCount === 0,
  );
  await db.updateTable('bank_link').set({ read_until: '2026-03-01T00:00:00Z' }).execute();
  await workOnLinks({ ...deps, publicUrl });
  await until(
    () => db.selectFrom('bank_file').select('id').where('status', '=', 'RUNNING').execute(),
    (running) => running.length === 0,
  );
}
/** An invoice whose charge is at the bank. */
async function charged(of: () => Promise<Subject> = pending): Promise<Subject> {
  const subject = await of();
  await round();
  const { txid } = await db
    .selectFrom('pix_charge')
    .select('txid')
    .where('invoice_id', '=', subject.id)
    .executeTakeFirstOrThrow();
  return { ...subject, txid };
}
async function replacedWithCharge() {
  const subject = await offered(await charged());
  await acceptOnline(ctx, subject.agreement ?? 0, acceptedBy);
  return subject;
}

/** Boletos of bank files are of ordinary invoices. */
const NO_TITLE = 'a balance and an instalment have no boleto of this file';
const LEFT = 'it settles whole invoices, and its undo leaves what was settled in part since';
const ONE_OF = 'settling files is one of the permissions that settle an invoice';
const AS_WHOLE = 'the file does as with a payment of the whole';
const ofFile = {
  put: {
    PENDING: withBoleto,
    PAID: async () => then(await withBoleto(), pay),
    PART_PAID: async () => then(await withBoleto(), payPartly),
    REPLACED: replacedWithBoleto,
    REMOVED: async () => then(await withBoleto(), remove),
  },
  unreachable: { BALANCE: NO_TITLE, INSTALMENT: NO_TITLE },
};

async function byPix(of: () => Promise<Subject> = pending) {
  const subject = await of();
  await arrived(app, { invoice: subject.id, amount: (await rowOf(subject.id)).amount, paid_on: TODAY });
  return subject;
}
async function partlyByPix() {
  const subject = await pending();
  const [line] = await arrived(app, { invoice: subject.id, amount: 75_000, paid_on: TODAY });
  await ok(staff.post(`/boleto/down/open/${line}/settle`, { invoice_id: subject.id, rest: { fate: 'OPEN_BALANCE' } }));
  return subject;
}

const refund = ({ id }: Subject) => staff.delete(`/invoice/${id}/refund`);
/** Its settlement was refunded, and what happened to it since. The payment of a bank's file or Pix is said to be of no invoice. */
async function refunded(subject: Subject, since?: (subject: Subject) => Promise<unknown>): Promise<Subject> {
  await then(subject, refund);
  const lines = await db.selectFrom('bank_line').select('id').where('invoice_id', '=', subject.id).execute();
  if (since)
    for (const { id } of lines) await ok(staff.post(`/boleto/down/open/${id}/ignore`, { reason: 'De outra pessoa' }));
  const outcome = await since?.(subject);
  if (outcome && typeof outcome === 'object' && 'statusCode' in outcome) expect(outcome.statusCode).toBeLessThan(300);
  return subject;
}
/** What can become of an invoice whose settlement, made as `paid` says, was refunded. */
const afterRefund = (paid: (of?: () => Promise<Subject>) => Promise<Subject>) => ({
  PENDING: async () => refunded(await paid()),
  BALANCE: async () => refunded(await paid(balance)),
  INSTALMENT: async () => refunded(await paid(instalment)),
  REPLACED: async () => refunded(await paid(), acceptOnPaper),
  REMOVED: async () => refunded(await paid(), remove),
});

const close = ({ proposal_id }: Subject) => staff.patch(`/proposal/${proposal_id}/close`);
const makeSheet = ({ proposal_id }: Subject) =>
  staff.put(`/proposal/${proposal_id}/termination`, { left_on: TODAY, penalty: 0 });

const count = async (query: ReturnType<typeof sql<{ count: number }>>) => (await query.execute(db)).rows[0]?.count;

lifeCycleMatrix<InvoiceState, EventOf<typeof invoiceLife>, EffectOf<typeof invoiceLife>, Subject>({
  life: invoiceLife,
  put: {
    PENDING: pending,
    BALANCE: balance,
    INSTALMENT: () => instalment(),
    PAID: async () => then(await pending(), pay),
    PART_PAID: async () => then(await pending(), payPartly),
    REPLACED: () => replaced(),
    REMOVED: async () => then(await pending(), remove),
  },
  doors: {
    pay: [
      { by: 'call', call: invoices.pay, act: pay },
      {
        ...{ by: 'call', name: 'late list', call: finance.settleLate },
        act: ({ id }) => staff.patch(`/financial/shall/${id}/manual`, {}),
        put: LATE,
        weaker: 'the late list has a permission of its own in the specification',
      },
      {
        ...{ by: 'bulk', action: 'invoice-pay' },
        act: async (subject) => void (await inBulk('invoice-pay', subject, PAID)),
      },
      {
        ...{ by: 'bulk', name: 'bulk of the late list', action: 'late-settle', put: LATE },
        act: async (subject) => void (await inBulk('late-settle', subject)),
        weaker: 'the late list has a permission of its own in the specification',
      },
      { by: 'file', call: bankFiles.settle, act: asFile, ...ofFile, weaker: ONE_OF },
      {
        ...{ by: 'notice', name: 'call of the bank of its boleto', ...ofFile },
        act: ({ nosso_numero = '' }) =>
          arrivedBoleto(app, { ...ofBank, nosso_numero, amount: 150_000, paid_on: TODAY }),
      },
      {
        ...{ by: 'notice', name: 'Pix' },
        async act({ txid = '' }) {
          bank.pay(txid);
          await round();
        },
        put: {
          PENDING: () => charged(),
          BALANCE: () => charged(balance),
          INSTALMENT: () => charged(instalment),
          PAID: async () => then(await charged(), pay),
          PART_PAID: async () => then(await charged(), payPartly),
          REPLACED: replacedWithCharge,
          REMOVED: async () => then(await charged(), remove),
        },
      },
    ],
    payPartly: [
      { by: 'call', call: invoices.pay, act: payPartly },
      {
        ...{ by: 'file', call: bankFiles.settle, act: halfByFile, put: { PENDING: withBoleto } },
        unreachable: {
          ...{ BALANCE: NO_TITLE, INSTALMENT: NO_TITLE, PAID: AS_WHOLE, PART_PAID: AS_WHOLE, REPLACED: AS_WHOLE },
          REMOVED: AS_WHOLE,
        },
        weaker: ONE_OF,
      },
    ],
    refund: [
      { by: 'call', call: invoices.refund, act: refund },
      {
        ...{ by: 'bulk', name: 'undo of a bulk action', action: 'invoice-pay', undoes: true },
        act: async ({ run }) => void (run && (await bulk.undo(run))),
        put: { ...afterRefund(paidInBulk), PAID: () => paidInBulk() },
        unreachable: { PART_PAID: LEFT },
      },
      {
        ...{ by: 'file', name: 'undo of a bank file', call: bankFiles.undo },
        act: async ({ file }) => void (file && (await files.undo(file))),
        put: { ...afterRefund(paidByFile), PAID: paidByFile },
        unreachable: { BALANCE: NO_TITLE, INSTALMENT: NO_TITLE, PART_PAID: LEFT },
        weaker: 'who settles files takes back what a file has settled, and nothing else',
      },
      {
        ...{ by: 'notice', name: 'Pix given back', act: ({ id }) => givenBack(app, id) },
        put: { ...afterRefund(byPix), PAID: () => byPix(), PART_PAID: partlyByPix },
      },
    ],
    remove: [{ by: 'call', call: invoices.remove, act: remove }],
    replace: [
      { by: 'call', call: debtAgreements.accept, act: acceptOnPaper },
      {
        ...{ by: 'client area', act: acceptInArea },
        put: {
          PENDING: async () => offered(await pending()),
          BALANCE: async () => offered(await balance()),
          PAID: async () => then(await offered(await pending()), pay),
          PART_PAID: async () => then(await offered(await pending()), payPartly),
          REMOVED: async () => then(await offered(await pending()), remove),
        },
        unreachable: { INSTALMENT: 'never offered' },
      },
    ],
    undoAgreement: [
      {
        ...{ by: 'call', call: debtAgreements.cancel, act: undoAgreement },
        unreachable: {
          ...{ PENDING: 'in no agreement', BALANCE: 'in no agreement', PAID: 'in no agreement' },
          ...{ PART_PAID: 'in no agreement', REMOVED: 'in no agreement' },
        },
      },
      {
        ...{ by: 'job', act: breakLate },
        unreachable: {
          ...{ PENDING: 'in no agreement', BALANCE: 'in no agreement', PAID: 'in no agreement' },
          ...{ PART_PAID: 'in no agreement', REMOVED: 'in no agreement' },
        },
      },
    ],
    endLease: [{ by: 'call', call: terminations.close, act: close }],
    makeSheet: [
      {
        ...{ by: 'call', call: terminations.apply, act: makeSheet },
        // A sheet needs the month of leaving: an agreement that holds it is cancelled before.
        put: { INSTALMENT: () => instalment(late), REPLACED: () => replaced(late) },
      },
    ],
    removeLease: [
      {
        ...{ by: 'call', call: proposals.remove },
        act: ({ proposal_id }) => staff.delete(`/proposal/${proposal_id}`),
      },
    ],
    issueBoleto: [
      {
        ...{ by: 'call', call: boletos.create },
        act: ({ id: invoice_id, proposal_id, user_id }) =>
          staff.post('/boleto/manual', { user_id, proposal_id, invoice_id }),
      },
      {
        ...{ by: 'bulk', action: 'invoice-boleto' },
        act: async (subject) => void (await inBulk('invoice-boleto', subject)),
      },
    ],
    pause: [
      {
        ...{ by: 'call', call: collection.pause },
        act: ({ id }) => staff.post(`/collection/invoice/${id}/pause`, { reason: 'CONTEST', note: 'Valor contestado' }),
      },
    ],
  },
  state: async ({ id }) => invoiceStateOf(await rowOf(id)),
  effects: {
    payOwners: ({ id }) => count(sql`select count(*) from transfer where invoice_id = ${id}`),
    dropTransfers: ({ id }) =>
      count(sql`select count(*) from transfer where invoice_id = ${id} and deleted_at is not null`),
    post: ({ id }) => count(sql`select count(*) from ledger_entry where invoice_id = ${id} and reverses is null`),
    reverse: ({ id }) =>
      count(sql`select count(*) from ledger_entry where invoice_id = ${id} and reverses is not null`),
    issueBalance: ({ id }) => count(sql`select count(*) from invoice where balance_of = ${id}`),
    dropBalance: ({ id }) =>
      count(sql`select count(*) from invoice where balance_of = ${id} and deleted_at is not null`),
    releaseExtras: ({ id }) => count(sql`select count(*) from extra_value where invoice_id = ${id}`),
    issueBoleto: ({ id }) => count(sql`select count(*) from boleto where invoice_id = ${id}`),
    pause: ({ id }) => count(sql`select count(*) from collection_pause where invoice_id = ${id}`),
  },
  untouched: async () => (await sql`select count(*) from ledger_entry`.execute(db)).rows,
});
