import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import {
  type ReformLease,
  type ReformOwner,
  type ReformRow,
  type ReformYear,
  type reform,
  reformProblems,
} from '@morada/contract/fiscal/fiscal-reform';
import type { ReformSearch } from '@morada/contract/fiscal/fiscal-reform.search';
import { type CalendarDate, firstDay, later, yearOf } from '@morada/domain/base/calendar';
import { portion } from '@morada/domain/base/money';
import { yearSpan } from '@morada/domain/base/span';
import {
  fixedRateOption,
  fixedRateTax,
  leaseBase,
  leasePurpose,
  leaseTaxes,
  type ReformState,
  type ReformTable,
  reformState,
  reformThresholds,
} from '@morada/domain/fiscal/reform';
import { purposeOf } from '@morada/domain/fiscal/taxpayer';
import { tableOn, type Validity } from '@morada/domain/fiscal/validity';
import { ownerShares } from '@morada/domain/lease/ownership';
import { addressLine } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { readFiscalTables } from '#api/db/fiscal-tables.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import * as queries from './reform.queries.ts';

type Table = ReformTable & Validity & { id: number; source: string };

/** The newest first. */
async function tablesOf(db: Db): Promise<Table[]> {
  const found = await readFiscalTables(db, 'REFORM');
  return found.map(({ figures, id, valid_from, valid_to, source }) => ({
    ...(figures as ReformTable),
    ...{ id, valid_from, valid_to, source },
  }));
}

const endOf = (year: number) => yearSpan(year).end;

/** Limits of a year; those of the year before the first table are the first table's. */
function countedIn(tables: readonly Table[], year: number): queries.Counted & { table: Table } {
  const table = tableOn(tables, endOf(year));
  if (!table) throw reformProblems.NO_REFORM_TABLE();
  return { year, table, limits: table, before: tableOn(tables, endOf(year - 1)) ?? table };
}

const chosenYear = (ctx: Pick<Context, 'today'>, year: number | undefined) => year ?? yearOf(ctx.today());

const declaredOf = (income: number | null, properties: number | null, declared_on: CalendarDate | null) =>
  income === null || properties === null || declared_on === null ? null : { income, properties, declared_on };

const stateOf = (
  row: queries.OwnerRow,
  { year, limits, before }: queries.Counted,
  declared: queries.Declaration | null,
) =>
  reformState({
    ...{ year, limits, income: row.income, properties: row.properties, declared },
    before: {
      ...{ limits: before, income: row.income_before, properties: row.properties_before },
      declared: declaredOf(row.before_declared_income, row.before_declared_properties, row.before_declared_on),
    },
  });

function shownRow(row: queries.OwnerRow, counted: queries.Counted): ReformRow {
  const { id, name, document, income, properties, state, to_ask } = row;
  const declared = declaredOf(row.declared_income, row.declared_properties, row.declared_on);
  const { reason, income: all, properties: allProperties } = stateOf(row, counted, declared);
  const total = { income: all, properties: allProperties };
  return { id, name, document, income, properties, declared, total, state, reason, to_ask };
}

// Reads ---------------------------------------------------------------------------------------------------------------------

/** Counts of a year; those of the present one are stored for the dashboard. */
export async function showYear(ctx: Context, asked: number | undefined): Promise<ReformYear> {
  const year = chosenYear(ctx, asked);
  const tables = await tablesOf(ctx.db);
  const { table, ...counted } = countedIn(tables, year);
  const { to_ask, ...owners } = await queries.countStates(ctx.db, counted);
  if (year === yearOf(ctx.today())) await queries.storeCheck(ctx.db, year, to_ask);
  const { near, excess } = reformThresholds(table);
  const { income_limit, properties, source } = table;
  return {
    ...{ year, years: yearsOf(tables, yearOf(ctx.today())), owners, to_ask, source },
    limits: { income_limit, properties, near, excess },
  };
}

/** Years from the first table to the present one, the newest first. */
function yearsOf(tables: readonly Table[], last: number) {
  const first = Math.min(last, ...tables.map(({ valid_from }) => yearOf(valid_from)));
  return Array.from({ length: last - first + 1 }, (_, past) => last - past);
}

type Search = z.output<typeof ReformSearch>;

