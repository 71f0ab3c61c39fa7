import { previousBusinessDay } from '../base/business-days.ts';
import { addToReference, type CalendarDate, dueDateIn, type Reference, referenceOf } from '../base/calendar.ts';
import {
  type BasisPoints,
  type Cents,
  formatAmount,
  formatMoney,
  formatPercent,
  portion,
  roundedQuotient,
} from '../base/money.ts';
import type { WithholdingMode } from '../lease/withholding-modes.ts';
import type { PersonType } from '../people/client.ts';

/** Monthly income tax table of natural persons, with the reduction of Lei 15.270/2025 where there is one. */
export type WithholdingTable = {
  /** In ascending order; the last one has no end. */
  brackets: { up_to: Cents | null; rate: BasisPoints; deduct: Cents }[];
  simplified_discount: Cents;
  reduction: {
    /** Income up to which the tax is reduced by `full`. */
    full_up_to: Cents;
    full: Cents;
    /** Income up to which the tax is reduced by `constant` less the slope's part of the income. */
    fades_to: Cents;
    constant: Cents;
    /** Millionths: 0,133145 is 133145. */
    slope_millionths: number;
  } | null;
  non_resident_rate: BasisPoints;
};

/** Receita's codes: rents paid by a legal person to a natural person, and income of non-residents. */
export const WITHHOLDING_CODES = {
  RENT: '3208',
  NON_RESIDENT: '9478',
} as const;

export type WithholdingCode = (typeof WITHHOLDING_CODES)[keyof typeof WITHHOLDING_CODES];

export type WithheldTax = {
  tax: Cents;
  /** Amount to which the bracket's rate applies. */
  base: Cents;
  /** Whether the simplified discount was deducted besides the exclusions. */
  method: 'EXCLUSIONS' | 'DISCOUNT';
  bracket: { rate: BasisPoints; deduct: Cents };
  /** By the table alone; with `reduction`, each rounded for display. */
  before_reduction: Cents;
  reduction: Cents;
};

/** Millionths of a centavo in a centavo: the slope of the reduction has six decimals. */
const MILLION = 1_000_000n;

/**
 * Tax of one owner's income of one month, from one payer. The exclusions (IN RFB 1.500/2014, art. 31) are always
 * deducted; the simplified discount comes on top when it is allowed and lowers the tax. The reduction depends on the
 * income after exclusions and before the discount. One rounding, half up, at the end.
 * @throws RangeError when no bracket holds the base.
 */
export function withheldTax(month: {
  /** The owner's part of the rent and of its late charges. */
  income: Cents;
  /** The owner's part of the amounts that the law excludes: IPTU, condominium, fee. */
  exclusions: Cents;
  table: WithholdingTable;
  allowsDiscount: boolean;
}): WithheldTax {
  const { income, exclusions, table, allowsDiscount } = month;
  const taxable = Math.max(0, income - exclusions);
  const plain = taxOn(taxable, taxable, table);
  if (!allowsDiscount) return { ...plain, method: 'EXCLUSIONS' };
  const discounted = taxOn(Math.max(0, taxable - table.simplified_discount), taxable, table);
  return discounted.tax < plain.tax ? { ...discounted, method: 'DISCOUNT' } : { ...plain, method: 'EXCLUSIONS' };
}

function taxOn(base: Cents, taxable: Cents, table: WithholdingTable): Omit<WithheldTax, 'method'> {
  const { rate, deduct } = bracketOf(base, table);
  const byTable = larger(0n, BigInt(base) * BigInt(rate) * 100n - BigInt(deduct) * MILLION);
  const reduction = smaller(byTable, reductionOn(taxable, table.reduction));
  return {
    tax: roundedQuotient(byTable - reduction, MILLION),
    base,
    bracket: { rate, deduct },
    before_reduction: roundedQuotient(byTable, MILLION),
    reduction: roundedQuotient(reduction, MILLION),
  };
}

function bracketOf(base: Cents, { brackets }: WithholdingTable) {
  const found = brackets.find(({ up_to }) => up_to === null || base <= up_to);
  if (!found) throw new RangeError(`No bracket holds ${base}`);
  return found;
}

