import type { UploadedFile } from '@morada/contract/base/endpoint';
import { common } from '@morada/contract/base/problem';
import {
  IMPORT_LIMITS,
  type ImportMapping,
  type ImportPreview,
  type ImportRun,
  importProblems,
  type imports,
  REFUSALS_SHOWN,
  type StagedImport,
} from '@morada/contract/desk/imports';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { granted } from '@morada/domain/access/permissions';
import { firstDueBounds } from '@morada/domain/rent/invoice';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import { cleanName } from '#api/files/name.ts';
import { requireConfirmed } from '#api/modules/access/credentials/confirmed.service.ts';
import { runLife } from '#api/runs/life.ts';
import { type OpenSheet, SheetRefused, withSheet } from '#api/sheets/read.ts';
import { NO_ANSWERS, translator } from './answers.map.ts';
import { shownBilling } from './first-billing.service.ts';
import { distinctTitles, guessMapping } from './guess.map.ts';
import { importerFor, mayImport } from './kinds.importer.ts';
import { lineReader } from './line.map.ts';
import { Outcome } from './outcome.map.ts';
import { MEANINGS } from './rows.map.ts';
import * as queries from './runs.queries.ts';
import { beyondOf, importRuns, ownRun, PORTION, tallyOf } from './runs.service.ts';

const SAMPLES = 3;
const LINES_SHOWN = 10;

/** Stages a file to be mapped; nothing is imported yet. */
export async function stage(ctx: Context, kind: ImportKind, sheet: number, file: UploadedFile): Promise<StagedImport> {
  if (!mayImport(ctx.actor, kind)) throw common.PERMISSION_DENIED();
  const staged = withSheet(file.bytes, { sheet, limits: IMPORT_LIMITS }, async (opened) => {
    if (opened.total === 0) throw new SheetRefused('A planilha só tem os títulos das colunas.');
    const { id, samples } = await change(ctx, (trx) => keep(trx, ctx, { kind, name: cleanName(file.name), opened }));
    return {
      ...(await ownRun(ctx, id)),
      columns: distinctTitles(opened.header).map((title, place) => ({ title, samples: samples[place] ?? [] })),
      ...guessMapping(kind, opened.header),
      hidden_lines: opened.hidden,
      sheets: opened.sheets,
      sheet: opened.sheet,
    };
  });
  return staged.catch((error) => {
    throw error instanceof SheetRefused ? importProblems.IMPORT_FILE_REFUSED({ message: error.message }) : error;
  });
}

async function keep(
  trx: Db,
  { actor }: Context,
  { kind, name, opened }: { kind: ImportKind; name: string; opened: OpenSheet },
) {
  await queries.dropStaged(trx, actor.id, kind);
  const id = await queries.insertRun(trx, {
    kind,
    file_name: name,
    columns: distinctTitles(opened.header),
    total: opened.total,
    admin_user_id: actor.id,
  });
  const samples: string[][] = opened.header.map(() => []);
  for await (const lines of opened.lines()) {
    await queries.insertLines(trx, id, lines);
    for (const [place, found] of samples.entries())
      for (const { cells } of lines) if (found.length < SAMPLES && cells[place]) found.push(cells[place]);
  }
  return { id, samples };
}

/** Preview of the import with these columns. The register is not changed. */
export async function preview(
  ctx: Context,
  id: number,
  { mapping, first_due, answers = NO_ANSWERS }: z.output<typeof imports.preview.body>,
): Promise<ImportPreview> {
  const run = await ownRun(ctx, id);
  checkMapping(run.kind, mapping, run.columns.length);
  const { from, to } = firstDueBounds(ctx.today());
  if (first_due && (first_due < from || first_due > to)) throw importProblems.IMPORT_FIRST_DUE();
  const firstDue = run.kind === 'contracts' ? (first_due ?? from) : null;
  if (!runLife.can(run.status, 'start')) throw importProblems.IMPORT_STARTED();
  requireOwn(ctx, run);
  await requireLines(ctx.db, id);
  const importer = importerFor(run.kind, ctx.db, ctx, { answers, first_due: firstDue });
  const outcome = new Outcome();
  const read = lineReader(new Map(Object.entries(mapping)), translator(run.kind, answers));
  const lines: ImportPreview['lines'] = [];
  for await (const portion of queries.findLines(ctx.db, id, PORTION[run.kind]))
    lines.push(...(await importer.preview(portion.map(read), outcome, LINES_SHOWN - lines.length)));
  const kept = await queries.keepPreview(ctx.db, id, { mapping, firstDue, answers }, tallyOf(outcome));
  if (!kept) throw importProblems.IMPORT_STARTED();
  const { fresh, known, refusals, warnings, billing, unknownWords, unconfirmedPeople } = outcome;
  return {
    ...{ fresh, known, refused: refusals.length, lines },
    refusals: refusals.slice(0, REFUSALS_SHOWN).map(({ code: _, ...cell }) => cell),
    warnings: warnings.slice(0, REFUSALS_SHOWN),
    unknown_words: unknownWords.flatMap(({ field, ...asked }) => {
      const options = MEANINGS[run.kind][field];
      return options ? [{ field, ...asked, options: [...options] }] : [];
    }),
    unconfirmed_people: unconfirmedPeople.slice(0, REFUSALS_SHOWN),
    unconfirmed_amounts: outcome.doubtfulAmounts.slice(0, REFUSALS_SHOWN),
    billing: firstDue && shownBilling(firstDue, billing),
  };
}