export async function listOwners(ctx: Context, { page = 1, year, ...search }: Search) {
  const counted = countedIn(await tablesOf(ctx.db), chosenYear(ctx, year));
  const { rows, total } = await queries.findPage(ctx.db, counted, { ...search, seen: seenBy(ctx) }, page);
  return { data: rows.map((row) => shownRow(row, counted)), page, lastPage: lastPage(total), total };
}

export async function findIds(ctx: Context, { year, ...search }: Search) {
  const counted = countedIn(await tablesOf(ctx.db), chosenYear(ctx, year));
  return queries.findIds(ctx.db, counted, { ...search, seen: seenBy(ctx) });
}

export async function loadRows(ctx: Context, ids: readonly number[], { year }: Pick<Search, 'year'>) {
  const counted = countedIn(await tablesOf(ctx.db), chosenYear(ctx, year));
  return (await queries.findRows(ctx.db, counted, ids)).map((row) => shownRow(row, counted));
}

/** One owner, and a month of each lease by the rates of today and of later periods. */
export async function showOwner(ctx: Context, id: number, asked: number | undefined): Promise<ReformOwner> {
  const [year, today] = [chosenYear(ctx, asked), ctx.today()];
  return snapshot(ctx.db, async (db) => {
    const tables = await tablesOf(db);
    const counted = countedIn(tables, year);
    const row = await queries.findOwner(db, counted, id);
    if (!row) throw reformProblems.REFORM_OWNER_NOT_FOUND();
    const periods = tables.filter(({ valid_to }) => valid_to === null || valid_to >= today).toReversed();
    return {
      ...shownRow(row, counted),
      year,
      leases: (await queries.findLeases(db, id)).map((lease) => leaseOf(lease, id, periods, today)),
      periods: periods.map(({ id: period, valid_from, source, rates }) => ({
        ...{ id: period, valid_from, source, collected: rates.collected, official: rates.official },
        ...{ lease_reduction: rates.lease_reduction, social_reducer: rates.social_reducer },
      })),
      fixed_rate: tableOn(tables, today)?.fixed_rate ?? null,
    };
  });
}

function leaseOf(row: queries.LeaseRow, ownerId: number, periods: readonly Table[], today: CalendarDate): ReformLease {
  const known = purposeOf({ purpose: row.purpose, property: { ...row, purpose: row.property_purpose } });
  const purpose = row.option?.purpose ?? (known === 'SHORT_STAY' ? leasePurpose(row) : known);
  const { share } = present(
    ownerShares(row.owners).find(({ client_id }) => client_id === ownerId),
    'the owner',
  );
  const table = tableOn(periods, today);
  const option = row.option && table ? { ...row.option, ...fixedRateOption(row.option, table.fixed_rate) } : null;
  return {
    ...{ id: row.id, property: addressLine(row), tenant: row.tenant, purpose, share, ends_on: row.end_date, option },
    months: periods.map((period) => {
      const from = later(period.valid_from, today);
      const isFixed = Boolean(option?.until && from <= option.until);
      return monthOf({ ...row, purpose, share, isFixed }, period);
    }),
  };
}

type Month = Pick<queries.LeaseRow, 'current_price' | 'discount' | 'fees'> &
  Pick<ReformLease, 'purpose' | 'share'> & { isFixed: boolean };

function monthOf({ current_price, discount, fees, purpose, share, isFixed }: Month, period: Table) {
  const { rates, fixed_rate } = period;
  const parts = leaseBase({
    ...{ total: current_price + fees, discount, adjustments: fees, share, rates },
    residential: purpose === 'RESIDENTIAL' ? 1 : 0,
  });
  const ownFees = portion(fees, share);
  return {
    ...{ period: period.id, service: parts.service, discount: parts.discount, base: parts.base },
    ...{ fees: ownFees, reducer: parts.adjustment - ownFees },
    ...leaseTaxes(parts.base, rates),
    fixed: isFixed ? fixedRateTax(current_price - discount, share, fixed_rate.rate) : null,
  };
}

/** Owners whom the radar points at by the present year: taxpayers of it, or of the next. */
export async function findPointedAt(ctx: Context): Promise<number[]> {
  const of = (state: ReformState) => findIds(ctx, { state, query: undefined, year: undefined, declaration: undefined });
  return [...(await of('NOW')), ...(await of('NEXT_YEAR'))];
}

