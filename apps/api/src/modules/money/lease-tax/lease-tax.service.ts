import type { CalendarDate } from '@morada/domain/base/calendar';
import { fixedRateOption, type ReformTable } from '@morada/domain/fiscal/reform';
import { isTaxpayerOn, purposeOf } from '@morada/domain/fiscal/taxpayer';
import { tableOn, type Validity } from '@morada/domain/fiscal/validity';
import { ownerShares } from '@morada/domain/lease/ownership';
import type { InvoiceFigures, InvoiceLine } from '@morada/domain/rent/invoice';
import { withLeaseTax } from '@morada/domain/rent/lease-tax';
import type { LeaseTax } from '@morada/domain/rent/lease-tax-rule';
import type { Db } from '#api/context.ts';
import { readFiscalTables } from '#api/db/fiscal-tables.ts';
import * as queries from './lease-tax.queries.ts';

/** RATE: no official rate is in force on the due date. SHORT_STAY: taxed as a hotel, by rates that no table has. */
export type LeaseTaxHold = 'RATE' | 'SHORT_STAY';

type Table = ReformTable & Validity;

type Composed = InvoiceFigures & { lines: InvoiceLine[]; contract: { id: number }; due_date: CalendarDate };

/** IBS and CBS of invoices about to be issued, in their order: the invoice with its tax, or why it has to wait. */
export async function addLeaseTax<T extends Composed>(trx: Db, invoices: readonly T[]): Promise<(T | LeaseTaxHold)[]> {
  const tables = await tablesOf(trx);
  const collected = invoices.filter(({ due_date }) => tableOn(tables, due_date)?.rates.collected);
  if (collected.length === 0) return [...invoices];
  const ids = [...new Set(collected.map(({ contract }) => contract.id))];
  const leases = new Map((await queries.findTaxedLeases(trx, ids)).map((lease) => [lease.id, lease]));
  return invoices.map((invoice) => {
    const lease = leases.get(invoice.contract.id);
    const rule = lease ? ruleOn(lease, invoice.due_date, tables) : null;
    if (rule === null || typeof rule === 'string') return rule ?? invoice;
    return { ...invoice, ...withLeaseTax(invoice, rule.payers, rule) };
  });
}

/** How the rent of a contract would be taxed on a day, or what it has to wait for; null: not at all. */
export async function leaseTaxOn(db: Db, id: number, day: CalendarDate): Promise<LeaseTax | LeaseTaxHold | null> {
  const tables = await tablesOf(db);
  if (!tableOn(tables, day)?.rates.collected) return null;
  const [lease] = await queries.findTaxedLeases(db, [id]);
  return lease ? ruleOn(lease, day, tables) : null;
}

async function tablesOf(db: Db): Promise<Table[]> {
  const found = await readFiscalTables(db, 'REFORM');
  return found.map(({ figures, valid_from, valid_to }) => ({ ...(figures as ReformTable), valid_from, valid_to }));
}

/** How a lease is taxed on a day; null: not at all. */
function ruleOn(
  lease: queries.TaxedLease,
  day: CalendarDate,
  tables: readonly Table[],
): LeaseTax | LeaseTaxHold | null {
  const table = tableOn(tables, day);
  const payers = ownerShares(lease.owners).filter((owner) => isTaxpayerOn(owner, day));
  if (!table?.rates.collected || payers.length === 0) return null;
  const purpose = purposeOf(lease);
  const option = lease.option && fixedRateOption(lease.option, table.fixed_rate);
  const fixed = option?.until && day <= option.until ? table.fixed_rate.rate : null;
  if (fixed === null && purpose === 'SHORT_STAY') return 'SHORT_STAY';
  // The fixed rate is in the law itself.
  if (fixed === null && !table.rates.official) return 'RATE';
  return { payers, fixed, mode: lease.lease_tax, residential: purpose === 'RESIDENTIAL', rates: table.rates };
}

/** Leases in force of which an owner pays IBS and CBS, and what would hold an invoice due on a day. */
export async function taxedLeases(db: Db) {
  const ids = await queries.findTaxedIds(db);
  if (ids.length === 0) return { ids, holdOn: () => null };
  const [tables, leases] = [await tablesOf(db), await queries.findTaxedLeases(db, ids)];
  const byId = new Map(leases.map((lease) => [lease.id, lease]));
  const holdOn = (id: number, day: CalendarDate): LeaseTaxHold | null => {
    const lease = byId.get(id);
    const rule = lease ? ruleOn(lease, day, tables) : null;
    return typeof rule === 'string' ? rule : null;
  };
  return { ids, holdOn };
}
