import { type BankFile, bankFileProblems, bankFiles } from '@morada/contract/bank/bank-files';
import type { Received } from '@morada/contract/base/endpoint';
import { Problem } from '@morada/contract/base/problem';
import { BLOCK_LINES, inLanes } from '@morada/domain/bank/matching/lanes';
import type { BoletoNews } from '@morada/domain/bank/matching/matching';
import { present } from '#api/base/present.ts';
import type { Refusals } from '#api/base/refusals.ts';
import type { Context, Db, Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/connection/per-database.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, inTransaction } from '#api/db/transaction.ts';
import { actorOrReason, actorStill } from '#api/modules/access/session/on-behalf.service.ts';
import { refundInvoices } from '#api/modules/money/invoices/refunding.service.ts';
import { refusalOfRest, settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { backgroundRun, type Work } from '#api/runs/background-run.ts';
import { runLife } from '#api/runs/life.ts';
import type { Portions } from '#api/runs/portions.ts';
import { lockStranded } from '#api/runs/runs.queries.ts';
import { applyRegistrations, type RegistrationNotice } from '../slips/registrations.service.ts';
import * as queries from './bank-files.queries.ts';
import { rowOf } from './bank-files.service.ts';
import type { Payment, Seen, Unpayable } from './matching/matching.map.ts';
import { isLarge } from './matching/matching.reader.ts';
import { viewFile } from './matching/matching.service.ts';
import { dropOpenOf, keepOpen, lockOpen, markSettled } from './open-lines.queries.ts';
import { findPayments, insertNames, lockPayments } from './payments.queries.ts';

/** Starts a background run over the payable lines and the accepted divergent ones. A file is started at most once. */
export async function settle(ctx: Context, id: number, choice: Choice): Promise<BankFile> {
  await change(ctx, (trx) => start(trx, ctx, id, choice));
  return rowOf(ctx, id);
}

type Choice = Received<typeof bankFiles.settle>['body'];

/**
 * Sets the file to RUNNING over its payable lines and the accepted divergent ones, and enqueues the run. Every start
 * goes through here. Returns the number of lines.
 */
export async function start(trx: Db, ctx: Context, id: number, { accept, rests = [] }: Choice): Promise<number> {
  const file = await queries.lockFile(trx, id);
  if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
  if (!runLife.can(file.status, 'start')) throw bankFileProblems.BANK_FILE_STARTED();
  // Of two choices for a line, the later one counts.
  const decided = [...new Map(rests.map((rest) => [rest.line, rest])).values()];
  const asked = { accept, decided: decided.map(({ line }) => line), starts: isLarge(file.entries) };
  const { refused, lanes, differences, run } = await viewFile(trx, ctx, file, 'choice', asked);
  if (refused !== undefined)
    throw bankFileProblems.BANK_LINE_NOT_PAYABLE({ message: `A linha ${refused} não pode ser liquidada.` });
  // Each choice is checked by the rules of a manual settlement, while the person can still correct it.
  for (const [index, { line, ...given }] of decided.entries()) {
    const difference = differences[index];
    if (!difference)
      throw bankFileProblems.BANK_LINE_NOT_PAYABLE({
        message: `A linha ${line} não está entre as que serão liquidadas.`,
      });
    const refusal = refusalOfRest(ctx, given, difference);
    if (refusal) throw refusal;
  }
  await queries.setRests(trx, id, decided);
  const lines = await queries.startRun(trx, id, { status: 'RUNNING', lanes, admin_user_id: ctx.actor.id });
  await leaveTrail(trx, ctx, 'bank_file', id, 'settle', {
    lines,
    accepted: accept,
    ...(rests.length > 0 && { rests }),
  });
  await bankFileRuns.enqueue(trx, id);
  if (run) handOver(ctx.db, file, run);
  return lines;
}

type Payments = Seen<'payments'>;

/** Payments of large files that were just started, with the entries that they were matched from. */
const handedOver = perDatabase(() => new Map<number, { entries: string; payments: Payments }>());
/** Time after which payments that no run took are dropped. */
const HANDED_OVER_MS = 5_000;

/** Keeps the payments for the run, which usually starts on this server in a moment and need not match them again. */
function handOver(db: Db, { id, entries }: { id: number; entries: string }, payments: Payments) {
  const kept = handedOver(db).set(id, { entries, payments });
  setTimeout(() => kept.delete(id), HANDED_OVER_MS).unref();
}

/** Payments of a file's lines: those kept by its start, or matched now if the entries changed since, as by a choice. */
async function paymentsOf(deps: Deps, id: number): Promise<Payments> {
  const file = present(await queries.findFile(deps.db, id), 'the file of a run');
  const kept = handedOver(deps.db).get(id);
  handedOver(deps.db).delete(id);
  if (kept?.entries === file.entries) return kept.payments;
  return viewFile(deps.db, deps, file, 'payments', undefined);
}

/** Starts the background undo of a file's settlements. Invoices already transferred to the owner stay settled. */
export async function undo(ctx: Context, id: number): Promise<BankFile> {
  await change(ctx, async (trx) => {
    const file = await queries.lockFile(trx, id);
    if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
    if (!runLife.can(file.status, 'undo')) throw bankFileProblems.BANK_FILE_NOT_DONE();
    const lanes = inLanes(await queries.findStanding(trx, id), (line) => line);
    const lines = await queries.startRun(trx, id, { status: 'UNDOING', lanes, admin_user_id: ctx.actor.id });
    await leaveTrail(trx, ctx, 'bank_file', id, 'undo', { lines });
    await bankFileRuns.enqueue(trx, id);
  });
  return rowOf(ctx, id);
}

/** Settles the chosen lines, then records the registrations that the bank reports. */
async function settling(deps: Deps, file: queries.FileHead, most: number): Promise<Work<Block>> {
  const { lines, payments, news } = await paymentsOf(deps, file.id);
  const known = new Map(lines.map((line, index) => [line, payments[index]]));
  const paymentAt = (line: number): Payment | Unpayable =>
    JSON.parse(known.get(line) ?? JSON.stringify({ line, reason: null }));
  return {
    lanes: await lanesOf(deps, file, 'RUNNING', most, (trx, ctx, block) =>
      settlePayments(trx, ctx, file.id, block.map(paymentAt)),
    ),
    finish: async () => {
      await applyNews(deps, file, news);
      await endSettling(deps, file.id, lines.length);
    },
  };
}

/** Idempotent: repeated after a kill, the registrations set the same state. */
async function applyNews(deps: Deps, file: queries.FileHead, news: readonly string[]) {
  for (const portion of news)
    await deps.db.transaction().execute(async (trx) => {
      const actor = await actorOrReason(trx, file.admin_user_id, bankFiles.settle.access);
      if (actor instanceof Problem) return;
      const told: BoletoNews[] = JSON.parse(portion);
      await applyRegistrations(
        trx,
        { ...deps, actor },
        told.map(({ boleto_id, kind, words }) => ({ boleto_id, told: TOLD[kind], note: words || null })),
      );
    });
}

/** Ends the run over a file of `lines` lines and queues those that it did not settle, in one transaction. */
async function endSettling(deps: Deps, id: number, lines: number) {
  await deps.db.transaction().execute(async (trx) => {
    const ended = await queries.endRun(trx, id, 'RUNNING', runLife.next('RUNNING', 'finish'));
    const settledAll = ended?.failed === 0 && ended.chosen === lines;
    if (!ended || settledAll) return;
    await queueLines(trx, deps, present(await queries.findFile(trx, id), 'the file of a run'));
  });
}

/** Queues the lines of a file that are not settled, for a person, and keeps how it names its payments. */
export async function queueLines(trx: Db, deps: Pick<Deps, 'today'>, file: QueuedFile) {
  const { id, fingerprint, failures } = file;
  const { rows, names } = await viewFile(trx, deps, file, 'open', { fingerprint, failures });
  for (const portion of rows) await keepOpen(trx, id, portion);
  if (names.length > 0) await insertNames(trx, names);
}

type QueuedFile = Pick<
  NonNullable<Awaited<ReturnType<typeof queries.findFile>>>,
  'id' | 'entries' | 'fingerprint' | 'failures'
>;

/** Ends a run whose attempts are used up: a person starts the rest of the file again. */
const giveUp = (deps: Deps, id: number) =>
  inTransaction(deps.db, async (trx) => {
    await queries.endRun(trx, id, 'RUNNING', runLife.next('RUNNING', 'giveUp'));
    await queries.endRun(trx, id, 'UNDOING', runLife.next('UNDOING', 'giveUp'));
  });

const TOLD = {
  REGISTERED: 'REGISTERED',
  REJECTED: 'REFUSED',
  RETURNED: 'TAKEN_BACK',
} as const satisfies Record<string, RegistrationNotice>;

const isPayable = (payment: Payment | Unpayable): payment is Payment => 'received' in payment;

/**
 * Settles the invoices of matched lines. Returns the refusal of each line, or undefined. A line is refused by itself if
 * a file, or an earlier line of this call, has settled its payment or invoice.
 */
export async function settlePayments(
  trx: Db,
  ctx: Context,
  fileId: number,
  payments: readonly (Payment | Unpayable)[],
): Promise<Refusals> {
  const refusals = new Map<Payment | Unpayable, Problem | undefined>();
  for (const payment of payments)
    if (!isPayable(payment))
      refusals.set(
        payment,
        bankFileProblems.BANK_LINE_NOT_PAYABLE(payment.reason ? { message: `${payment.reason}.` } : {}),
      );
  const payable = payments.filter(isPayable);
  const names = payable.flatMap(namesOf);
  await lockPayments(trx, names);
  const known = new Map((await findPayments(trx, names)).map((payment) => [payment.name, payment]));
  // A payment that another channel has told of keeps the identity by which it is known.
  const identityOf = (payment: Payment) =>
    namesOf(payment).flatMap((name) => known.get(name)?.fingerprint ?? [])[0] ?? payment.fingerprint;
  const isGivenBack = (payment: Payment) => namesOf(payment).some((name) => known.get(name)?.given_back);
  for (const payment of payable.filter(isGivenBack)) refusals.set(payment, bankFileProblems.OPEN_LINE_GIVEN_BACK());
  const identified = new Map(payable.map((payment) => [payment, identityOf(payment)]));
  let left = payable.filter((payment) => !isGivenBack(payment));
  // Open lines are locked before an invoice is settled, in the order that a manual settlement of an open line uses, so
  // that the two can't deadlock.
  await lockOpen(trx, [...names, ...identified.values()]);
  // A payment is tried after an earlier one of the same identity or invoice, and succeeds only if that was refused.
  while (left.length > 0) {
    const taken = new Set<string | number>();
    const [now, later]: [Payment[], Payment[]] = [[], []];
    for (const payment of left) {
      const { invoice_id } = payment;
      const fingerprint = identified.get(payment) ?? payment.fingerprint;
      (taken.has(fingerprint) || taken.has(invoice_id) ? later : now).push(payment);
      taken.add(fingerprint).add(invoice_id);
    }
    const asKnown = now.map((payment) => ({ ...payment, fingerprint: identified.get(payment) ?? payment.fingerprint }));
    for (const [index, refusal] of (await settleDistinct(trx, ctx, fileId, asKnown)).entries())
      refusals.set(present(now[index], 'the payment of an answer'), refusal);
    left = later;
  }
  const settled = payable.filter((payment) => !refusals.get(payment));
  await markSettled(trx, [...settled.flatMap(namesOf), ...settled.flatMap((payment) => identified.get(payment) ?? [])]);
  const further = settled.flatMap((payment) =>
    payment.also.map((name) => ({ name, fingerprint: identified.get(payment) ?? payment.fingerprint })),
  );
  if (further.length > 0) await insertNames(trx, further);
  return payments.map((payment) => refusals.get(payment));
}

const namesOf = ({ fingerprint, also, plain }: Payment) => [
  fingerprint,
  ...also,
  ...(plain === undefined ? [] : [plain]),
];

/** Settles payments of which no two have the identity or the invoice in common. */
async function settleDistinct(trx: Db, ctx: Context, fileId: number, payments: readonly Payment[]) {
  const recorded = new Map((await queries.insertSettlements(trx, fileId, payments)).map(({ line, id }) => [line, id]));
  const fresh = payments.filter(({ line }) => recorded.has(line));
  const answers = await settleInvoices(
    trx,
    ctx,
    fresh.map(({ invoice_id: id, boleto_id, received: input }) => ({
      ...{ id, input, proposes: true },
      ...(boleto_id !== null && { boleto_id }),
    })),
  );
  const refusals = new Map(fresh.map(({ line }, index) => [line, answers[index]]));
  const dropped = [...refusals].flatMap(([line, refusal]) => (refusal ? (recorded.get(line) ?? []) : []));
  if (dropped.length > 0) await queries.dropSettlements(trx, dropped);
  return payments.map(({ line }) =>
    recorded.has(line) ? refusals.get(line) : bankFileProblems.ALREADY_SETTLED_BY_FILE(),
  );
}

/** Refunds the settlements in force. */
async function undoing(deps: Deps, file: queries.FileHead, most: number): Promise<Work<Block>> {
  return {
    lanes: await lanesOf(deps, file, 'UNDOING', most, (trx, ctx, lines) => refundLines(trx, ctx, file.id, lines)),
    finish: async () => {
      const left = await queries.findStanding(deps.db, file.id);
      await deps.db.transaction().execute(async (trx) => {
        const ended = await queries.endRun(
          trx,
          file.id,
          'UNDOING',
          runLife.next('UNDOING', left.length > 0 ? 'leave' : 'finish'),
        );
        // A file without a settlement left may be sent again together with its lines. What came by a call can't be.
        if (ended && left.length === 0 && file.is_sent) await dropOpenOf(trx, file.id);
      });
    },
  };
}

/**
 * Refunds the invoices of lines. A line whose settlement was undone by hand is skipped. An invoice that is settled
 * again by hand while this waits for the lock on its contract is refused by its version.
 */
async function refundLines(trx: Db, ctx: Context, fileId: number, lines: readonly number[]) {
  const standing = await queries.findStandingInvoices(trx, fileId, lines);
  const answers = await refundInvoices(trx, ctx, standing);
  const refusals = new Map(standing.map(({ line }, index) => [line, answers[index]]));
  return lines.map((line) => refusals.get(line));
}

const RIGHTS = { RUNNING: bankFiles.settle.access, UNDOING: bankFiles.undo.access };

/** The next lines of a lane, and how many of the lane were processed before. */
type Block = { from: number; lines: number[] };

type BlockWork = (trx: Db, ctx: Context, lines: readonly number[]) => Promise<Refusals>;

const lanesOf = async (
  deps: Deps,
  file: queries.FileHead,
  status: 'RUNNING' | 'UNDOING',
  most: number,
  work: BlockWork,
): Promise<Portions<Block>[]> =>
  (await queries.findLanes(deps.db, file.id)).map((lane) => inBlocks(deps, lane, file, { status, most, work }));

/** Processes a lane block by block, each in the transaction that also records the progress. */
function inBlocks(
  deps: Deps,
  lane: queries.Lane,
  file: queries.FileHead,
  { status, most, work }: { status: 'RUNNING' | 'UNDOING'; most: number; work: BlockWork },
): Portions<Block> {
  return {
    portion: async () => {
      const next = await queries.findNext(deps.db, lane, most);
      return next && next.lines.length > 0 ? { from: next.done, lines: next.lines } : undefined;
    },
    lock: async (trx, { from }) => {
      const now = await queries.lockProgress(trx, lane);
      if (now?.status !== status) return 'ENDED';
      return now.done === from ? 'MINE' : 'CARRIED';
    },
    carry: async (trx, { lines }) => {
      const actor = await actorStill(trx, file.admin_user_id, RIGHTS[status]);
      const refusals = await work(trx, { ...deps, actor }, lines);
      const failures = lines.flatMap((line, index) => {
        const reason = refusals[index]?.message;
        return reason === undefined ? [] : { line, reason };
      });
      await queries.advance(trx, lane, lines.length, failures);
      return lines.length - failures.length;
    },
    refuse: (trx, { lines }, { message: reason }) =>
      queries.advance(
        trx,
        lane,
        lines.length,
        lines.map((line) => ({ line, reason })),
      ),
    divide: ({ from, lines }) => lines.map((line, index) => ({ from: from + index, lines: [line] })),
  };
}

/**
 * Runs over a bank's file, in blocks of at most this many lines. A failed one keeps the lines that it settled, and the
 * rest can be started again.
 */
export const bankFileRunsOf = (most: number) =>
  backgroundRun({
    name: 'bank-file',
    idIn: 'file',
    topic: 'bank-payments',
    find: async ({ db }, id: number) => {
      const file = await queries.findHead(db, id);
      return file?.status === 'RUNNING' || file?.status === 'UNDOING' ? file : undefined;
    },
    forward: (deps, file) => settling(deps, file, most),
    undo: (deps, file) => undoing(deps, file, most),
    fail: giveUp,
    stranded: (trx) => lockStranded(trx, 'bank_file'),
    sweep: queries.sweepStaged,
  });

export const bankFileRuns = bankFileRunsOf(BLOCK_LINES);
