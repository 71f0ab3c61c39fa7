import type { BankCharges, SlipParty } from '@morada/domain/bank/slip';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';

/** A boleto to be registered. */
export type BoletoOrder = {
  /** «Seu número»: ours, and different for each boleto of the agreement. */
  document_number: string;
  /** «Nosso número» as the agreement counts it; null at a bank that numbers boletos itself. */
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
 * PENDING: the bank has yet to decide. REFUSED: it took the request and then declined. CANCELED: withdrawn by us, or
 * dropped by the bank.
 */
export type BoletoStateAtBank = 'PENDING' | 'REGISTERED' | 'REFUSED' | 'PAID' | 'CANCELED';

/** What a bank knows of a boleto. */
export type BoletoAtBank = {
  /** Name of the boleto in later calls: the bank's own, or the «nosso número». */
  handle: string;
  state: BoletoStateAtBank;
  /** Null where the bank doesn't repeat it, and while PENDING at a bank that numbers boletos itself. */
  nosso_numero: string | null;
  /** 44 and 47 digits; null where the bank doesn't tell them, or not yet. */
  barcode: string | null;
  digitable_line: string | null;
  /** BR Code of a hybrid boleto. */
  pix: string | null;
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
  /** What the bank keeps for itself. */
  tariff: Cents | null;
  byPix: boolean;
};

/** TAKEN_BACK: a payment notice that the bank withdrew. SETTLED: paid, and the boleto itself tells when and how much. */
export type BoletoMovement =
  | { kind: 'CANCELED' | 'TAKEN_BACK' | 'SETTLED'; handle: string }
  | { kind: 'PAID'; payment: BoletoPayment };

/** Boletos at one bank, by its API. Each call throws `BankFailure`; a repeated call has no further effect. */
export type BoletoRegistrar = {
  /** A number that the bank knows already is the answer to a call whose first answer was lost: it is queried. */
  register: (order: BoletoOrder) => Promise<BoletoAtBank>;
  /** Undefined at a bank that can't change what was registered: it is cancelled and registered anew. */
  changeDueDate?: (handle: string, change: { due_date: CalendarDate; payable_until: CalendarDate }) => Promise<void>;
  cancel: (handle: string) => Promise<void>;
  /** @throws BankFailure ABSENT when the bank doesn't know it. */
  boleto: (handle: string) => Promise<BoletoAtBank>;
  /** Movements between two days, both included, block by block: what notices lost. */
  movements: (from: CalendarDate, until: CalendarDate) => AsyncIterable<BoletoMovement[]>;
  /** Undefined at a bank whose notices are ordered at its counter. */
  setNotices?: (url: string) => Promise<void>;
  /** Handles that a notice names, whatever else it says; they are read from the bank before they count. */
  handlesOfNotice: (body: unknown) => string[];
  /** The least call that shows certificate, credentials and scope to be right. */
  check: (today: CalendarDate) => Promise<void>;
  close: () => void;
};
