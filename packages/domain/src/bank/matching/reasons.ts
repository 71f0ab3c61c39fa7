import { nextBusinessDay } from '../../base/business-days.ts';
import { type CalendarDate, formatDate } from '../../base/calendar.ts';
import { type Cents, formatMoney, portion } from '../../base/money.ts';
import { lateCharges } from '../../rent/late/late-charges.ts';
import { type PayDayRefusal, payDayRefusal } from '../../rent/pay-day.ts';
import type { BankEntry } from '../bank-entry.ts';
import type { RowPayment } from '../settlement-report.ts';
import { bankInterest } from '../slip.ts';
import type { Found, KnownBoleto, KnownSettlement, KnownWaiting } from './find.ts';

/** Amount owed on a day, by our books. */
export type Owed = { late: { days: number; fine: Cents; interest: Cents }; expected: Cents };

export type MatchOptions = {
  today: CalendarDate;
  /** Late days count from the next business day. */
  fromBusinessDay: boolean;
  /** Null: the file is not stored yet. */
  file: number | null;
  /** Identity of the only line, known from when its file was settled; absent: by the line. */
  identity?: string;
};

export function owedOn(
  { amount, due_date, old_charges }: { amount: Cents; due_date: CalendarDate; old_charges: number },
  day: CalendarDate,
  { fromBusinessDay }: MatchOptions,
): Owed {
  const late = lateCharges(amount, due_date, day, { fromBusinessDay, oldCharges: old_charges });
  return { late, expected: amount + late.fine + late.interest };
}

export type Facts = {
  entry: BankEntry;
  found: Found;
  payment: RowPayment | null;
  owed: Owed;
  /** Names of the payment, its identity first; empty while it has none. */
  names: readonly string[];
  /** Settlement in force of this very payment, or its line in the queue. */
  same: KnownSettlement | KnownWaiting | undefined;
  /** A known payment of the same amount that it may be. */
  alike: KnownSettlement | KnownWaiting | undefined;
  /** Fingerprint of its line in the queue. */
  waits: string | undefined;
  /** Lines that pay an invoice without a doubt. */
  claimed: ReadonlyMap<number, number>;
  options: MatchOptions;
};
type Check = (facts: Facts) => string | undefined;

const isHere = ({ entry, options }: Facts, known: Facts['same']) =>
  known !== undefined && 'line' in known && known.file_id === options.file && known.line === entry.line;

/** Whether this line of this file settled its invoice. */
export const isSettledHere = (facts: Facts): boolean => isHere(facts, facts.same);

/** Whether another line or file settled an invoice by this payment. */
export const isRepeated = (facts: Facts): boolean => facts.same !== undefined && !isHere(facts, facts.same);

const PAY_DAY_WORDS: Record<PayDayRefusal, string> = {
  PAY_DAY_IN_FUTURE: 'A data do pagamento é futura',
  PAY_DAY_BEFORE_CONTRACT: 'A data do pagamento é anterior ao início do contrato',
  PAY_DAY_TOO_EARLY: 'A data do pagamento é mais de 60 dias anterior à emissão da fatura',
};

const knownAlike = ({ paid_on }: KnownSettlement | KnownWaiting) =>
  `Já se conhece um pagamento deste valor, que é de ${formatDate(paid_on)}`;

/** Said where nothing but the record tells two payments apart, as at a bank that numbers no files. */
const EQUAL_RECORD = ' (registro igual em todas as colunas: dois pagamentos iguais contam como um, confira o extrato)';

const equally = ({ entry: { movement }, same }: Facts) =>
  movement?.includes(' record ') &&
  same &&
  [same.fingerprint, ...same.names].some((name) => name.endsWith(`@${movement}`))
    ? EQUAL_RECORD
    : '';

