import type { Received } from '@morada/contract/base/endpoint';
import {
  type CalendarFigures,
  type FiscalTables,
  fiscalTableProblems,
  type fiscalTables,
  storedCalendar,
  storedWithholding,
} from '@morada/contract/fiscal/fiscal-tables';
import { addDays } from '@morada/domain/base/calendar';
import {
  type CalendarTable,
  calendarTableWords,
  FISCAL_TABLE_KINDS,
  type FiscalTableKind,
  fiscalTableState,
  placeOf,
  reformTableWords,
  type StoredWithholdingTable,
  withholdingTableWords,
} from '@morada/domain/fiscal/fiscal-tables';
import type { ReformTable } from '@morada/domain/fiscal/reform';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import * as queries from './fiscal-tables.queries.ts';

// Reads ---------------------------------------------------------------------------------------------------------------------

export async function listTables({ db, today }: Pick<Context, 'db' | 'today'>): Promise<FiscalTables> {
  const [tables, used] = [await queries.findAll(db), await queries.findUsedAfter(db, today())];
  const rowsOf = <T>(kind: FiscalTableKind, shown: (figures: unknown) => T) =>
    tables
      .filter((table) => table.kind === kind)
      .map(({ kind: of, figures, ...table }) => {
        const state = fiscalTableState(table, today());
        const can_change = isEstimate({ ...table, kind: of, figures }) || (state === 'FUTURE' && !used.has(table.id));
        return { ...table, state, can_change, figures: shown(figures) };
      });
  return {
    withholding: rowsOf('WITHHOLDING', (figures) => shownWithholding(figures as StoredWithholdingTable)),
    calendar: rowsOf('CALENDAR', (figures) => shownCalendar(figures as CalendarTable)),
    reform: rowsOf('REFORM', (figures) => figures as ReformTable),
  };
}

function shownWithholding({ reduction, ...table }: StoredWithholdingTable) {
  if (!reduction) return { ...table, reduction };
  const { slope_millionths, ...rest } = reduction;
  return { ...table, reduction: { ...rest, slope: slope_millionths / 1_000_000 } };
}

const shownCalendar = ({ obligations }: CalendarTable): CalendarFigures => ({
  obligations: obligations.map(({ name, who, rule }) => ({
    ...{ name, who, rule: rule.kind },
    day: rule.kind === 'DAY_OR_EARLIER_BUSINESS_DAY' ? rule.day : null,
    month: rule.kind === 'ON' ? null : (rule.month ?? null),
    date: rule.kind === 'ON' ? rule.date : null,
  })),
});

// Changes -------------------------------------------------------------------------------------------------------------------

const wordsOf = (kind: FiscalTableKind, figures: unknown): string => {
  switch (kind) {
    case 'WITHHOLDING':
      return withholdingTableWords(figures as StoredWithholdingTable);
    case 'CALENDAR':
      return calendarTableWords(figures as CalendarTable);
    case 'REFORM':
      return reformTableWords(figures as ReformTable);
  }
};

/** Rates that no invoice took, since only official ones are charged: they are fixed in place, even after their first day. */
const isEstimate = ({ kind, figures }: queries.TableRow) =>
  kind === 'REFORM' && !(figures as ReformTable).rates.official;

/**
 * Refuses a table that has begun, or whose tax an invoice already shows: figures that were shown are not overwritten.
 */
async function checkUnused(trx: Db, ctx: Context, table: queries.TableRow) {
  if (table.valid_from <= ctx.today()) throw fiscalTableProblems.FISCAL_TABLE_BEGUN();
  if ((await queries.findUsedAfter(trx, ctx.today())).has(table.id)) throw fiscalTableProblems.FISCAL_TABLE_USED();
}

type Given = Omit<Received<typeof fiscalTables.putReform>['body'], 'figures'> & { figures: unknown };

/**
 * Inserts a table, which ends the one in force on its first day, or replaces a table that has not begun. Withholdings
 * already computed stay as they are; later ones use the new table.
 */
const putTable = (ctx: Context, kind: FiscalTableKind, { valid_from, source, replaces, figures }: Given) =>
  change(ctx, async (trx) => {
    const place = placeOf(await queries.lockKind(trx, kind), valid_from, ctx.today());
    if (place.kind === 'TOO_EARLY') throw fiscalTableProblems.FISCAL_TABLE_EARLY();
    const [stored, words] = [JSON.stringify(figures), wordsOf(kind, figures)];
    if (place.kind === 'REPLACE') {
      const { table } = place;
      if (!isEstimate(table)) await checkUnused(trx, ctx, table);
      if (replaces !== table.version) throw fiscalTableProblems.FISCAL_TABLE_CHANGED();
      await queries.replaceFigures(trx, table.id, { source, figures: stored });
      const before = { source: table.source, figures: wordsOf(kind, table.figures) };
      await leaveTrail(trx, ctx, 'fiscal_table', table.id, 'update', difference(before, { source, figures: words }));
      return { id: table.id };
    }
    await queries.setEnd(trx, place.ended.id, place.ends_on);
    const { valid_to } = place;
    const { id } = await queries.insertTable(trx, { kind, valid_from, valid_to, source, figures: stored });
    const told = { table: FISCAL_TABLE_KINDS[kind], valid_from, valid_to, source, figures: words };
    await leaveTrail(trx, ctx, 'fiscal_table', id, 'create', told);
    await leaveTrail(trx, ctx, 'fiscal_table', place.ended.id, 'update', {
      valid_to: [place.ended.valid_to, place.ends_on],
    });
    return { id };
  });

export const putWithholding = (
  ctx: Context,
  { figures, ...given }: Received<typeof fiscalTables.putWithholding>['body'],
) => putTable(ctx, 'WITHHOLDING', { ...given, figures: storedWithholding(figures) });

export const putCalendar = (ctx: Context, { figures, ...given }: Received<typeof fiscalTables.putCalendar>['body']) =>
  putTable(ctx, 'CALENDAR', { ...given, figures: storedCalendar(figures) });

export const putReform = (ctx: Context, given: Received<typeof fiscalTables.putReform>['body']) =>
  putTable(ctx, 'REFORM', given);

/** Removes a table that has not begun; the previous one is extended over its period. */
export const removeTable = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const kind = (await queries.findKind(trx, id))?.kind;
    const tables = kind ? await queries.lockKind(trx, kind) : [];
    const table = tables.find((one) => one.id === id);
    if (!kind || !table) throw fiscalTableProblems.FISCAL_TABLE_NOT_FOUND();
    await checkUnused(trx, ctx, table);
    const before = tables.find(({ valid_to }) => valid_to === addDays(table.valid_from, -1));
    if (!before) throw fiscalTableProblems.FISCAL_TABLE_NOT_FOUND();
    await queries.deleteTable(trx, id);
    await queries.setEnd(trx, before.id, table.valid_to);
    const { valid_from, valid_to, source } = table;
    await leaveTrail(trx, ctx, 'fiscal_table', id, 'delete', {
      ...{ table: FISCAL_TABLE_KINDS[kind], valid_from, valid_to, source, figures: wordsOf(kind, table.figures) },
    });
    await leaveTrail(trx, ctx, 'fiscal_table', before.id, 'update', { valid_to: [before.valid_to, table.valid_to] });
  });
