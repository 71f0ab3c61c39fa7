import { nextBusinessDay } from '../../base/business-days.ts';
import { addDays, type CalendarDate, later } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import { truncate } from '../../base/truncate.ts';
import { pixAmount } from './pix-charge.ts';
import { LAST_SENDING_DAY, type RetryPolicy } from './recurrence.ts';

// Charges of Pix Automático (`cobr`, Banco Central, version 2): one for each invoice of a contract with a recurrence.

/** WAITING: still to be sent to the bank; CANCELING: its cancellation is still to be sent. */
export const RECURRING_CHARGE_STATES = {
  WAITING: 'Vai ao banco',
  SENT: 'Agendada',
  PAID: 'Paga',
  FAILED: 'Não debitada',
  REFUSED: 'Recusada pelo banco',
  CANCELING: 'Cancelando',
  CANCELED: 'Cancelada',
} as const;
export type RecurringChargeState = keyof typeof RECURRING_CHARGE_STATES;

const FIRST_SENDING_DAY = 10;

/**
 * Days on which the charge of an invoice may be sent: from 10 to 2 days before it is settled, which is the next business
 * day when the due date has no banks.
 */
export function sendingWindow(due: CalendarDate): { settles: CalendarDate; from: CalendarDate; until: CalendarDate } {
  const settles = nextBusinessDay(due);
  return { settles, from: addDays(settles, -FIRST_SENDING_DAY), until: addDays(settles, -LAST_SENDING_DAY) };
}

/** A charge can be cancelled until the day before its first attempt. */
export const isCancellable = (due: CalendarDate, today: CalendarDate) => today < sendingWindow(due).settles;

/** `kind`: AGND, the first; NTAG, a retry after the due date; RIFL, a repetition by the bank itself. */
export type Attempt = { on: CalendarDate; kind: string; status: string };

const MOST_RETRIES = 3;
const RETRY_DAYS = 7;
/** Preferred days of the retries, counted from the settlement, before late charges begin. */
const SPREAD = [1, 2, 4] as const;

/**
 * Day of the next attempt: up to three on different days within seven days of the settlement. Undefined when the agreement
 * allows none, or none is left.
 */
export function nextRetry(
  { policy, due }: { policy: RetryPolicy; due: CalendarDate },
  attempts: readonly Attempt[],
  today: CalendarDate,
): CalendarDate | undefined {
  if (policy === 'NAO_PERMITE') return undefined;
  const { settles } = sendingWindow(due);
  const retries = attempts.filter(({ kind }) => kind === 'NTAG');
  const wished = SPREAD[retries.length];
  if (wished === undefined || retries.length >= MOST_RETRIES) return undefined;
  const used = attempts
    .map(({ on }) => on)
    .toSorted()
    .at(-1);
  const free = later(addDays(today, 1), used === undefined ? settles : addDays(used, 1));
  const day = later(addDays(settles, wished), free);
  return day <= addDays(settles, RETRY_DAYS) ? day : undefined;
}

const ENDED_ATTEMPTS = ['REJEITADA', 'EXPIRADA', 'CANCELADA'];

/** PENDING: an attempt is still to come; MISSED: the last one failed, and another may be requested. */
export type ChargeOutcome = 'PENDING' | 'MISSED' | 'PAID' | 'FAILED' | 'CANCELED';

/** Outcome of a charge by the bank's statuses. A status that isn't in the standard yet leaves it pending. */
export function chargeOutcome(status: string, attempts: readonly Attempt[]): ChargeOutcome {
  if (status === 'CONCLUIDA') return 'PAID';
  if (status === 'CANCELADA') return 'CANCELED';
  if (status === 'REJEITADA' || status === 'EXPIRADA') return 'FAILED';
  const isMissed = attempts.length > 0 && attempts.every((attempt) => ENDED_ATTEMPTS.includes(attempt.status));
  return isMissed ? 'MISSED' : 'PENDING';
}

/** The agency's account at the bank, which charges name. */
export type ReceivingAccount = {
  branch: string | null;
  account: string;
  account_type: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';
};

const LONGEST_INFO = 140;

type Charged = {
  id_rec: string;
  due: CalendarDate;
  amount: Cents;
  /** Month of the rent, as printed: `novembro de 2026`. */
  month: string;
  account: ReceivingAccount;
};

/** Body of `PUT /cobr/{txid}`. */
export const recurringChargeBody = ({ id_rec, due, amount, month, account }: Charged) => ({
  idRec: id_rec,
  infoAdicional: truncate(`Aluguel de ${month}`, LONGEST_INFO),
  calendario: { dataDeVencimento: due },
  valor: { original: pixAmount(amount) },
  ajusteDiaUtil: true,
  recebedor: {
    ...(account.branch !== null && { agencia: account.branch }),
    conta: account.account,
    tipoConta: account.account_type,
  },
});

/**
 * Whether the rest of a late payment goes on the next invoice: the charge was paid in full as sent, before late
 * charges were known, so only these are missing.
 */
export const owesLateChargesAlone = (paid: Cents, charge: { amount: Cents }, invoice: { amount: Cents; due: Cents }) =>
  paid === charge.amount && paid === invoice.amount && invoice.due > paid;
