import type { BankLine } from '@morada/contract/bank-files';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { lookupOf } from '@morada/domain/bank/matching/lookup';
import { type BoletoNews, candidatesOf, type Judged, matchFile } from '@morada/domain/bank/matching/matching';
import { addressLine } from '@morada/domain/property/property';
import type { Context, Db } from '../../context.ts';
import * as queries from './known.queries.ts';

export type MatchedFile = { lines: Judged[]; news: BoletoNews[]; names: ReadonlyMap<number, queries.NamedInvoice> };

/** Register against which the lines are matched: boletos, settlements, invoices and the settings of late charges. */
async function registerFor(db: Db, ctx: Pick<Context, 'today'>, entries: readonly BankEntry[]) {
  const lookup = lookupOf(entries, await queries.findAgreements(db));
  const boletos = await queries.findBoletos(db, lookup);
  const spoken = [...new Set([...boletos.map(({ invoice_id }) => invoice_id), ...lookup.invoices])];
  const settlements = await queries.findSettlements(db, spoken, lookup.fingerprints);
  const settled = settlements.map(({ invoice_id }) => invoice_id);
  const invoices = await queries.findInvoices(db, [...new Set([...spoken, ...settled])]);
  const { late_from_business_day } = await queries.findSetting(db);
  return {
    known: { boletos, invoices, settlements },
    rules: { today: ctx.today(), fromBusinessDay: late_from_business_day },
    names: new Map(invoices.map((invoice) => [invoice.id, invoice])),
  };
}

/** Matches the lines of a file against the current register. */
export async function matchEntries(
  db: Db,
  ctx: Pick<Context, 'today'>,
  { id, entries }: { id: number; entries: readonly BankEntry[] },
): Promise<MatchedFile> {
  const { known, rules, names } = await registerFor(db, ctx, entries);
  return { ...matchFile(entries, known, { ...rules, file: id }), names };
}

/** Matches lines of several files independently: no line claims the invoice of another. */
export async function matchSeparately(
  db: Db,
  ctx: Pick<Context, 'today'>,
  lines: readonly { file_id: number; entry: BankEntry }[],
) {
  const entries = lines.map(({ entry }) => entry);
  const { known, rules, names } = await registerFor(db, ctx, entries);
  return {
    names,
    matched: lines.map(({ file_id: file, entry }) => matchFile([entry], known, { ...rules, file }).lines[0]),
    alike: entries.flatMap((entry) => candidatesOf(entry, known)),
  };
}

/** A matched line as the API answers it. */
export function presentLine(line: Judged, names: MatchedFile['names']): BankLine {
  const { entry, payment, reason, payable } = line;
  return {
    line: entry.line,
    label: entry.label,
    occurrence: entry.occurrence,
    amount: payment?.amount ?? entry.amount,
    paid_amount: payment?.paid_amount ?? entry.paid_amount,
    paid_on: payment?.paid_on ?? entry.paid_on,
    credited_on: payment?.credited_on ?? entry.credited_on,
    fine_and_interest: entry.fine_and_interest,
    discount: entry.discount,
    fee: entry.fee,
    found: foundOf(line, names),
    reason,
    payable,
  };
}

function foundOf({ found, entry, rest }: Judged, names: MatchedFile['names']): BankLine['found'] {
  const named = found && names.get(found.invoice.id);
  if (!found || !named) return null;
  const { id, amount, due_date, user_id, tenant, continues, ...place } = named;
  return {
    boleto_id: found.boleto?.id ?? null,
    invoice_id: id,
    user: { id: user_id, name: tenant },
    property: addressLine(place),
    due_date,
    expected: found.expected,
    invoice_amount: amount,
    rest,
    continues,
    late: found.late,
    by: found.by,
    assigned: entry.assigned !== null,
  };
}