/** Millionths of a centavo. */
function reductionOn(taxable: Cents, reduction: WithholdingTable['reduction']): bigint {
  if (!reduction || taxable > reduction.fades_to) return 0n;
  if (taxable <= reduction.full_up_to) return BigInt(reduction.full) * MILLION;
  return larger(0n, BigInt(reduction.constant) * MILLION - BigInt(reduction.slope_millionths) * BigInt(taxable));
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other);
const smaller = (one: bigint, other: bigint) => (one < other ? one : other);

export type Withholding = {
  /** Tax of this payment: the month's tax less what earlier payments of the month already withheld. */
  tax: Cents;
  code: WithholdingCode;
  /** Base of the month, earlier payments included. */
  base: Cents;
  method: WithheldTax['method'];
  /** Portuguese, shown beside the amount. */
  note: string;
};

type Payments = { income: Cents; exclusions: Cents };

/**
 * Tax to withhold from one payment to one owner. Payments of one payer to one owner in a month are added before the
 * table (IN RFB 1.500/2014, art. 31), so those already made are given in `paidBefore`, zeros when there were none.
 * Null when the law withholds nothing: only a legal person withholds, from a natural person; a non-resident owner's
 * flat tax is withheld from any payer's rent. Null too in the mode NONE. The mode OUTSIDE is calculated for the sheets
 * and DIMOB; `WITHHOLDING_MODES` says what a mode reduces.
 */
export function withholdingOf(payment: {
  mode: WithholdingMode;
  payer: { person_type: PersonType };
  owner: { person_type: PersonType; non_resident: boolean };
  paidBefore: Payments & { tax: Cents };
  income: Cents;
  exclusions: Cents;
  table: WithholdingTable;
  allowsDiscount: boolean;
}): Withholding | null {
  const { mode, payer, owner, paidBefore, table, allowsDiscount } = payment;
  if (mode === 'NONE') return null;
  const month = {
    income: paidBefore.income + payment.income,
    exclusions: paidBefore.exclusions + payment.exclusions,
  };
  if (owner.non_resident) return flatTax(month, paidBefore, table.non_resident_rate);
  if (payer.person_type !== 'JURIDICA' || owner.person_type !== 'FISICA') return null;
  const { tax, ...how } = withheldTax({ ...month, table, allowsDiscount });
  return {
    tax: Math.max(0, tax - paidBefore.tax),
    code: WITHHOLDING_CODES.RENT,
    base: how.base,
    method: how.method,
    note: noted([...explanation(how, table), ...others(paidBefore)]),
  };
}

function flatTax(month: Payments, paidBefore: Payments & { tax: Cents }, rate: BasisPoints): Withholding {
  const base = Math.max(0, month.income - month.exclusions);
  return {
    tax: Math.max(0, portion(base, rate) - paidBefore.tax),
    code: WITHHOLDING_CODES.NON_RESIDENT,
    base,
    method: 'EXCLUSIONS',
    note: noted([`base ${formatAmount(base)}`, `${formatPercent(rate)} de não residente`, ...others(paidBefore)]),
  };
}

function explanation(how: Omit<WithheldTax, 'tax'>, table: WithholdingTable): string[] {
  const { rate, deduct } = how.bracket;
  const discount =
    how.method === 'DISCOUNT' ? ` após desconto simplificado de ${formatAmount(table.simplified_discount)}` : '';
  return [
    `base ${formatAmount(how.base)}${discount}`,
    rate === 0 ? 'isenta' : `${formatPercent(rate)} − ${formatAmount(deduct)}`,
    ...(how.reduction > 0 ? [`redução ${formatAmount(how.reduction)}`] : []),
  ];
}

function others({ income, tax }: { income: Cents; tax: Cents }): string[] {
  if (income === 0) return [];
  return [`com outros aluguéis do mês${tax > 0 ? `, que já retiveram ${formatAmount(tax)}` : ''}`];
}

/** Warning to the tenant of a payment from which tax was not deducted. */
export const undeductedWords = (amount: Cents) =>
  `Imposto de renda de ${formatMoney(amount)} não descontado deste pagamento: o inquilino o recolhe por DARF, com o do mês, e acerta o valor com o proprietário pela imobiliária.`;

const noted = (parts: readonly string[]) => parts.join(', ');

/** EFD-Reinf, table 01: rents and subletting. */
const RENT_NATURE = '13002';

