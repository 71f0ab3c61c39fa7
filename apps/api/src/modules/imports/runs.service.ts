import { type ImportDetail, type ImportRun, importProblems, REFUSALS_SHOWN } from '@morada/contract/imports';
import { IMPORT_ACCESS, type ImportKind } from '@morada/contract/imports.search';
import { Problem } from '@morada/contract/problem';
import type { Context, Deps } from '../../context.ts';
import { actorOrReason } from '../session/on-behalf.service.ts';
import { translator } from './answers.ts';
import { Refused } from './cells.ts';
import { shownBilling } from './first-billing.ts';
import { analyze, lockImport } from './imports.queries.ts';
import { importerFor, kindsOf, mayImport } from './kinds.ts';
import { lineReader } from './line.ts';
import { Outcome } from './outcome.ts';
import * as queries from './runs.queries.ts';

/** Lines validated together. Contracts take longer, and smaller portions show their progress. */
export const PORTION = { people: 500, properties: 500, contracts: 100 } as const;

export function listRuns(ctx: Context, kind: ImportKind | undefined): Promise<ImportRun[]> {
  return queries.findRuns(
    ctx.db,
    kindsOf(ctx.actor).filter((one) => kind === undefined || one === kind),
  );
}

export async function showRun(ctx: Context, id: number): Promise<ImportDetail> {
  const run = await ownRun(ctx, id);
  return {
    ...run,
    refusals: await queries.findRefusals(ctx.db, id, REFUSALS_SHOWN),
    warnings: await queries.findWarnings(ctx.db, id, REFUSALS_SHOWN),
    billing: run.first_due && run.first_billing && shownBilling(run.first_due, run.first_billing),
  };
}

/** A run of a kind that the caller may import; a staged file is visible only to the person who uploaded it. */
export async function ownRun(ctx: Context, id: number): Promise<queries.FoundRun> {
  const run = await queries.findRun(ctx.db, id);
  const theirs =
    run && mayImport(ctx.actor, run.kind) && (run.status !== 'STAGED' || run.admin_user_id === ctx.actor.id);
  if (!theirs) throw importProblems.IMPORT_NOT_FOUND();
  return run;
}

const LEFT = 'quem iniciou não tem mais acesso';
const BARRED = 'quem iniciou não tem mais permissão';

/**
 * Imports all valid lines in one transaction: a killed run leaves nothing and can be repeated. Once the person who
 * started it loses the permission, the remaining lines are refused.
 */
export async function carryOut(deps: Deps, id: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await queries.claimRun(trx, id))) return;
    await lockImport(trx);
    const run = await queries.findRun(trx, id);
    if (run?.status !== 'RUNNING') return;
    const ctx: Context = { ...deps, actor: { id: run.admin_user_id, name: run.by ?? 'Sistema', permissions: [] } };
    const importer = importerFor(run.kind, trx, ctx, run);
    const outcome = new Outcome();
    const read = lineReader(new Map(Object.entries(run.mapping)), translator(run.kind, run.answers));
    for await (const portion of queries.findLines(trx, id, PORTION[run.kind])) {
      const lines = portion.map(read);
      const still = await actorOrReason(trx, run.admin_user_id, IMPORT_ACCESS[run.kind]);
      if (still instanceof Problem) {
        const refused = new Refused('', still.code === 'STARTER_LEFT' ? LEFT : BARRED);
        outcome.add(lines.map((line) => ({ line, code: line('codigo'), refused })));
      } else await importer.importLines(lines, { outcome, run: id });
      await queries.setDone(deps.db, id, outcome.lines);
    }
    await queries.finishRun(trx, id, tallyOf(outcome));
    await queries.dropLines(trx, id);
  });
  await analyze(deps.db);
}

export async function giveUp({ db }: Deps, id: number) {
  await queries.failRun(db, id);
}

/** Re-enqueues runs whose worker has died; the job of a live one is locked and stays as it is. */
export async function resume({ db }: Deps) {
  for (const { id } of await queries.findRunning(db))
    await db.transaction().execute(async (trx) => {
      if (await queries.claimRun(trx, id)) await queries.enqueueRun(trx, id);
    });
}

export const sweepImports = ({ db }: Deps) => queries.sweepStaged(db);

export const tallyOf = ({ fresh, known, refusals, warnings, billing }: Outcome) => ({
  fresh,
  known,
  first_billing: JSON.stringify(billing),
  refusals: kept(refusals),
  warnings: kept(warnings),
});

/** Drops code, name and value, which may be personal data: these entries outlive the lines. */
const kept = (cells: readonly { line: number; field: string; reason: string }[]) =>
  JSON.stringify(cells.map(({ line, field, reason }) => ({ line, campo: field, motivo: reason })));
