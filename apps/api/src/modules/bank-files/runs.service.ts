import { type BankFile, bankFileProblems, bankFiles } from '@morada/contract/bank-files';
import type { Received } from '@morada/contract/endpoint';
import { Problem } from '@morada/contract/problem';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { fingerprintOf } from '@morada/domain/bank/matching/find';
import type { Judged } from '@morada/domain/bank/matching/matching';
import { openLines } from '@morada/domain/bank/matching/open-lines';
import { chargesTaken } from '@morada/domain/rent/late-charges';
import type { RestChoice } from '@morada/domain/rent/rest-fate';
import { throwRefusal } from '../../base/refusals.ts';
import type { Context, Db, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { violates } from '../../db/unique.ts';
import { backgroundRun, type Work } from '../../runs/background-run.ts';
import { runLife } from '../../runs/life.ts';
import type { Portions } from '../../runs/portions.ts';
import { applyRegistration, type RegistrationNotice } from '../boletos/life.service.ts';
import { refundInvoices } from '../invoices/refunding.service.ts';
import { refusalOfRest, settleInvoices } from '../invoices/settling.service.ts';
import { actorOrReason, actorStill } from '../session/on-behalf.service.ts';
import * as queries from './bank-files.queries.ts';
import { rowOf } from './bank-files.service.ts';
import { type MatchedFile, matchEntries } from './matching.service.ts';
import { dropOpenOf, keepOpen, markSettled } from './open-lines.queries.ts';

/** Starts a background run over the payable lines and the accepted divergent ones. A file is started at most once. */
export async function settle(ctx: Context, id: number, choice: Choice): Promise<BankFile> {
  await change(ctx, async (trx) => {
    await start(trx, ctx, id, choice);
    await bankFileRuns.enqueue(trx, id);
  });
  return rowOf(ctx, id);
}

type Choice = Received<typeof bankFiles.settle>['body'];

/** Sets the file to RUNNING over its payable lines and the accepted divergent ones. Every start goes through here. */
export async function start(trx: Db, ctx: Context, id: number, { accept, rests = [] }: Choice) {
  const file = await queries.lockFile(trx, id);
  if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
  if (!runLife.can(file.status, 'start')) throw bankFileProblems.BANK_FILE_STARTED();
  const { lines, names } = await matchEntries(trx, ctx, file);
  const chosen = choose(lines, new Set(accept));
  const decided = new Map(rests.map(({ line, ...rest }) => [line, rest]));
  checkRests(ctx, { lines: lines.filter(({ entry }) => chosen.includes(entry.line)), names }, decided);
  if (decided.size > 0 || file.entries.some(({ rest }) => rest))
    await queries.setEntries(trx, id, file.entries.map(withRest(decided)));
  await queries.startRun(trx, id, { status: 'RUNNING', chosen, admin_user_id: ctx.actor.id });
  await leaveTrail(trx, ctx, 'bank_file', id, 'settle', {
    lines: chosen.length,
    accepted: accept,
    ...(rests.length > 0 && { rests }),
  });
}

/** Checks each choice by the rules of a manual settlement, while the person can still correct it. */
function checkRests(
  ctx: Context,
  { lines, names }: Pick<MatchedFile, 'lines' | 'names'>,
  decided: ReadonlyMap<number, RestChoice>,
) {
  const known = new Map(lines.map((line) => [line.entry.line, line]));
  for (const [line, given] of decided) {
    const matched = known.get(line);
    if (!matched?.found)
      throw bankFileProblems.BANK_LINE_NOT_PAYABLE({
        message: `A linha ${line} não está entre as que serão liquidadas.`,
      });
    const continues = names.get(matched.found.invoice.id)?.continues ?? false;
    const refusal = refusalOfRest(ctx, given, { rest: matched.rest, continues });
    if (refusal) throw refusal;
  }
}

const withRest =
  (decided: ReadonlyMap<number, RestChoice>) =>
  ({ rest: _, ...entry }: BankEntry): BankEntry => {
    const rest = decided.get(entry.line);
    return rest ? { ...entry, rest } : entry;
  };

function choose(lines: readonly Judged[], accepted: ReadonlySet<number>): number[] {
  const payable = lines.filter((line) => line.payable);
  const known = new Set(payable.map(({ entry }) => entry.line));
  const refused = [...accepted].find((line) => !known.has(line));
  if (refused !== undefined)
    throw bankFileProblems.BANK_LINE_NOT_PAYABLE({ message: `A linha ${refused} não pode ser liquidada.` });
  return payable
    .filter(({ entry, pile }) => pile === 'MATCHED' || accepted.has(entry.line))
    .map(({ entry }) => entry.line);
}

/**
 * Starts the background undo of a file's settlements, line by line. Invoices already transferred to the owner stay
 * settled.
 */
export async function undo(ctx: Context, id: number): Promise<BankFile> {
  await change(ctx, async (trx) => {
    const file = await queries.lockFile(trx, id);
    if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
    if (!runLife.can(file.status, 'undo')) throw bankFileProblems.BANK_FILE_NOT_DONE();
    const chosen = await queries.findStanding(trx, id);
    await queries.startRun(trx, id, { status: 'UNDOING', chosen, admin_user_id: ctx.actor.id });
    await leaveTrail(trx, ctx, 'bank_file', id, 'undo', { lines: chosen.length });
    await bankFileRuns.enqueue(trx, id);
  });
  return rowOf(ctx, id);
}

/** Settles the chosen lines, then records the registrations that the bank reports. */
async function settling(deps: Deps, file: queries.FoundFile): Promise<Work<ChosenLine>> {
  const { lines, news } = await matchEntries(deps.db, deps, file);
  const known = new Map(lines.map((line) => [line.entry.line, line]));
  return {
    ...lineByLine(deps, file, 'RUNNING', (trx, ctx, line) => settleLine(trx, ctx, file.id, known.get(line))),
    finish: async () => {
      await applyNews(deps, file, news);
      await endSettling(deps, file.id);
    },
  };
}

/** Idempotent: repeated after a kill, the registrations set the same state. */
async function applyNews(deps: Deps, file: queries.FoundFile, news: MatchedFile['news']) {
  for (const { boleto_id, kind, words } of news)
    await deps.db.transaction().execute(async (trx) => {
      const actor = await actorOrReason(trx, file.admin_user_id, bankFiles.settle.access);
      if (actor instanceof Problem) return;
      await applyRegistration(trx, { ...deps, actor }, boleto_id, TOLD[kind], words || undefined);
    });
}

/** Ends the run and queues the lines it did not settle, in one transaction. */
async function endSettling(deps: Deps, id: number) {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await queries.endRun(trx, id, 'RUNNING', 'DONE'))) return;
    const file = await queries.findFile(trx, id);
    if (!file) return;
    const { lines } = await matchEntries(trx, deps, file);
    await keepOpen(trx, file, openLines(lines, file.failures));
  });
}

