import type { Cents } from '../../base/money.ts';
import { truncate } from '../../base/truncate.ts';
import type { ImmediateState } from './immediate-charge-life.ts';
import { debtorOf, LONGEST_MESSAGE, type Payer, pixAmount } from './pix-charge.ts';
import type { RecurrenceState } from './recurrence.ts';

// Immediate charges of the Pix API (`cob`, Banco Central, version 2). In journey 3 of Pix Automático one confirmation
// pays such a charge and authorises a recurrence. While in force it replaces the invoice's charge with due date.

// Moments are milliseconds since 1970.

/** How long the code of an immediate charge can be paid, in minutes. */
export const IMMEDIATE_MINUTES = 30;
/** A shorter time is not enough to open the bank's application and confirm. */
const LEAST_MINUTES = 2;
const MINUTE_MS = 60_000;

/**
 * End of an immediate charge created now. Its amount is fixed at the bank, so it ends before another amount is owed.
 * @param amountEnds moment from which another amount may be owed; null when that is not today.
 * @returns undefined when too little time is left.
 */
export function immediateUntil(now: number, amountEnds: number | null): number | undefined {
  const whole = now + IMMEDIATE_MINUTES * MINUTE_MS;
  const until = Math.min(whole, amountEnds ?? whole);
  return until - now < LEAST_MINUTES * MINUTE_MS ? undefined : until;
}

type Charged = {
  amount: Cents;
  /** Seconds until the charge ends. */
  seconds: number;
  payer: Payer;
  pix_key: string;
  /** Month of the rent, as printed: `novembro de 2026`. */
  month: string;
};

/** Body of `PUT /cob/{txid}`. A repeated creation sends the remaining time, so the charge never ends later. */
export const immediateChargeBody = ({ amount, seconds, payer, pix_key, month }: Charged) => ({
  calendario: { expiracao: Math.max(1, Math.floor(seconds)) },
  devedor: debtorOf(payer),
  valor: { original: pixAmount(amount) },
  chave: pix_key,
  solicitacaoPagador: truncate(`Aluguel de ${month}, com autorização do Pix Automático`, LONGEST_MESSAGE),
});

/**
 * Whether a charge that the bank reports as unpaid can no longer be paid. The standard has no state for expiry; a
 * payment that began before the end is reported within a minute.
 */
export function hasExpired({ made, seconds }: { made: number; seconds: number }, now: number): boolean {
  return made + seconds * 1_000 + MINUTE_MS < now;
}

export type Underway = {
  state: 'QUEUED' | 'WAITING' | 'ACTIVE' | 'REFUSED';
  until: number;
  invoice: {
    /** It is still to be paid by a charge. */
    isOpen: boolean;
    /** Its amount is the charge's. */
    isSame: boolean;
  };
  recurrence: { state: RecurrenceState; canceling: boolean; problem: string | null };
};

/** Why an immediate charge is replaced by the invoice's charge with due date; undefined while it is in force. */
export type Ending = 'EXPIRED' | 'INVOICE' | 'RECURRENCE' | 'REFUSED';

export function endingOf({ state, until, invoice, recurrence }: Underway, now: number): Ending | undefined {
  if (state === 'REFUSED' || recurrence.problem !== null) return 'REFUSED';
  if (!invoice.isOpen) return 'INVOICE';
  // A queued charge has no amount yet.
  if (!invoice.isSame && state !== 'QUEUED') return 'INVOICE';
  const isWanted = ['WAITING', 'CREATED', 'APPROVED'].includes(recurrence.state) && !recurrence.canceling;
  if (!isWanted) return 'RECURRENCE';
  return until <= now ? 'EXPIRED' : undefined;
}

/** Stage of an immediate charge, as shown to the tenant. */
export type ImmediateStage = 'PREPARING' | 'SHOWN' | 'ENDING' | 'LAPSED' | 'REFUSED' | 'PAID';

type Shown = { state: ImmediateState; joint_code: string | null; until: number; problem: string | null };

export function immediateStage({ state, joint_code, until, problem }: Shown, now: number): ImmediateStage {
  if (state === 'PAID') return 'PAID';
  if (state === 'REMOVED') return problem === null ? 'LAPSED' : 'REFUSED';
  if (state === 'REMOVING' || state === 'REFUSED' || until <= now) return 'ENDING';
  return state === 'ACTIVE' && joint_code !== null ? 'SHOWN' : 'PREPARING';
}
