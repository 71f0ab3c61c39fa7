import { setImmediate as nextTurn } from 'node:timers/promises';
import { lastPage, PAGE_SIZE } from '@morada/contract/base/fields';
import { reformProblems } from '@morada/contract/fiscal/fiscal-reform';
import {
  type Rehearsal,
  type RehearsalLine,
  type RehearsalRow,
  type RehearsalTotals,
  type RehearsedContract,
  rehearsalProblems,
} from '@morada/contract/fiscal/fiscal-rehearsal';
import type { RehearsalSearch } from '@morada/contract/fiscal/fiscal-rehearsal.search';
import { addToReference, firstDay, lastDay, later, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { type BasisPoints, type Cents, sum } from '@morada/domain/base/money';
import { fixedRateOption, type ReformRates, type ReformTable } from '@morada/domain/fiscal/reform';
import { purposeOf } from '@morada/domain/fiscal/taxpayer';
import type { Validity } from '@morada/domain/fiscal/validity';
import { addressLine } from '@morada/domain/property/property';
import type { LeaseTaxRule } from '@morada/domain/rent/lease-tax-rule';
import {
  isTaxed,
  type PastInvoice,
  type RehearsalTerms,
  type RehearsedInvoice,
  rehearse,
} from '@morada/domain/rent/rehearsal';
import type { Withheld } from '@morada/domain/rent/settlement';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { readFiscalTables } from '#api/db/fiscal-tables.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { snapshot } from '#api/db/transaction.ts';
import { formerOwners } from '#api/modules/registry/properties/owners.service.ts';
import { findPointedAt } from './reform.service.ts';
import * as queries from './rehearsal.queries.ts';

type Search = z.output<typeof RehearsalSearch>;
type Table = ReformTable & Validity & { source: string };

/** The first period that collects the taxes, or the last one where none does. */
async function periodOf(db: Db): Promise<Table> {
  const tables = (await readFiscalTables(db, 'REFORM')).map(
    ({ figures, valid_from, valid_to, source }): Table => ({
      ...(figures as ReformTable),
      valid_from,
      valid_to,
      source,
    }),
  );
  const table = tables.findLast(({ rates }) => rates.collected) ?? tables[0];
  if (!table) throw reformProblems.NO_REFORM_TABLE();
  return table;
}

const points = (typed: number | undefined): BasisPoints | undefined =>
  typed === undefined ? undefined : Math.round(typed * 100);

/** Rates as typed, else those of the period. Half of a typed IBS is the state's. */
function ratesOf({ rates, source }: Table, search: Pick<Search, 'cbs' | 'ibs'>) {
  const known = rates.ibs_state + rates.ibs_municipal;
  const [cbs, ibs] = [points(search.cbs) ?? rates.cbs, points(search.ibs) ?? known];
  const isTyped = cbs !== rates.cbs || ibs !== known;
  const ibs_state = ibs === known ? rates.ibs_state : Math.ceil(ibs / 2);
  return {
    used: { ...rates, cbs, ibs_state, ibs_municipal: ibs - ibs_state } satisfies ReformRates,
    shown: { cbs, ibs, estimate: isTyped || !rates.official, source: isTyped ? 'Digitada' : source },
  };
}

/** The last twelve closed months. */
function monthsOf(ctx: Pick<Context, 'today'>): { from: Reference; to: Reference } {
  const now = referenceOf(ctx.today());
  return { from: addToReference(now, -12), to: addToReference(now, -1) };
}

type Lease = queries.LeaseRow & { rule: Omit<LeaseTaxRule, 'mode'> };

/** Contracts that the search finds, and how each would be taxed. */
async function findLeases(ctx: Context, db: Db, search: Search & { id?: number | undefined }) {
  const period = await periodOf(db);
  const rates = ratesOf(period, search);
  const months = monthsOf(ctx);
  const window = { from: firstDay(months.from), to: lastDay(months.to) };
  const radar = search.owners === 'RADAR' ? await findPointedAt({ ...ctx, db }) : [];
  const payers = new Set([...(await queries.findTaxpayers(db)), ...radar]);
  const found = await queries.findRehearsed(db, { ...search, payers: [...payers], window, seen: seenBy(ctx) });
  const day = later(period.valid_from, ctx.today());
  // At a rate of zero nothing is taxed, by whatever rule.
  const isFree = rates.shown.cbs + rates.shown.ibs === 0;
  const leases = found.flatMap((lease): Lease[] => {
    const purpose = purposeOf(lease);
    const option = lease.option && fixedRateOption(lease.option, period.fixed_rate);
    const fixed = !isFree && option?.until && day <= option.until ? period.fixed_rate.rate : null;
    if (fixed === null && purpose === 'SHORT_STAY') return [];
    return [{ ...lease, rule: { residential: purpose === 'RESIDENTIAL', rates: rates.used, fixed } }];
  });
  return { leases, short_stays: found.length - leases.length, payers, rates: rates.shown, months, window };
}

type Sides<T> = { was: T; on_top: T; included: T };

/** Invoices of a contract as they were and as they would have been. */
type Played = Lease & {
  invoices: (Sides<RehearsedInvoice> & { row: queries.InvoiceRow; past: PastInvoice })[];
  taxed: number;
};

async function play(
  ctx: Context,
  db: Db,
  { leases, payers, window }: { leases: readonly Lease[]; payers: ReadonlySet<number>; window: queries.Window },
): Promise<Played[]> {
  const rows = await queries.findInvoices(
    db,
    leases.map(({ id }) => id),
    window,
  );
  const settings = await queries.findSettings(db);
  const former = await formerOwners(
    db,
    ctx.today(),
    rows.flatMap(({ property_id, paid_on }) => (paid_on === null ? [] : [{ property_id, pay_day: paid_on }])),
  );
  const byContract = Map.groupBy(rows, ({ proposal_id }) => proposal_id);
  const played: Played[] = [];
  for (const lease of leases) {
    const own = byContract.get(lease.id) ?? [];
    const free = own.filter((row) => !isTaxed(row));
    const past = free.map((row): PastInvoice => {
      const then = row.paid_on === null ? undefined : former({ property_id: row.property_id, pay_day: row.paid_on });
      return { ...row, owners: then ?? lease.owners, payment: paymentOf(row) };
    });
    const terms: RehearsalTerms = { ...settings, tenant: lease.user_id };
    const by = (mode: LeaseTaxRule['mode']) => rehearse(past, terms, { payers, rule: { ...lease.rule, mode } });
    const [was, on_top, included] = [rehearse(past, terms, null), by('ON_TOP'), by('INCLUDED')];
    const invoices = free.flatMap((row, index) => {
      const [one, top, within, of] = [was[index], on_top[index], included[index], past[index]];
      return one && top && within && of ? [{ row, past: of, was: one, on_top: top, included: within }] : [];
    });
    played.push({ ...lease, invoices, taxed: own.filter((row) => row.counts && isTaxed(row)).length });
    // A large portfolio takes a second of reckoning: other requests come in between.
    await nextTurn();
  }
  return played;
}

function paymentOf(row: queries.InvoiceRow): PastInvoice['payment'] {
  const { paid_on, paid, fine, interest, returns, extras, fee_rate, commission, with_commission, transfers } = row;
  if (paid_on === null || transfers.length === 0) return null;
  const contract =
    fee_rate === null ? { commission, with_commission } : { commission: fee_rate, with_commission: true };
  const withheld = transfers.flatMap((one) => withheldOf(one) ?? []);
  return { paid_on, paid, fine, interest, returns, contract, extras, withheld };
}

function withheldOf({
  client_id,
  gross,
  tax,
  tax_base: base,
  tax_by: by,
  tax_code: code,
  tax_exclusions: exclusions,
  tax_undeducted,
}: queries.InvoiceRow['transfers'][number]): (Withheld & { client_id: number }) | null {
  if (by === null || code === null) return null;
  const figures = { gross: gross ?? 0, base: base ?? 0, exclusions: exclusions ?? 0, tax: tax ?? 0 };
  return { client_id, by, code, note: '', ...figures, ...(tax_undeducted > 0 && { undeducted: tax_undeducted }) };
}

type Part = { id: number; name: string; was: Cents } & Record<
  'on_top' | 'included',
  { net: Cents; base: Cents | null; tax: Cents | null }
>;

/**
 * What each owner got, and would have kept once the tax of the note is paid: the transfer of the books, and how much the
 * rehearsal differs from the same without tax.
 */
function partsOf({ row, past, was, on_top, included }: Played['invoices'][number]): Part[] {
  return was.owners.map(({ client_id: id, transfer }) => {
    const kept = sum(row.transfers.filter((one) => one.client_id === id).map(({ amount }) => amount));
    const side = ({ owners }: RehearsedInvoice) => {
      const own = owners.find(({ client_id }) => client_id === id);
      const { base = null, tax = null } = own?.note ?? {};
      return { net: kept + (own?.transfer ?? 0) - transfer - (tax ?? 0), base, tax };
    };
    const name = past.owners.find(({ client_id }) => client_id === id)?.name ?? '';
    return { id, name, was: kept, on_top: side(on_top), included: side(included) };
  });
}

/** Whether the books have what the functions give without tax, but for older debts that a transfer paid. */
const isAsBooked = ({ row, was }: Played['invoices'][number]) =>
  was.slip === row.price + row.fees &&
  was.owners.every(({ client_id, transfer }) => {
    const own = row.transfers.filter((one) => one.client_id === client_id);
    const debts = own.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'DEBIT'));
    return transfer === sum(own.map(({ amount }) => amount)) - sum(debts.map(({ amount }) => amount));
  });