/** Reasons why a line can't be settled by any user. The first that holds is reported. */
const REFUSALS: readonly Check[] = [
  ({ entry }) => entry.problem ?? undefined,
  (facts) => {
    const { same } = facts;
    if (!same) return undefined;
    if ('line' in same)
      return `Este pagamento já foi liquidado pelo arquivo ${same.file_id}, em ${formatDate(same.settled_on)}${equally(facts)}`;
    return same.given_back
      ? 'O banco devolveu este pagamento ao pagador'
      : `Este pagamento já está em A resolver${equally(facts)}`;
  },
  ({ found }) => (found.invoice.deleted ? 'A fatura deste boleto foi deletada' : undefined),
  ({ found: { invoice } }) =>
    invoice.status === 'REPLACED'
      ? 'A fatura está em um acordo, ou é parcela de um acordo desfeito: dê baixa no que está em aberto, ou retome o acordo'
      : undefined,
  ({ found: { invoice }, alike }) => {
    if (invoice.status !== 'PAID') return undefined;
    if (alike && 'line' in alike)
      return `${knownAlike(alike)} e pagou esta fatura: se for o mesmo, ignore; se o inquilino pagou de novo, devolva o valor`;
    return `A fatura já foi paga${invoice.pay_day ? ` em ${formatDate(invoice.pay_day)}` : ''}: se o inquilino pagou de novo, devolva o valor`;
  },
  ({ entry, found, claimed }) => {
    const line = claimed.get(found.invoice.id);
    return line === undefined || line === entry.line ? undefined : `A linha ${line} deste arquivo já paga esta fatura`;
  },
  ({ payment }) => (payment ? undefined : 'Não dá para saber pela linha o valor ou o dia do pagamento'),
  ({ payment, found, options }) => {
    const refusal = payment && payDayRefusal(found.invoice, payment.paid_on, options.today);
    return refusal ? PAY_DAY_WORDS[refusal] : undefined;
  },
  ({ payment, found }) =>
    payment && (payment.paid_amount < 0 || (payment.paid_amount === 0 && found.invoice.amount > 0))
      ? 'O valor pago é zero'
      : undefined,
];

/** Reasons why a user has to confirm. All that hold are reported. */
const DOUBTS: readonly Check[] = [
  ({ found }) => found.doubt ?? undefined,
  ({ found }) => (found.boleto?.status === 'CANCELED' ? 'Este boleto foi cancelado' : undefined),
  ({ alike }) => {
    if (!alike) return undefined;
    const fate = 'line' in alike ? 'pagou esta fatura' : alike.given_back ? 'o banco devolveu' : 'está em A resolver';
    return `${knownAlike(alike)} e ${fate}: confira se não é o mesmo`;
  },
  ({ found: { boleto }, payment }) =>
    boleto && payment && payment.paid_on < boleto.issued_on
      ? `Pago antes de o boleto ser emitido, em ${formatDate(boleto.issued_on)}`
      : undefined,
  ({ found: { boleto }, payment }) =>
    boleto && payment?.amount && payment.amount !== boleto.amount
      ? `No arquivo o boleto é de ${formatMoney(payment.amount)}, e aqui de ${formatMoney(boleto.amount)}`
      : undefined,
  ({ found, payment, owed }) => {
    if (!payment || payment.paid_amount === owed.expected || isAsPrinted(found, payment)) return undefined;
    const difference = payment.paid_amount - owed.expected;
    return `Pagou ${formatMoney(Math.abs(difference))} ${difference > 0 ? 'a mais' : 'a menos'} do que o devido no dia, ${formatMoney(owed.expected)}`;
  },
];

export function refusalOf(facts: Facts): string | undefined {
  for (const check of REFUSALS) {
    const reason = check(facts);
    if (reason) return reason;
  }
  return undefined;
}

export const doubtsOf = (facts: Facts): string[] => DOUBTS.flatMap((doubt) => doubt(facts) ?? []);

/** Amount that the boleto asks for on that day; undefined when it can't be paid as printed. */
export function askedBy({ amount, due_date, bank_charges }: KnownBoleto, day: CalendarDate): Cents | undefined {
  if (day <= nextBusinessDay(due_date)) return amount;
  if (!bank_charges) return undefined;
  const { fine, interest } = bank_charges;
  return amount + (day >= fine.from ? portion(amount, fine.percent) : 0) + bankInterest(interest, amount, day);
}

/** Whether a boleto was paid as printed: with the charges registered at the bank, in its rounding. */
export const isAsPrinted = ({ boleto }: Found, { paid_amount, paid_on }: RowPayment) =>
  boleto !== null && paid_amount === askedBy(boleto, paid_on);
