import { createHash } from 'node:crypto';
import { bankFileProblems } from '@morada/contract/bank/bank-files';
import { bankLinkProblems } from '@morada/contract/bank/bank-link';
import { common, Problem } from '@morada/contract/base/problem';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { namesOf } from '@morada/domain/bank/matching/identity';
import { invoiceOfTxid, MOST_UNKNOWN } from '@morada/domain/bank/pix/pix';
import { type PixParts, pixParts } from '@morada/domain/bank/pix/pix-charge';
import { addDays, type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import { dayAt } from '#api/base/clock.ts';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { eachApart } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import type { PixPayment } from '#api/outside/pix.ts';
import * as charges from '../charges/charges.service.ts';
import { type Link, PIX } from '../charges/pix-link.service.ts';
import { recurringOf } from '../charges/recurring-payments.service.ts';
import { withBank } from '../connections/clients.service.ts';
import { enqueue, findActiveOr, noteWork } from '../connections/connections.service.ts';
import { noticeDesk, readNamed } from '../connections/notices.service.ts';
import { boletosOfCodes } from '../slips/registrations.service.ts';
import { takePartBack, takePaymentBack } from './given-back.service.ts';
import * as queries from './pix-receipts.queries.ts';
import { leave, receiveEach, type Source } from './receipts.service.ts';

/** Seconds after which a bank whose notices are refused may send them again. */
const FULL_SECONDS = 3_600;

const notePayments = noticeDesk<Link, readonly string[]>({
  findLinks: findHeard,
  namesIn: (_, __, ids) => ids,
  most: Number.POSITIVE_INFINITY,
  record: async (deps, named) => {
    const full = new Set<number>();
    for (const [linkId, ids] of named) {
      const { fresh, unknown } = await queries.countUnknown(deps.db, linkId, ids);
      if (fresh > 0 && fresh + unknown > MOST_UNKNOWN) full.add(linkId);
    }
    const noted = [...named].filter(([linkId]) => !full.has(linkId));
    if (noted.length > 0)
      await deps.db.transaction().execute(async (trx) => {
        await queries.readAgain(trx, [...new Set(noted.flatMap(([, ids]) => ids))]);
        for (const [linkId, ids] of noted) await queries.insertNotices(trx, linkId, ids);
        await enqueue(trx, 'pix-payments');
      });
    return full;
  },
});

/**
 * Notes the payments that a notice names, to be read from the bank. The token in the address authenticates the sender;
 * nothing else in the notice is trusted.
 * @throws BANK_LINK_NOT_FOUND for another token, TOO_MANY_REQUESTS while too many are named that the bank doesn't know.
 */
export async function noteNotice(deps: Deps, token: string, ids: readonly string[]): Promise<void> {
  const noted = await notePayments(deps, token, ids);
  if (noted === 'FULL') throw common.TOO_MANY_REQUESTS({ extra: { retry_after: FULL_SECONDS } });
  if (noted === 'UNKNOWN') throw bankLinkProblems.BANK_LINK_NOT_FOUND();
}

/** Forgets names of payments that no bank has shown. */
export const sweepNotices = ({ db }: Pick<Deps, 'db'>) => queries.forgetUnknown(db);

/** Days after its payment in which a Pix can be given back. */
const RETURN_DAYS = 90;

/** The active link, and former ones that have received payments lately: their banks may give them back. */
export function findHeard({ db, today }: Pick<Deps, 'db' | 'today'>): Promise<Link[]> {
  return findActiveOr(db, 'PIX', queries.hasReceivedSince(addDays(today(), -RETURN_DAYS)));
}

/** Payments read and settled in one transaction, and concurrent calls. */
const BLOCK = 250;
const AT_ONCE = 16;

/**
 * Reads the payments that notices have named, and settles their invoices. One that the bank doesn't know yet, or that is being
 * undone, is read again in the next round.
 */
export const readNoticed = (deps: Deps, link: Link): Promise<void> =>
  readNamed(deps, link, PIX, {
    find: () => queries.findUnread(deps.db, link.id, BLOCK),
    read: (api, id) => api.payment(id),
    record: (found) => record(deps, found),
    countTry: (ids) => queries.countTry(deps.db, ids),
    atOnce: AT_ONCE,
  });

/** Payments may be listed late: each reading begins this long before the end of the last. */
const OVERLAP_MS = 3_600_000;

/** Reads the payments received since the last reading, so that a lost notice is made good. */
export async function pollPayments(deps: Deps, link: Link): Promise<void> {
  const until = new Date();
  const from = new Date(new Date(link.read_until).getTime() - OVERLAP_MS);
  const polled = await withBank(deps, link, PIX, async (api) => {
    // One that can't be read waits alone, to be asked for by its id.
    const noteUnread = (ids: readonly string[]) => queries.insertNotices(deps.db, link.id, ids);
    for await (const page of api.payments(from, until, noteUnread)) {
      // A Pix without txid was not paid by a code of ours: it is left to the bank's statement.
      const named = page.filter(({ txid }) => txid);
      await queries.insertNotices(
        deps.db,
        link.id,
        named.map(({ endToEndId }) => endToEndId),
      );
      for (let at = 0; at < named.length; at += BLOCK) await record(deps, named.slice(at, at + BLOCK));
    }
  });
  if (polled) await noteWork(deps.db, link.id, { read_until: until.toISOString() });
}

/** Days of payments that one round reads again for their returns. */
const SLICE_DAYS = 3;
const SLICES = RETURN_DAYS / SLICE_DAYS;

/**
 * Reads some days of known payments again, since the notice of a return may be lost: every second time the newest days,
 * in between one of the older slices, so that all ninety days are read within an hour of rounds.
 */
export async function readReturns(deps: Deps, link: Link): Promise<void> {
  const round = link.returns_round;
  const slice = round % 2 === 0 ? 0 : ((round - 1) / 2) % SLICES;
  const last = addDays(deps.today(), 1 - slice * SLICE_DAYS);
  const from = startOf(addDays(last, -SLICE_DAYS));
  const until = new Date(Math.min(startOf(last).getTime(), Date.now()));
  try {
    const read = await withBank(deps, link, PIX, async (api) => {
      for await (const page of api.payments(from, until))
        for (let at = 0; at < page.length; at += BLOCK) await record(deps, page.slice(at, at + BLOCK));
    });
    if (!read) return;
  } catch (error) {
    // A bank that doesn't list such days holds up nothing else.
    if (!(error instanceof BankFailure)) throw error;
  }
  await noteWork(deps.db, link.id, { returns_round: round + 1, returns_read_at: new Date().toISOString() });
}

const startOf = (day: CalendarDate) => new Date(`${day}T00:00:00-03:00`);

const GIVEN_BACK = 'DEVOLVIDO';

/** Records payments contained in other answers, as in that of a recurring charge. A known payment counts once. */
export async function receivePayments(deps: Deps, link: Link, payments: readonly PixPayment[]): Promise<void> {
  if (payments.length === 0) return;
  await queries.insertNotices(
    deps.db,
    link.id,
    payments.map(({ endToEndId }) => endToEndId),
  );
  for (let at = 0; at < payments.length; at += BLOCK) await record(deps, payments.slice(at, at + BLOCK));
}

/**
 * Writes what the bank says of payments, settles new ones, and takes back those given back. A payment that fails waits
 * for a person, and holds up no other one. Returns those that need no other reading.
 * @throws the error of a payment that failed for no rule, once all are written.
 */
async function record(deps: Deps, payments: readonly PixPayment[]): Promise<Set<string>> {
  if (payments.length === 0) return new Set();
  const ctx = systemContext(deps);
  const { told, faults } = await deps.db.transaction().execute(async (trx) => {
    const told = await queries.recordPayments(
      trx,
      payments.map(({ endToEndId, txid = null, valor, horario, devolucoes = [] }) => ({
        ...{ end_to_end_id: endToEndId, txid, amount: valor, paid_at: horario },
        returned: sum(devolucoes.flatMap(({ status, valor: back }) => (status === GIVEN_BACK ? back : []))),
      })),
    );
    const parts = new Map(
      payments.map(({ endToEndId, valor, componentesValor }) => [endToEndId, pixParts(valor, componentesValor)]),
    );
    const isReceivable = (payment: Told) => payment.is_new && payment.txid !== null && !isGone(payment);
    const failed = await receiveEach(trx, ctx, told.filter(isReceivable), sourceOf(ctx, parts));
    // What a new payment is received with is what was not given back of it.
    const returned = told.filter((payment) => payment.returned > payment.returned_before && !isReceivable(payment));
    await eachApart(
      trx,
      returned,
      async (some) => {
        for (const payment of some) failed.push(await takeBack(trx, ctx, payment));
      },
      async ({ end_to_end_id }: Told, error) => {
        failed.push(error);
        await queries.setProblems(trx, [{ end_to_end_id, problem: NOT_TAKEN_BACK }]);
        await notify(trx, 'bank-payments');
      },
    );
    return { told, faults: failed.filter((error) => error !== undefined && !(error instanceof Problem)) };
  });
  if (faults.length > 0) throw faults[0];
  return new Set(told.map(({ end_to_end_id }) => end_to_end_id));
}

const NOT_TAKEN_BACK = 'a fatura não pôde ser reaberta: estorne a baixa';

/** Whether nothing is left of a payment. */
const isGone = ({ amount, returned }: Pick<Told, 'amount' | 'returned'>) => returned > 0 && returned >= amount;

/** Invoices of the charges, and boletos of the QR codes, that payments name by their txid. */
async function targetsOf(trx: Db, payments: readonly Told[]) {
  const txids = payments.flatMap(({ txid }) => txid ?? []);
  return { invoices: await charges.findInvoicesOf(trx, txids), boletos: await boletosOfCodes(trx, txids) };
}

type Told = Awaited<ReturnType<typeof queries.recordPayments>>[number];

/** Payments by Pix as lines, with the parts that the bank reports. */
const sourceOf = (ctx: Context, parts: ReadonlyMap<string, PixParts | undefined> = new Map()): Source<Told> => ({
  linesOf: async (trx, told, isPlain) => {
    const txids = told.flatMap(({ txid }) => txid ?? []);
    const paid = told.map(({ txid, amount, paid_at }) => ({ txid, amount, paid_on: dayAt(new Date(paid_at)) }));
    const recurring = isPlain ? undefined : await recurringOf(trx, paid);
    const { invoices: charged, boletos } = await targetsOf(trx, told);
    const invoices = new Map([...charged, ...(recurring?.invoices ?? [])]);
    await charges.markPaid(trx, txids);
    return {
      kind: 'PIX',
      name: `Pix recebidos em ${formatDate(ctx.today())}`,
      fingerprint: createHash('sha256')
        .update(told.map(({ end_to_end_id }) => end_to_end_id).join())
        .digest('hex'),
      entries: told.map((payment, index) => {
        const own = isPlain ? undefined : parts.get(payment.end_to_end_id);
        return entryOf(payment, { line: index + 1, invoices, boletos, parts: own });
      }),
      carried: paid.flatMap((payment, index) =>
        told[index]?.returned === 0 && recurring?.carriesLate(payment) ? index + 1 : [],
      ),
    };
  },
  record: (trx, told, id) =>
    queries.setFile(
      trx,
      told.map(({ end_to_end_id }) => end_to_end_id),
      id,
    ),
});

type Targets = {
  line: number;
  invoices: ReadonlyMap<string, number>;
  boletos: ReadonlyMap<string, number>;
  parts?: PixParts | undefined;
};

function entryOf(payment: Told, { line, invoices, boletos, parts: told }: Targets): BankEntry {
  const { end_to_end_id, txid, amount, paid_at, returned } = payment;
  const isWhole = returned === 0 || isGone(payment);
  // The parts that the bank reports are those of the whole payment.
  const parts = isWhole ? told : undefined;
  const qr = boletos.get(txid ?? '');
  const paid_on = dayAt(new Date(paid_at));
  return {
    line,
    label: `Pix ${txid}`,
    occurrence: 'Pix recebido',
    kind: 'SETTLED',
    account: { bank: null, agency: null, account: null },
    numbers: [],
    digitable_line: null,
    pix_invoice: invoices.get(txid ?? '') ?? invoiceOfTxid(txid ?? '') ?? null,
    mark: end_to_end_id,
    amount: null,
    paid_amount: isWhole ? amount : amount - returned,
    due_date: null,
    paid_on,
    credited_on: paid_on,
    fine_and_interest: parts ? parts.fine + parts.interest : 0,
    ...(parts && parts.fine + parts.interest > 0 && { charges: { fine: parts.fine, interest: parts.interest } }),
    discount: parts?.discount ?? 0,
    fee: 0,
    problem: null,
    row: null,
    assigned: null,
    ...(qr !== undefined && { qr_boleto: qr }),
  };
}

/**
 * Takes back a payment that was given back: in full, its invoice is open again; in part, its invoice stays settled and
 * becomes a task for staff, and a line that waits keeps what is left. Returns a fault that is no rule's refusal.
 */
async function takeBack(trx: Db, ctx: Context, payment: Told): Promise<unknown> {
  const { end_to_end_id, txid, amount, returned, returned_before, file_id } = payment;
  // A Pix without a code of ours is left to the bank's statement, and so is its return, unless the statement named it.
  const targets = await targetsOf(trx, [payment]);
  const entry = entryOf(payment, { line: 1, ...targets });
  const names = namesOf(entry, null, entry, new Map());
  if (!isGone(payment)) {
    const problem = await takePartBack(trx, ctx, names, { part: returned - returned_before, rest: amount - returned });
    await queries.setProblems(trx, [{ end_to_end_id, problem }]);
    return undefined;
  }
  await queries.setProblems(trx, [{ end_to_end_id, problem: null }]);
  const invoice_id = targets.invoices.get(txid ?? '') ?? invoiceOfTxid(txid ?? '') ?? null;
  const from = file_id ?? (await leave(trx, ctx, payment, sourceOf(ctx), bankFileProblems.OPEN_LINE_GIVEN_BACK()));
  return takePaymentBack(trx, ctx, { names, entry, file_id: from, invoice_id, by: 'PIX' });
}