function checkMapping(kind: ImportKind, mapping: ImportMapping, columns: number) {
  const fields = IMPORT_FIELDS[kind];
  const unknown = Object.entries(mapping).find(
    ([field, place]) => place >= columns || !fields.some(({ name }) => name === field),
  );
  if (unknown) throw importProblems.IMPORT_COLUMN_UNKNOWN({ field: `mapping.${unknown[0]}` });
  const missing = fields.find(({ name, required, or = name }) => required && !(name in mapping || or in mapping));
  if (missing)
    throw importProblems.IMPORT_COLUMN_MISSING({
      field: `mapping.${missing.name}`,
      message: `Escolha a coluna de ${missing.label}`,
    });
}

async function requireLines(db: Db, id: number) {
  if (!(await queries.hasLines(db, id))) throw importProblems.IMPORT_GONE();
}

/** A file is worked on by the person who sent it: what comes in counts as entered by them. */
function requireOwn({ actor }: Context, run: { admin_user_id: number | null }) {
  if (run.admin_user_id !== actor.id) throw importProblems.IMPORT_OF_ANOTHER();
}

/** Holds a run of one's own that is not started, so that what is checked of its lines is what comes in. */
async function holdOwn(trx: Db, ctx: Context, id: number) {
  const run = await queries.holdUnstarted(trx, id);
  if (!run) throw importProblems.IMPORT_STARTED();
  requireOwn(ctx, run);
  return run;
}

/** Changes one cell of a line before the import, so that the preview can be repeated. */
export async function correctCell(
  ctx: Context,
  id: number,
  line: number,
  { field, value }: { field: string; value: string },
) {
  await ownRun(ctx, id);
  await change(ctx, async (trx) => {
    const { mapping } = await holdOwn(trx, ctx, id);
    const place = mapping[field];
    if (place === undefined) throw importProblems.IMPORT_COLUMN_UNKNOWN({ field: 'field' });
    await requireLines(trx, id);
    if (!(await queries.setCell(trx, id, { line, place, value: value.trim() })))
      throw importProblems.IMPORT_LINE_UNKNOWN();
  });
}

/** Starts the run in the background, once. */
export async function start(ctx: Context, id: number): Promise<ImportRun> {
  await ownRun(ctx, id);
  await change(ctx, async (trx) => {
    const run = await holdOwn(trx, ctx, id);
    if (Object.keys(run.mapping).length === 0) throw importProblems.IMPORT_NOT_MAPPED();
    await requireLines(trx, id);
    for (const { access, confirm, what } of await beyondOf(trx, run)) {
      if (!granted(ctx.actor.permissions, access))
        throw importProblems.IMPORT_BEYOND({
          message: `Esta planilha traz ${what}, que o seu grupo não cadastra: tire as colunas, ou peça a quem pode importar.`,
        });
      if (confirm) requireConfirmed(ctx);
    }
    if (!(await queries.startRun(trx, id, ctx.actor.id))) throw importProblems.IMPORT_STARTED();
    await importRuns.enqueue(trx, id);
  });
  return ownRun(ctx, id);
}

/** Discards a staged file and its lines. */
export async function discard(ctx: Context, id: number) {
  await ownRun(ctx, id);
  if (!(await queries.dropRun(ctx.db, id))) throw importProblems.IMPORT_STARTED();
}
