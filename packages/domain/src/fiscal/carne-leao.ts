import { previousBusinessDay } from '../base/business-days.ts';
import { addToReference, type CalendarDate, lastDay, monthsOf, type Reference, referenceOf } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import type { PersonType } from '../people/client.ts';
import { tableOn, type Validity } from './validity.ts';
import { type WithheldTax, type WithholdingTable, withheldTax } from './withholding.ts';

/** Receita's code of the monthly tax that a natural person pays on income from natural persons. */
const CARNE_LEAO_CODE = '0190';

export type CarneLeaoMonth = {
  month: Reference;
  code: typeof CARNE_LEAO_CODE;
  gross: Cents;
  fee: Cents;
  exclusions: Cents;
  /** Null when no table was in force. */
  suggestion: { tax: Cents; base: Cents; method: WithheldTax['method'] } | null;
  /** Last business day of the next month. */
  due_on: CalendarDate;
};

/**
 * The twelve months of an owner who is a natural person: what natural persons paid through the agency, and the tax
 * suggested by the month's table. It is information: the owner may have other income and deductions. Rents paid by
 * companies are left out, as their tax is withheld.
 */
export function carneLeao(year: {
  year: number;
  receipts: Iterable<{
    received_on: CalendarDate;
    payer_person_type: PersonType;
    income: Cents;
    fee: Cents;
    exclusions: Cents;
  }>;
  tables: readonly (WithholdingTable & Validity)[];
  allowsDiscount: boolean;
}): CarneLeaoMonth[] {
  const months = monthsOf(year.year).map((month) => ({ month, gross: 0, fee: 0, exclusions: 0 }));
  for (const receipt of year.receipts) {
    const month = months.find((one) => one.month === referenceOf(receipt.received_on));
    if (!month || receipt.payer_person_type !== 'FISICA') continue;
    month.gross += receipt.income;
    month.fee += receipt.fee;
    month.exclusions += receipt.exclusions;
  }
  return months.map((one) => ({
    ...one,
    code: CARNE_LEAO_CODE,
    suggestion: suggestionOf(one, tableOn(year.tables, lastDay(one.month)), year.allowsDiscount),
    due_on: previousBusinessDay(lastDay(addToReference(one.month, 1))),
  }));
}

function suggestionOf(
  { gross, fee, exclusions }: { gross: Cents; fee: Cents; exclusions: Cents },
  table: WithholdingTable | undefined,
  allowsDiscount: boolean,
): CarneLeaoMonth['suggestion'] {
  if (!table) return null;
  const { tax, base, method } = withheldTax({ income: gross, exclusions: fee + exclusions, table, allowsDiscount });
  return { tax, base, method };
}
