import type { BankCharges, SlipParty } from '@morada/domain/bank/slip';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';

/** A boleto to be registered. */
export type BoletoOrder = {
  /** «Seu número»: chosen by us, unique within the agreement. */
  document_number: string;
  /** «Nosso número» in the agreement's format; null at a bank that numbers boletos itself. */
  nosso_numero: string | null;
  issued_on: CalendarDate;
  due_date: CalendarDate;
  /** Last day on which the bank takes a payment. */
  payable_until: CalendarDate;
  amount: Cents;
  /** Fine and interest that the bank adds; null: none. */
  charges: BankCharges | null;
  payer: SlipParty;
  /** Printed on the bank's own paper. */
  messages: string[];
};

/**
 * PENDING: not decided by the bank yet. REFUSED: the bank accepted the request and declined it later. CANCELED:
 * withdrawn by us, or dropped by the bank.
 */
export type BoletoStateAtBank = 'PENDING' | 'REGISTERED' | 'REFUSED' | 'PAID' | 'CANCELED';

/** A boleto as its bank reports it. */
export type BoletoAtBank = {
  /** Name of the boleto in later calls: the bank's own, or the «nosso número». */
  handle: string;
  state: BoletoStateAtBank;
  /** Null where the bank's answers omit it, and while PENDING at a bank that numbers boletos itself. */
  nosso_numero: string | null;
  /** Barcode and line have 44 and 47 digits; null where the bank doesn't report them, or not yet. */
  barcode: string | null;
  digitable_line: string | null;
  /** BR Code of a hybrid boleto. */
  pix: string | null;
  /** Txid with which that code is paid; absent where the bank doesn't report it. */
  pix_txid?: string | null;
  /** The bank's reason for REFUSED. */
  problem: string | null;
  payment: BoletoPayment | null;
};

/** A payment as the bank reports it; what it doesn't report is null. */
export type BoletoPayment = {
  handle: string;
  nosso_numero: string | null;
  paid_on: CalendarDate;
  credited_on: CalendarDate | null;
  paid: Cents;
  fine: Cents | null;
  interest: Cents | null;
  discount: Cents | null;
  /** The bank's fee. */
  tariff: Cents | null;
  byPix: boolean;
};

/** TAKEN_BACK: the bank withdrew a payment notice. SETTLED: paid; day and amount have to be queried by the boleto. */
export type BoletoMovement =
  | { kind: 'CANCELED' | 'TAKEN_BACK' | 'SETTLED'; handle: string }
  | { kind: 'PAID'; payment: BoletoPayment };

/** Boletos at one bank, by its API. Each call throws `BankFailure`; a repeated call has no further effect. */
export type BoletoRegistrar = {
  /** Idempotent: a boleto that an earlier call registered, whose answer was lost, is looked up and returned. */
  register: (order: BoletoOrder) => Promise<BoletoAtBank>;
  /** Undefined at a bank that can't change a registered boleto, which is then cancelled and registered again. */
  changeDueDate?: (handle: string, change: { due_date: CalendarDate; payable_until: CalendarDate }) => Promise<void>;
  cancel: (handle: string) => Promise<void>;
  /** @throws BankFailure ABSENT when the bank doesn't know it. */
  boleto: (handle: string) => Promise<BoletoAtBank>;
  /** Movements between two days, both included, in blocks: they cover notices that were lost. */
  movements: (from: CalendarDate, until: CalendarDate) => AsyncIterable<BoletoMovement[]>;
  /** Subscribes to notices. Undefined at a bank where the agency subscribes by other means than the API. */
  setNotices?: (url: string) => Promise<void>;
  /** Handles in a notice. Its other content is not trusted: the boletos are queried from the bank. */
  handlesOfNotice: (body: unknown) => string[];
  /** Smallest call that proves certificate, credentials and scope valid. */
  check: (today: CalendarDate) => Promise<void>;
  close: () => void;
};