// Changes -------------------------------------------------------------------------------------------------------------------

/** Records what an owner declares, with the state that it gives: a graver one later asks for a new declaration. */
export const declare = (
  ctx: Context,
  { id, year }: Received<typeof reform.declare>['params'],
  declared: Received<typeof reform.declare>['body'],
) =>
  change(ctx, async (trx) => {
    const counted = countedIn(await tablesOf(trx), year);
    await queries.lockOwner(trx, id);
    const row = await queries.findOwner(trx, counted, id);
    if (!row) throw reformProblems.REFORM_OWNER_NOT_FOUND();
    const { declared_on } = declared;
    if (declared_on > ctx.today() || declared_on < firstDay(`${year}-01`)) throw reformProblems.DECLARATION_DAY();
    const { state } = stateOf(row, counted, declared);
    await queries.putDeclaration(trx, { client_id: id, year }, { ...declared, state, admin_user_id: ctx.actor.id });
    const before = declaredOf(row.declared_income, row.declared_properties, row.declared_on);
    const changes = before ? difference(before, declared) : declared;
    await leaveTrail(trx, ctx, 'client', id, 'declare-reform', { year, ...changes });
    await recount(trx, ctx);
  });

export const removeDeclaration = (ctx: Context, { id, year }: Received<typeof reform.removeDeclaration>['params']) =>
  change(ctx, async (trx) => {
    const removed = await queries.deleteDeclaration(trx, id, year);
    if (!removed) throw reformProblems.DECLARATION_NOT_FOUND();
    await leaveTrail(trx, ctx, 'client', id, 'remove-reform-declaration', { year, ...removed });
    await recount(trx, ctx);
  });

/**
 * Records the option of a contract. When the law does not allow it, the refusal names the contract and the condition.
 */
export const opt = (ctx: Context, id: number, given: Received<typeof reform.opt>['body']) =>
  change(ctx, async (trx) => {
    const lease = await queries.lockLease(trx, id);
    if (!lease) throw reformProblems.REFORM_CONTRACT_NOT_FOUND();
    const table = tableOn(await tablesOf(trx), ctx.today());
    if (!table) throw reformProblems.NO_REFORM_TABLE();
    const option = { ...given, registered_on: given.registered_on ?? null, proof: given.proof ?? null };
    const { until, reason } = fixedRateOption(option, table.fixed_rate);
    if (until === null) {
      throw reformProblems.OPTION_REFUSED({ message: `Contrato ${id}, de ${lease.tenant}: ${reason}.` });
    }
    const before = await queries.findOption(trx, id);
    await queries.putOption(trx, id, { ...option, admin_user_id: ctx.actor.id });
    await leaveTrail(trx, ctx, 'proposal', id, 'reform-option', before ? difference(before, option) : option);
  });

/** Records the option of an imported contract as the file has it: whether the law allows it is judged when it is read. */
export async function importOption(trx: Db, ctx: Context, id: number, option: queries.StoredOption) {
  await queries.putOption(trx, id, { ...option, admin_user_id: ctx.actor.id });
  await leaveTrail(trx, ctx, 'proposal', id, 'reform-option', option);
}

export const removeOption = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const removed = await queries.deleteOption(trx, id);
    if (!removed) throw reformProblems.OPTION_NOT_FOUND();
    await leaveTrail(trx, ctx, 'proposal', id, 'remove-reform-option', removed);
  });

// The dashboard -------------------------------------------------------------------------------------------------------------

/** Counts the present year's owners to be asked; before the first table there are none. */
async function recount(db: Db, ctx: Pick<Context, 'today'>) {
  const year = yearOf(ctx.today());
  const tables = await tablesOf(db);
  if (!tableOn(tables, endOf(year))) return;
  const { to_ask } = await queries.countStates(db, countedIn(tables, year));
  await queries.storeCheck(db, year, to_ask);
}

export const checkReform = (ctx: Pick<Context, 'db' | 'today'>) => recount(ctx.db, ctx);

/** Owners to be asked, by the last count: reads no payment. */
export async function reformAgenda(ctx: Pick<Context, 'db' | 'today'>) {
  const year = yearOf(ctx.today());
  const check = await queries.findCheck(ctx.db, year);
  return check && check.to_ask > 0 ? { year, to_ask: check.to_ask } : null;
}
