import { addDays, type CalendarDate, firstDay, formatDate, yearOf } from '../base/calendar.ts';
import { type Cents, formatAmount, formatMoney, formatPercent, WHOLE } from '../base/money.ts';
import type { FiscalObligation, FiscalRule } from './fiscal-calendar.ts';
import type { ReformTable } from './reform.ts';
import type { Validity } from './validity.ts';
import type { WithholdingTable } from './withholding.ts';

/** Tables of rates, limits and dates, each in force from a day on. */
export const FISCAL_TABLE_KINDS = {
  WITHHOLDING: 'Imposto de renda na fonte',
  CALENDAR: 'Prazos fiscais',
  REFORM: 'Reforma tributária',
} as const;

export type FiscalTableKind = keyof typeof FISCAL_TABLE_KINDS;

/** The withholding table as it is stored: with the minimum of a DARF. */
export type StoredWithholdingTable = WithholdingTable & { minimum: Cents };
export type CalendarTable = { obligations: FiscalObligation[] };

type Stored = Validity & { id: number };

/**
 * Place of a table that begins on `from` among those of its kind. It ends the one in force on that day and takes over
 * the rest of its time, so that tables neither overlap nor leave a gap. One that begins on the same day is replaced.
 */
export type Place<T extends Stored> =
  | { kind: 'REPLACE'; table: T }
  | { kind: 'SPLIT'; ended: T; ends_on: CalendarDate; valid_to: CalendarDate | null }
  | { kind: 'TOO_EARLY'; first: CalendarDate };

/** Earlier years have already been declared, so a table begins in the current year at the earliest. */
export function placeOf<T extends Stored>(tables: readonly T[], from: CalendarDate, today: CalendarDate): Place<T> {
  const first = firstDay(`${yearOf(today)}-01`);
  const inForce = tables.find(
    ({ valid_from, valid_to }) => valid_from <= from && (valid_to === null || from <= valid_to),
  );
  if (from < first || !inForce) return { kind: 'TOO_EARLY', first };
  if (inForce.valid_from === from) return { kind: 'REPLACE', table: inForce };
  return { kind: 'SPLIT', ended: inForce, ends_on: addDays(from, -1), valid_to: inForce.valid_to };
}

export type FiscalTableState = 'ENDED' | 'CURRENT' | 'FUTURE';

export function fiscalTableState({ valid_from, valid_to }: Validity, today: CalendarDate): FiscalTableState {
  if (valid_from > today) return 'FUTURE';
  return valid_to !== null && valid_to < today ? 'ENDED' : 'CURRENT';
}

/** Fault in the figures of a table, with the path of its field; messages are in Portuguese. */
export type TableProblem = { path: (string | number)[]; message: string };

/** Published deductions are rounded: at a limit, the tax of two brackets may differ by that much. */
const ROUNDING: Cents = 5;

/** Tax of an amount in a bracket, in centavos, unrounded. */
const taxOf = (base: Cents, { rate, deduct }: { rate: number; deduct: Cents }) => (base * rate) / WHOLE - deduct;

/** Checks that brackets ascend without a jump of the tax between them, and the reduction fades to zero at its end. */
export function withholdingTableProblems({ brackets, reduction }: WithholdingTable): TableProblem[] {
  const found: TableProblem[] = [];
  const at = (index: number, field: string, message: string) =>
    found.push({ path: ['brackets', index, field], message });
  for (const [index, bracket] of brackets.entries()) {
    const isLast = index === brackets.length - 1;
    const before = brackets[index - 1];
    if (bracket.up_to === null && !isLast) at(index, 'up_to', 'Informe até que valor vai a faixa');
    if (bracket.up_to !== null && isLast) at(index, 'up_to', 'A última faixa não tem limite');
    if (!before) continue;
    if (bracket.up_to !== null && bracket.up_to <= (before.up_to ?? 0)) {
      at(index, 'up_to', `Use um valor acima de ${formatMoney(before.up_to ?? 0)}, o limite da faixa anterior`);
    }
    if (bracket.rate <= before.rate) {
      at(index, 'rate', `Use uma alíquota acima de ${formatPercent(before.rate)}, a da faixa anterior`);
    } else if (before.up_to !== null) {
      const step = taxOf(before.up_to, bracket) - taxOf(before.up_to, before);
      if (Math.abs(step) > ROUNDING) {
        const expected = Math.round(bracket.deduct + step);
        at(index, 'deduct', `A parcela a deduzir não confere com as alíquotas: seria ${formatMoney(expected)}`);
      }
    }
  }
  return [...found, ...reductionProblems(reduction)];
}

function reductionProblems(reduction: WithholdingTable['reduction']): TableProblem[] {
  if (!reduction) return [];
  const { full_up_to, full, fades_to, constant, slope_millionths } = reduction;
  if (fades_to <= full_up_to) {
    return [{ path: ['reduction', 'fades_to'], message: `Use um valor acima de ${formatMoney(full_up_to)}` }];
  }
  const at = (income: Cents) => constant - (income * slope_millionths) / 1_000_000;
  if (Math.abs(at(full_up_to) - full) > ROUNDING) {
    const message = `Com estes números a redução em ${formatMoney(full_up_to)} seria ${formatMoney(Math.round(at(full_up_to)))}`;
    return [{ path: ['reduction', 'full'], message }];
  }
  if (Math.abs(at(fades_to)) > ROUNDING) {
    const message = `Com estes números a redução em ${formatMoney(fades_to)} não seria zero`;
    return [{ path: ['reduction', 'constant'], message }];
  }
  return [];
}

