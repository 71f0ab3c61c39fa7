import { Problem } from '@morada/contract/base/problem';
import { type ImportDetail, type ImportRun, importProblems, REFUSALS_SHOWN } from '@morada/contract/desk/imports';
import { IMPORT_ACCESS, type ImportKind } from '@morada/contract/desk/imports.search';
import type { Context, Db, Deps } from '#api/context.ts';
import { actorOrReason } from '#api/modules/access/session/on-behalf.service.ts';
import { backgroundRun, type Work } from '#api/runs/background-run.ts';
import { translator } from './answers.map.ts';
import { Refused } from './cells.map.ts';
import { shownBilling } from './first-billing.service.ts';
import { analyze, lockImport } from './imports.queries.ts';
import { BEYOND, type Beyond, importerFor, kindsOf, mayImport } from './kinds.importer.ts';
import { lineReader } from './line.map.ts';
import { Outcome } from './outcome.map.ts';
import * as queries from './runs.queries.ts';

/** Lines validated together. Contracts take longer, and smaller portions show their progress. */
export const PORTION = { people: 500, properties: 500, contracts: 100, leads: 500 } as const;

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

/** What the lines of a file hold beyond their records, with the columns as they are chosen now. */
export async function beyondOf(db: Db, run: Pick<queries.FoundRun, 'id' | 'kind' | 'mapping'>): Promise<Beyond[]> {
  const found: Beyond[] = [];
  for (const beyond of BEYOND[run.kind]) {
    const cells = Object.entries(beyond.cells).flatMap(([field, pattern]) => {
      const place = run.mapping[field];
      return place === undefined ? [] : [[place, pattern] as const];
    });
    if (cells.length > 0 && (await queries.hasCells(db, run.id, cells))) found.push(beyond);
  }
  return found;
}

const LEFT = 'quem iniciou não tem mais acesso';
const BARRED = 'quem iniciou não tem mais permissão';

/** Imports all valid lines. Once the person who started it loses the permission, the remaining lines are refused. */
async function importAll(trx: Db, deps: Deps, run: queries.FoundRun): Promise<number> {
  const ctx: Context = { ...deps, actor: { id: run.admin_user_id, name: run.by ?? 'Sistema', permissions: [] } };
  const importer = importerFor(run.kind, trx, ctx, run);
  const beyond = await beyondOf(trx, run);
  const access = { all: [IMPORT_ACCESS[run.kind], ...beyond.map((one) => one.access)] };
  const outcome = new Outcome();
  const read = lineReader(new Map(Object.entries(run.mapping)), translator(run.kind, run.answers));
  for await (const portion of queries.findLines(trx, run.id, PORTION[run.kind])) {
    const lines = portion.map(read);
    const still = await actorOrReason(trx, run.admin_user_id, access);
    if (still instanceof Problem) {
      const refused = new Refused('', still.code === 'STARTER_LEFT' ? LEFT : BARRED);
      outcome.add(lines.map((line) => ({ line, code: line('codigo'), refused })));
    } else await importer.importLines(lines, { outcome, run: run.id });
    await queries.setDone(deps.db, run.id, outcome.lines);
  }
  await queries.finishRun(trx, run.id, tallyOf(outcome));
  await queries.dropLines(trx, run.id);
  return outcome.lines;
}

async function findGoing({ db }: Pick<Deps, 'db'>, id: number) {
  const run = await queries.findRun(db, id);
  return run?.status === 'RUNNING' ? run : undefined;
}

/** The whole file is one portion: a killed run leaves nothing and is repeated. */
async function importing(deps: Deps, { id }: queries.FoundRun): Promise<Work<queries.FoundRun>> {
  return {
    portion: () => findGoing(deps, id),
    lock: async (trx) => {
      if (!(await queries.claimRun(trx, id))) return 'ENDED';
      await lockImport(trx);
      return (await findGoing({ db: trx }, id)) ? 'MINE' : 'ENDED';
    },
    carry: (trx, run) => importAll(trx, deps, run),
    finish: () => analyze(deps.db),
  };
}

export const importRuns = backgroundRun({
  name: 'import',
  idIn: 'run',
  find: findGoing,
  forward: importing,
  fail: ({ db }, id) => queries.failRun(db, id),
  stranded: async (trx) => {
    const stranded: number[] = [];
    for (const { id } of await queries.findRunning(trx)) if (await queries.claimRun(trx, id)) stranded.push(id);
    return stranded;
  },
  sweep: queries.sweepStaged,
});

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
