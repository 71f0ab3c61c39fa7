import { type BankFile, bankFileProblems, bankFiles } from '@morada/contract/bank-files';
import type { Received } from '@morada/contract/endpoint';
import { Problem } from '@morada/contract/problem';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { fingerprintOf } from '@morada/domain/bank/matching/find';
import type { Judged } from '@morada/domain/bank/matching/matching';
import { openLines } from '@morada/domain/bank/matching/open-lines';
import { chargesTaken } from '@morada/domain/rent/late-charges';
import type { RestChoice } from '@morada/domain/rent/rest-fate';
import type { Context, Db, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { violates } from '../../db/unique.ts';
import { type RegistrationTold, registrationTold } from '../boletos/life.service.ts';
import { checkRest, refundHeld, settleInvoice } from '../invoices/invoices.service.ts';
import { actorOrReason, actorStill } from '../session/on-behalf.service.ts';
import * as queries from './bank-files.queries.ts';
import { rowOf } from './bank-files.service.ts';
import { type JudgedFile, judgeFile } from './judging.ts';
import { dropOpenOf, keepOpen, markSettled } from './open-lines.queries.ts';

/** Hands the lines that are right, and those of the second pile that somebody accepts, to the background; once. */
export async function settle(ctx: Context, id: number, choice: Choice): Promise<BankFile> {
  await change(ctx, async (trx) => {
    await start(trx, ctx, id, choice);
    await queries.enqueueRun(trx, id);
  });
  return rowOf(ctx, id);
}

type Choice = Received<typeof bankFiles.settle>['body'];

/** The one way to RUNNING. Its first pile, and what was accepted of the second. */
export async function start(trx: Db, ctx: Context, id: number, { accept, rests = [] }: Choice) {
  const file = await queries.lockFile(trx, id);
  if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
  if (file.status !== 'STAGED' && file.status !== 'FAILED') throw bankFileProblems.BANK_FILE_STARTED();
  const { lines, names } = await judgeFile(trx, ctx, file);
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

/** Each choice by the rules of a settlement by hand, while the person who chose can still mend it. */
function checkRests(
  ctx: Context,
  { lines, names }: Pick<JudgedFile, 'lines' | 'names'>,
  decided: ReadonlyMap<number, RestChoice>,
) {
  const known = new Map(lines.map((line) => [line.entry.line, line]));
  for (const [line, given] of decided) {
    const judged = known.get(line);
    if (!judged?.found)
      throw bankFileProblems.BANK_LINE_NOT_PAYABLE({
        message: `A linha ${line} não está entre as que serão liquidadas.`,
      });
    const continues = names.get(judged.found.invoice.id)?.continues ?? false;
    checkRest(ctx, given, { rest: judged.rest, continues });
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

/** Takes back what a file settled, line by line in the background; what was passed on to its owner stays. */
export async function undo(ctx: Context, id: number): Promise<BankFile> {
  await change(ctx, async (trx) => {
    const file = await queries.lockFile(trx, id);
    if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
    if (file.status !== 'DONE' && file.status !== 'FAILED') throw bankFileProblems.BANK_FILE_NOT_DONE();
    const chosen = await queries.findStanding(trx, id);
    await queries.startRun(trx, id, { status: 'UNDOING', chosen, admin_user_id: ctx.actor.id });
    await leaveTrail(trx, ctx, 'bank_file', id, 'undo', { lines: chosen.length });
    await queries.enqueueRun(trx, id);
  });
  return rowOf(ctx, id);
}

/** Line after line, each in a transaction that also says how far the run is: killed anywhere, it goes on from there. */
export async function carryOut(deps: Deps, id: number): Promise<void> {
  const file = await queries.findFile(deps.db, id);
  if (file?.status !== 'RUNNING' && file?.status !== 'UNDOING') return;
  if (file.status === 'RUNNING') await settleLines(deps, file);
  else await takeBackLines(deps, file);
}

async function settleLines(deps: Deps, file: queries.FoundFile) {
  const { lines, news } = await judgeFile(deps.db, deps, file);
  const known = new Map(lines.map((line) => [line.entry.line, line]));
  await eachLine(deps, file, 'RUNNING', (trx, ctx, line) => settleLine(trx, ctx, file.id, known.get(line)));
  // Told again after a kill, they say the same.
  for (const { boleto_id, kind, words } of news)
    await deps.db.transaction().execute(async (trx) => {
      const actor = await actorOrReason(trx, file.admin_user_id, bankFiles.settle.access);
      if (actor instanceof Problem) return;
      await registrationTold(trx, { ...deps, actor }, boleto_id, TOLD[kind], words || undefined);
    });
  await endSettling(deps, file.id);
}

/** Payments that the run did not settle wait to be settled one by one, as soon as the file says that it is done. */
async function endSettling(deps: Deps, id: number) {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await queries.endRun(trx, id, 'RUNNING', 'DONE'))) return;
    const file = await queries.findFile(trx, id);
    if (!file) return;
    const { lines } = await judgeFile(trx, deps, file);
    await keepOpen(trx, file, openLines(lines, file.failures));
  });
}