const TOLD = {
  REGISTERED: 'REGISTERED',
  REJECTED: 'REFUSED',
  RETURNED: 'TAKEN_BACK',
} as const satisfies Record<string, RegistrationNotice>;

async function settleLine(trx: Db, ctx: Context, file_id: number, line: Judged | undefined) {
  if (!line) throw bankFileProblems.BANK_LINE_NOT_PAYABLE();
  await settleMatched(trx, ctx, { file_id, line, rest: line.entry.rest });
}

/**
 * Settles the invoice of a matched line. A payment already settled by another file is refused.
 * @param fingerprint identity of the payment when its file was settled; computed from the current line when absent.
 */
export async function settleMatched(
  trx: Db,
  ctx: Context,
  of: { file_id: number; line: Judged; rest: RestChoice | undefined; fingerprint?: string },
) {
  const { file_id, line, rest } = of;
  const { found, payment, method } = line;
  const fingerprint = of.fingerprint ?? line.fingerprint;
  if (!line.payable || !found || !payment || !fingerprint)
    throw bankFileProblems.BANK_LINE_NOT_PAYABLE(line.reason ? { message: `${line.reason}.` } : {});
  const { paid_amount, paid_on, credited_on } = payment;
  const boleto_id = method === 'BOLETO' ? found.boleto?.id : undefined;
  // Marks the line before it settles the invoice, in the order that a manual settlement of an open line uses, so the
  // two can't deadlock.
  await markSettled(trx, [fingerprint, fingerprintOf(line.entry, null, payment)]);
  await queries
    .insertSettlement(trx, {
      ...{ file_id, line: line.entry.line, fingerprint, invoice_id: found.invoice.id, boleto_id: boleto_id ?? null },
      ...{ paid_on, credited_on, paid_amount, fee: line.entry.fee },
    })
    .catch(violates('bank_settlement_once', bankFileProblems.ALREADY_SETTLED_BY_FILE))
    .catch(violates('bank_settlement_invoice', bankFileProblems.ALREADY_SETTLED_BY_FILE));
  const beyond = Math.max(0, paid_amount - found.invoice.amount);
  const received = {
    ...{ paid_amount, pay_day: paid_on, payment_method: method },
    ...(rest && line.rest !== 0 && { rest }),
    ...(line.printed && chargesTaken(beyond, found.late)),
  };
  throwRefusal(await settleInvoices(trx, ctx, [{ id: found.invoice.id, input: received, boleto_id, proposes: true }]));
}