/** One payment of the payer's event R-4010 (`infoPgto`): what a tenant paid an owner on a day. */
export type ReinfPayment = {
  tenant_id: number;
  owner_id: number;
  paid_on: CalendarDate;
  nature: typeof RENT_NATURE;
  gross: Cents;
  exclusions: Cents;
  taxable: Cents;
  tax: Cents;
  /** The part of `tax` that the tenant did not deduct. */
  undeducted: Cents;
};

/**
 * Payments for the tenants' R-4010, by tenant, owner and day; a payment without tax is reported too. Rows are those of
 * legal persons to natural persons.
 */
export function reinfPayments(
  rows: readonly {
    tenant_id: number;
    owner_id: number;
    received_on: CalendarDate;
    income: Cents;
    exclusions: Cents;
    tax: Cents;
    undeducted: Cents;
  }[],
): ReinfPayment[] {
  const payments = new Map<string, ReinfPayment>();
  for (const { tenant_id, owner_id, received_on, income, exclusions, tax, undeducted } of rows) {
    const key = `${tenant_id} ${owner_id} ${received_on}`;
    const before = payments.get(key);
    const gross = (before?.gross ?? 0) + income;
    const excluded = (before?.exclusions ?? 0) + exclusions;
    payments.set(key, {
      tenant_id,
      owner_id,
      paid_on: received_on,
      nature: RENT_NATURE,
      gross,
      exclusions: excluded,
      taxable: Math.max(0, gross - excluded),
      tax: (before?.tax ?? 0) + tax,
      undeducted: (before?.undeducted ?? 0) + undeducted,
    });
  }
  return [...payments.values()].toSorted(
    (one, other) =>
      one.tenant_id - other.tenant_id || one.owner_id - other.owner_id || (one.paid_on < other.paid_on ? -1 : 1),
  );
}

/** A month's tax of one tenant and code, and what of it is paid. */
export type Darf = {
  tenant_id: number;
  code: WithholdingCode;
  month: Reference;
  withheld: Cents;
  /** The part of `withheld` that the tenant did not deduct. */
  undeducted: Cents;
  /** Tax of earlier months that was below the minimum. */
  carried: Cents;
  /** Zero while the sum is below the minimum: it is carried to the tenant's next month with tax. */
  due: Cents;
  /** Null for non-residents: their tax is due on the day of each payment (Lei 11.196/2005, art. 70). */
  due_on: CalendarDate | null;
};

/**
 * Sums of tax by tenant, code and month, in order of tenant, code and month. A month's tax falls due on `dueDay` of
 * the next month, or on the last business day before it. Rows must start with the first small amount to be carried.
 */
export function darfOf(
  rows: readonly {
    tenant_id: number;
    code: WithholdingCode;
    received_on: CalendarDate;
    tax: Cents;
    undeducted?: Cents;
  }[],
  { minimum, dueDay }: { minimum: Cents; dueDay: number },
): Darf[] {
  const sums = new Map<string, Darf>();
  for (const { tenant_id, code, received_on, tax, undeducted: missed = 0 } of rows) {
    if (tax === 0) continue;
    const month = referenceOf(received_on);
    const key = `${tenant_id} ${code} ${month}`;
    const before = sums.get(key);
    const withheld = (before?.withheld ?? 0) + tax;
    const undeducted = (before?.undeducted ?? 0) + missed;
    sums.set(key, {
      tenant_id,
      code,
      month,
      withheld,
      undeducted,
      carried: 0,
      due: 0,
      due_on: dueOn(code, month, dueDay),
    });
  }
  let carried = 0;
  let previous: Darf | undefined;
  return [...sums.values()].toSorted(inOrder).map((row) => {
    if (previous?.tenant_id !== row.tenant_id || previous.code !== row.code) carried = 0;
    previous = row;
    const total = carried + row.withheld;
    const darf = { ...row, carried, due: total >= minimum ? total : 0 };
    carried = total - darf.due;
    return darf;
  });
}

const dueOn = (code: WithholdingCode, month: Reference, day: number) =>
  code === WITHHOLDING_CODES.NON_RESIDENT ? null : previousBusinessDay(dueDateIn(addToReference(month, 1), day));

function inOrder(one: Darf, other: Darf): number {
  if (one.tenant_id !== other.tenant_id) return one.tenant_id - other.tenant_id;
  if (one.code !== other.code) return one.code < other.code ? -1 : 1;
  return one.month < other.month ? -1 : 1;
}
