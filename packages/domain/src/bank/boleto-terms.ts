import { nextBusinessDay } from '../base/business-days.ts';
import { addDays, type CalendarDate, formatDate, later } from '../base/calendar.ts';
import { lifeCycle, refuse, to } from '../base/life-cycle.ts';
import { type BasisPoints, type Cents, formatMoney, formatPercent, portion, ratio, sum } from '../base/money.ts';
import type { InvoiceFigures } from '../rent/invoice.ts';
import { DAILY_INTEREST, FINE, FIRST_LATE_DAY, lateCharges, oldChargesOf } from '../rent/late/late-charges.ts';
import { chargeLines } from '../rent/late/late-words.ts';
import type { BoletoBankCode } from './boleto-banks/boleto-bank.ts';
import { callBank } from './call-banks.ts';
import { keepsGrace } from './cnab/remittance-banks.ts';
import type { BankCharges, Slip, SlipLine } from './slip.ts';

/**
 * A withdrawn boleto may still be paid at a bank that has not processed the withdrawal; undoing the settlement that
 * withdrew it reopens it.
 */
export const boletoLife = lifeCycle({
  OPEN: {
    pay: to('PAID'),
    cancel: to('CANCELED'),
    reopen: refuse('BOLETO_NOT_OPEN'),
    withdraw: refuse('BOLETO_NOT_OPEN'),
  },
  PAID: {
    pay: refuse('BOLETO_NOT_OPEN'),
    cancel: refuse('BOLETO_NOT_OPEN'),
    reopen: to('OPEN'),
    withdraw: to('CANCELED'),
  },
  CANCELED: {
    pay: to('PAID'),
    cancel: refuse('BOLETO_NOT_OPEN'),
    reopen: to('OPEN'),
    withdraw: refuse('BOLETO_NOT_OPEN'),
  },
});

/** Days after the due date for which a bank that adds charges accepts a boleto. */
const DAYS_WITH_CHARGES = 120;
/** The same for a bank that adds no charges: the boleto is accepted as long as none are owed. */
const DAYS_WITHOUT = FIRST_LATE_DAY;

export const daysAtBank = (charges: BankCharges | null) => (charges ? DAYS_WITH_CHARGES : DAYS_WITHOUT);

type Billed = InvoiceFigures & { due_date: CalendarDate };
type Setting = { fromBusinessDay: boolean };

/** `oldCharges`: fine and interest of another invoice within it. */
export type BoletoTerms = {
  due_date: CalendarDate;
  amount: Cents;
  lines: SlipLine[];
  late: boolean;
  oldCharges: Cents;
};

/**
 * Amount and lines of a boleto issued today: the invoice as it falls due, or with today's late charges and due today.
 */
export function boletoTerms(invoice: Billed, today: CalendarDate, setting: Setting): BoletoTerms {
  const late = invoice.due_date < today;
  const base = invoice.price + invoice.fees;
  const oldCharges = oldChargesOf(invoice.lines);
  const charges = chargeLines(base, lateCharges(base, invoice.due_date, today, { ...setting, oldCharges }));
  const lines = [...invoice.lines, ...[charges.fine, charges.interest].map(named).filter(({ amount }) => amount > 0)];
  return {
    due_date: late ? today : invoice.due_date,
    amount: sum(lines.map(({ amount }) => amount)),
    lines: lines.map(({ name, note, amount }) => ({ name, ...(note && { note }), amount })),
    ...{ late, oldCharges },
  };
}

const named = ({ label, note, amount }: { label: string; note: string; amount: Cents }): SlipLine => ({
  name: label,
  note,
  amount,
});

/** How boletos reach a bank: by a file that a person carries, or by calls of its API. */
export type BoletoChannel = 'FILE' | 'CALL';

/** Whether a bank can wait for the days of our own rule before it charges a fine and interest. */
const waits = (bank: BoletoBankCode, channel: BoletoChannel) =>
  channel === 'CALL' ? callBank(bank)?.keepsGrace === true : keepsGrace(bank);

/**
 * Fine and interest for the bank to charge. They begin on the days of our own rule, so only at banks that support a
 * later start. A boleto that already includes today's charges gets no more of them, and those of another invoice bear none:
 * the bank takes a smaller rate of the whole.
 */
export function bankCharges(
  bank: BoletoBankCode,
  terms: BoletoTerms,
  setting: Setting,
  channel: BoletoChannel = 'FILE',
): BankCharges | null {
  const bearing = terms.amount - terms.oldCharges;
  if (terms.late || bearing <= 0 || !waits(bank, channel)) return null;
  const counted = setting.fromBusinessDay ? nextBusinessDay(terms.due_date) : terms.due_date;
  return {
    fine: { percent: ratio(FINE, bearing, terms.amount), from: addDays(counted, FIRST_LATE_DAY) },
    interest: {
      per_day: portion(bearing, DAILY_INTEREST),
      ...(channel === 'CALL' && { monthly: ratio(MONTHLY_INTEREST, bearing, terms.amount) }),
      from: addDays(counted, FIRST_LATE_DAY + 1),
    },
  };
}

/** Monthly interest, as the banks' APIs take it: a month has thirty days. */
export const MONTHLY_INTEREST: BasisPoints = DAILY_INTEREST * 30;

type Dated = { due_date: CalendarDate; bank_charges: BankCharges | null; invoice_due_date: CalendarDate };

/**
 * Last day on which the bank shall accept a boleto. One to which the bank adds nothing is accepted while no more than
 * its amount is owed: until the last day without charges, or, if it was issued later, only on its due date.
 */
export const payableUntil = ({ due_date, bank_charges, invoice_due_date }: Dated): CalendarDate =>
  bank_charges ? addDays(due_date, DAYS_WITH_CHARGES) : later(due_date, addDays(invoice_due_date, FIRST_LATE_DAY - 1));

/** «Instruções»: charges after the due date, and the agency's own text. */
export function slipInstructions(
  { amount }: BoletoTerms,
  charges: BankCharges | null,
  note: string | null | undefined,
): string[] {
  return [...chargeWords(amount, charges), ...(note ?? '').split('\n')].map((line) => line.trim()).filter(Boolean);
}

function chargeWords(amount: Cents, charges: BankCharges | null): string[] {
  if (!charges) return ['Depois do vencimento, peça outro boleto ou abra o link da fatura: o valor muda a cada dia.'];
  const { fine, interest } = charges;
  return [
    `A partir de ${formatDate(fine.from)}: multa de ${formatPercent(fine.percent)} (${formatMoney(portion(amount, fine.percent))}).`,
    `A partir de ${formatDate(interest.from)}: juros de ${interestWords(interest)}.`,
  ];
}

const interestWords = ({ monthly, per_day }: BankCharges['interest']) =>
  monthly === undefined
    ? `${formatMoney(per_day)} por dia`
    : `${formatPercent(monthly)} ao mês, contados por dia (cerca de ${formatMoney(per_day)} por dia)`;

/** Whether the boleto can be paid today as printed, so that no new one is needed. */
export function isPayable(
  boleto: {
    due_date: CalendarDate;
    registration: 'NONE' | 'SENT' | 'REGISTERED' | 'REFUSED';
    slip: Pick<Slip, 'bank_charges'>;
  },
  today: CalendarDate,
): boolean {
  if (boleto.due_date >= today) return true;
  const { bank_charges } = boleto.slip;
  const isCharged = boleto.registration === 'REGISTERED' && bank_charges !== null;
  return isCharged && today <= addDays(boleto.due_date, daysAtBank(bank_charges));
}