/** Refunds the settlements in force. */
async function undoing(deps: Deps, file: queries.FoundFile): Promise<Work<ChosenLine>> {
  return {
    ...lineByLine(deps, file, 'UNDOING', async (trx, ctx, line) => {
      const standing = await queries.findStandingInvoice(trx, file.id, line);
      if (standing) throwRefusal(await refundInvoices(trx, ctx, [{ id: standing.invoice_id }]));
    }),
    finish: async () => {
      const left = await queries.findStanding(deps.db, file.id);
      await deps.db.transaction().execute(async (trx) => {
        const ended = await queries.endRun(trx, file.id, 'UNDOING', left.length > 0 ? 'DONE' : 'UNDONE');
        // A file without a settlement left may be sent again together with its lines.
        if (ended && left.length === 0) await dropOpenOf(trx, file.id);
      });
    },
  };
}

const RIGHTS = { RUNNING: bankFiles.settle.access, UNDOING: bankFiles.undo.access };

type ChosenLine = { index: number; line: number };

/** Line after line of those chosen, each in the transaction that also records the progress. */
function lineByLine(
  deps: Deps,
  file: queries.FoundFile,
  status: 'RUNNING' | 'UNDOING',
  work: (trx: Db, ctx: Context, line: number) => Promise<unknown>,
): Portions<ChosenLine> {
  let next = file.done;
  return {
    portion: async () => {
      const index = next;
      next += 1;
      const line = file.chosen[index];
      return line === undefined ? undefined : { index, line };
    },
    lock: async (trx, { index }) => {
      const now = await queries.lockProgress(trx, file.id);
      if (now?.status !== status) return 'ENDED';
      return now.done === index ? 'MINE' : 'CARRIED';
    },
    carry: async (trx, { line }) => {
      const actor = await actorStill(trx, file.admin_user_id, RIGHTS[status]);
      await work(trx, { ...deps, actor }, line);
      await queries.advance(trx, file.id);
      return 1;
    },
    refuse: (trx, { line }, { message: reason }) => queries.advance(trx, file.id, { line, reason }),
  };
}

/** Runs over a bank's file. A failed one keeps the lines that it settled, and the rest can be started again. */
export const bankFileRuns = backgroundRun({
  name: 'bank-file',
  idIn: 'file',
  find: async ({ db }, id: number) => {
    const file = await queries.findFile(db, id);
    return file?.status === 'RUNNING' || file?.status === 'UNDOING' ? file : undefined;
  },
  forward: settling,
  undo: undoing,
  fail: async (db, id) => {
    await queries.endRun(db, id, 'RUNNING', 'FAILED');
    await queries.endRun(db, id, 'UNDOING', 'FAILED');
  },
  stranded: queries.lockStranded,
  sweep: queries.sweepStaged,
});