const isContinued = ({ balance_of, is_instalment }: queries.InvoiceRow) => balance_of !== null || is_instalment;

function rowOf(lease: Played, payers: ReadonlySet<number>): RehearsalRow {
  const counted = lease.invoices.filter(({ row }) => row.counts);
  const months = counted.filter(({ row }) => !isContinued(row));
  const slips = (side: keyof Sides<unknown>) => sum(months.map((invoice) => invoice[side].slip));
  const parts = counted.flatMap(partsOf);
  const side = (of: 'on_top' | 'included') => ({
    slips: slips(of),
    net: sum(parts.map((part) => part[of].net)),
    tax: sum(parts.map((part) => part[of].tax ?? 0)),
  });
  return {
    ...{
      id: lease.id,
      tenant: lease.tenant,
      property: addressLine(lease),
      mode: lease.lease_tax,
      in_force: lease.in_force,
    },
    payers: lease.owners.filter(({ client_id }) => payers.has(client_id)).map(({ name }) => name),
    was: { slips: sum(months.map(({ row }) => row.price + row.fees)), net: sum(parts.map(({ was }) => was)) },
    ...{ on_top: side('on_top'), included: side('included') },
  };
}

const sumOf = <K extends string>(all: readonly Record<K, Cents>[], names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, sum(all.map((one) => one[name]))])) as Record<K, Cents>;