export function reformTableProblems({ rates, fixed_rate }: ReformTable): TableProblem[] {
  const found: TableProblem[] = [];
  const { ibs_state, ibs_municipal, cbs } = rates;
  if (ibs_state + ibs_municipal + cbs > WHOLE) {
    found.push({ path: ['rates', 'cbs'], message: 'As alíquotas somam mais de 100%' });
  }
  if (fixed_rate.residential_until < fixed_rate.signed_until) {
    const message = `Use um dia a partir de ${formatDate(fixed_rate.signed_until)}`;
    found.push({ path: ['fixed_rate', 'residential_until'], message });
  }
  return found;
}

/** Names by which the month's DARF and the yearly DIMOB are found among the obligations. */
export const OBLIGATIONS = { DARF: /^DARF\b/, DIMOB: /^DIMOB\b/ } as const;

/** Checks that the month's DARF has a day, and that there is exactly one yearly DIMOB. */
export function calendarTableProblems({ obligations }: CalendarTable): TableProblem[] {
  const found: TableProblem[] = [];
  const rules = (name: RegExp) => obligations.filter((one) => name.test(one.name)).map(({ rule }) => rule);
  const needs = (message: string) => found.push({ path: ['obligations'], message });
  if (!rules(OBLIGATIONS.DARF).some(({ kind }) => kind === 'DAY_OR_EARLIER_BUSINESS_DAY')) {
    needs('Falta o prazo do DARF: um nome que começa por DARF, com um dia do mês');
  }
  if (rules(OBLIGATIONS.DIMOB).filter(isYearly).length !== 1) {
    needs('Falta o prazo da DIMOB: um só nome que começa por DIMOB, com o mês do ano');
  }
  return found;
}

const isYearly = (rule: FiscalRule) => rule.kind !== 'ON' && rule.month !== undefined;

// In words, for the trail ---------------------------------------------------------------------------------------------------

export function withholdingTableWords({ brackets, reduction, ...table }: StoredWithholdingTable): string {
  return [
    ...brackets.map(
      ({ up_to, rate, deduct }) =>
        `${up_to === null ? 'acima' : `até ${formatAmount(up_to)}`}: ${formatPercent(rate)} − ${formatAmount(deduct)}`,
    ),
    `desconto simplificado ${formatAmount(table.simplified_discount)}`,
    ...(reduction
      ? [
          `redução de ${formatAmount(reduction.full)} até ${formatAmount(reduction.full_up_to)}, e de ${formatAmount(reduction.constant)} − ${formatFactor(reduction.slope_millionths)} × rendimento até ${formatAmount(reduction.fades_to)}`,
        ]
      : []),
    `não residente ${formatPercent(table.non_resident_rate)}`,
    `DARF mínimo ${formatAmount(table.minimum)}`,
  ].join('; ');
}

/** `0,133145` */
export const formatFactor = (millionths: number) =>
  (millionths / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 6 });

export function reformTableWords({ rates, fixed_rate, ...limits }: ReformTable): string {
  return [
    `limite ${formatAmount(limits.income_limit)} e ${limits.properties} imóveis`,
    `perto a partir de ${formatPercent(limits.near)}`,
    `excesso ${formatPercent(limits.excess)}${limits.excess_needs_properties ? ' com os imóveis' : ''}`,
    `IBS ${formatPercent(rates.ibs_state)} + ${formatPercent(rates.ibs_municipal)}, CBS ${formatPercent(rates.cbs)}`,
    `redução ${formatPercent(rates.lease_reduction)}`,
    `redutor social ${formatAmount(rates.social_reducer)}`,
    rates.collected ? 'recolhidos' : 'só informados',
    rates.official ? 'alíquotas oficiais' : 'estimativa',
    rates.deducts_pis_cofins ? 'base sem PIS e COFINS' : 'base com PIS e COFINS',
    `opção de ${formatPercent(fixed_rate.rate)}: assinados até ${formatDate(fixed_rate.signed_until)}, registrados até ${formatDate(fixed_rate.registered_until)}, residenciais até ${formatDate(fixed_rate.residential_until)}`,
  ].join('; ');
}

export const calendarTableWords = ({ obligations }: CalendarTable): string =>
  obligations.map(({ name, rule }) => `${name}: ${ruleWords(rule)}`).join('; ');

const MONTH_NAMES = [
  ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
  ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
];

/** `último dia útil de fevereiro`, `dia 20 de cada mês, ou o dia útil anterior` */
export function ruleWords(rule: FiscalRule): string {
  if (rule.kind === 'ON') return formatDate(rule.date);
  const month = rule.month === undefined ? 'cada mês' : (MONTH_NAMES[rule.month - 1] ?? '');
  return rule.kind === 'LAST_BUSINESS_DAY_OF_MONTH'
    ? `último dia útil de ${month}`
    : `dia ${rule.day} de ${month}, ou o dia útil anterior`;
}
