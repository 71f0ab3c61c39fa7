import type { PaymentTarget } from '@morada/domain/bank/cnab/payment';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';

/** An order to pay by Pix. `key` is made before the call, and stays with the order for ever. */
export type PayOrder = {
  key: string;
  amount: Cents;
  target: PaymentTarget;
  payee: { name: string; document: string };
  /** Shown to the payee. */
  description: string;
};

/** A payment as its bank reports it. UNDER_WAY covers every state that is not final, including unknown ones. */
export type PaymentTold = {
  outcome: 'UNDER_WAY' | 'PAID' | 'REFUSED';
  /** The bank's id of the payment. */
  code: string;
  /** State, as the bank names it. */
  word: string;
  end_to_end_id: string | null;
  /** As the bank reports it; null where it doesn't. */
  amount: Cents | null;
  /** Day on which the bank paid; null where it doesn't say. */
  paid_on: CalendarDate | null;
  problem: string | null;
};

/** A bank that pays by a call. Each method throws `BankFailure`. */
export type Payer = {
  /** Sends the order. Idempotent: for the bank, an order with the same key is the same payment. */
  pay: (order: PayOrder) => Promise<Pick<PaymentTold, 'code' | 'word' | 'end_to_end_id'>>;
  look: (code: string) => Promise<PaymentTold>;
  /** Resolves when the bank answers and accepts the credentials. */
  check: () => Promise<void>;
  close: () => void;
};
