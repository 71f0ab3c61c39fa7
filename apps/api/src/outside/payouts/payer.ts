import type { PaymentTarget } from '@morada/domain/bank/cnab/payment';
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

/** What a bank says of a payment. UNDER_WAY covers every state that is not final, also those that aren't known here. */
export type PaymentTold = {
  outcome: 'UNDER_WAY' | 'PAID' | 'REFUSED';
  /** The bank's name for the payment. */
  code: string;
  /** State in the bank's word. */
  word: string;
  end_to_end_id: string | null;
  /** As the bank has it; null where it doesn't say. */
  amount: Cents | null;
  problem: string | null;
};

/** A bank that pays by a call. Each method throws `BankFailure`. */
export type Payer = {
  /** Gives the order. Repeated with the same key, the bank takes it for the same payment. */
  pay: (order: PayOrder) => Promise<Pick<PaymentTold, 'code' | 'word' | 'end_to_end_id'>>;
  look: (code: string) => Promise<PaymentTold>;
  /** Resolves when the bank answers and accepts the credentials. */
  check: () => Promise<void>;
  close: () => void;
};