const TOLD = {
  REGISTERED: 'REGISTERED',
  REJECTED: 'REFUSED',
  RETURNED: 'TAKEN_BACK',
} as const satisfies Record<string, RegistrationTold>;

async function settleLine(trx: Db, ctx: Context, file_id: number, line: Judged | undefined) {
  if (!line) throw bankFileProblems.BANK_LINE_NOT_PAYABLE();
  await settleJudged(trx, ctx, { file_id, line, rest: line.entry.rest });
}

/**
 * Settles the invoice of a line as the bank says, once: the same payment of another file is refused.
 * @param fingerprint what the payment was known by when its file was settled; of the line as it is now when absent.
 */
export async function settleJudged(
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
  // Before the settlement, as a person who settles an open line does: two that meet wait in one order.
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
  await settleInvoice(trx, ctx, found.invoice.id, received, {
    proposes: true,
    ...(boleto_id !== undefined && { boleto_id }),
  });
}

async function takeBackLines(deps: Deps, file: queries.FoundFile) {
  await eachLine(deps, file, 'UNDOING', async (trx, ctx, line) => {
    const standing = await queries.findStandingInvoice(trx, file.id, line);
    if (standing) await refundHeld(trx, ctx, standing.invoice_id);
  });
  const left = await queries.findStanding(deps.db, file.id);
  await deps.db.transaction().execute(async (trx) => {
    const ended = await queries.endRun(trx, file.id, 'UNDOING', left.length > 0 ? 'DONE' : 'UNDONE');
    // A file that settles nothing may be sent again, and its lines with it.
    if (ended && left.length === 0) await dropOpenOf(trx, file.id);
  });
}

const RIGHTS = { RUNNING: bankFiles.settle.access, UNDOING: bankFiles.undo.access };

async function eachLine(
  deps: Deps,
  file: queries.FoundFile,
  status: 'RUNNING' | 'UNDOING',
  work: (trx: Db, ctx: Context, line: number) => Promise<unknown>,
) {
  for (const [index, line] of file.chosen.entries()) {
    if (index < file.done) continue;
    /** Whoever else carries this run out may have come to the line before. */
    const inTurn = (deed: (trx: Db) => Promise<unknown>) =>
      deps.db.transaction().execute(async (trx) => {
        const now = await queries.lockProgress(trx, file.id);
        if (now?.status === status && now.done === index) await deed(trx);
      });
    await inTurn(async (trx) => {
      const actor = await actorStill(trx, file.admin_user_id, RIGHTS[status]);
      await work(trx, { ...deps, actor }, line);
      await queries.advance(trx, file.id);
    }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return inTurn((trx) => queries.advance(trx, file.id, { line, reason: error.message }));
    });
  }
}

/** The job gave up: what was settled stands, and the rest can be started again. */
export async function giveUp({ db }: Deps, id: number) {
  await queries.endRun(db, id, 'RUNNING', 'FAILED');
  await queries.endRun(db, id, 'UNDOING', 'FAILED');
}

/** Runs whose server died go on. */
export const resume = ({ db }: Deps) =>
  db.transaction().execute(async (trx) => {
    for (const { id } of await queries.lockStranded(trx)) await queries.enqueueRun(trx, id);
  });

export const sweepFiles = ({ db }: Deps) => queries.sweepStaged(db);