const FIGURES = ['slips', 'net', 'tax'] as const;

/** A page of contracts: those of the page alone are rehearsed. */
export const listRehearsal = (ctx: Context, { page = 1, ...search }: Search): Promise<Rehearsal> =>
  snapshot(ctx.db, async (db) => {
    const { rates, months, short_stays: _, ...found } = await findLeases(ctx, db, search);
    const total = found.leases.length;
    const leases = found.leases.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const data = (await play(ctx, db, { ...found, leases })).map((lease) => rowOf(lease, found.payers));
    return { data, page, lastPage: lastPage(total), total, rates, ...months };
  });

/** The sums of all contracts found. */
export const sumRehearsal = (ctx: Context, search: Omit<Search, 'page'>): Promise<RehearsalTotals> =>
  snapshot(ctx.db, async (db) => {
    const { short_stays, rates, months, ...found } = await findLeases(ctx, db, search);
    const played = await play(ctx, db, found);
    const rows = played.map((lease) => rowOf(lease, found.payers));
    const agreed = rows.map((row) => (row.mode === 'ON_TOP' ? row.on_top : row.included));
    return {
      ...{ rates, ...months, short_stays },
      differing: sum(played.map(({ invoices }) => invoices.filter((one) => one.row.counts && !isAsBooked(one)).length)),
      taxed: sum(played.map((lease) => lease.taxed)),
      totals: {
        was: sumOf(
          rows.map(({ was }) => was),
          ['slips', 'net'],
        ),
        on_top: sumOf(
          rows.map(({ on_top }) => on_top),
          FIGURES,
        ),
        included: sumOf(
          rows.map(({ included }) => included),
          FIGURES,
        ),
        agreed: sumOf(agreed, FIGURES),
      },
    };
  });

/** Ids of the contracts that the search finds, in the list's order. */
export const findRehearsalIds = async (ctx: Context, search: Search): Promise<number[]> =>
  (await findLeases(ctx, ctx.db, search)).leases.map(({ id }) => id);

/** Rows of a sheet, which leaves the page that names its rates. */
export type RehearsalSheetRow = RehearsalRow & Pick<Rehearsal, 'rates'>;

export const loadRehearsal = (ctx: Context, ids: readonly number[], search: Search): Promise<RehearsalSheetRow[]> =>
  snapshot(ctx.db, async (db) => {
    const found = await findLeases(ctx, db, search);
    const wanted = new Set(ids);
    const leases = found.leases.filter(({ id }) => wanted.has(id));
    return (await play(ctx, db, { ...found, leases })).map((lease) => ({
      ...{ ...rowOf(lease, found.payers), rates: found.rates },
    }));
  });

/** One contract, invoice by invoice and owner by owner. */
export const showRehearsal = (ctx: Context, id: number, search: Search): Promise<RehearsedContract> =>
  snapshot(ctx.db, async (db) => {
    const { query: _, mode: __, ...rest } = search;
    const { rates, months, ...found } = await findLeases(ctx, db, { ...rest, id });
    const [lease] = await play(ctx, db, found);
    if (!lease) throw rehearsalProblems.REHEARSAL_NOT_FOUND();
    return { ...rowOf(lease, found.payers), rates, ...months, lines: linesOf(lease) };
  });

function linesOf({ invoices }: Played): RehearsalLine[] {
  return invoices
    .filter(({ row }) => row.counts)
    .flatMap((invoice): RehearsalLine[] => {
      const { row, on_top } = invoice;
      const line = {
        ...{ invoice_id: row.id, due_date: row.due_date, continued: isContinued(row) },
        slip: { was: row.price + row.fees, on_top: on_top.slip },
      };
      const parts = partsOf(invoice);
      return parts.length === 0
        ? [{ ...line, owner: null }]
        : parts.map((owner): RehearsalLine => ({ ...line, owner }));
    });
}
