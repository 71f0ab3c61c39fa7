import { accountParts, agencyParts, type Payment, type PaymentOrder, PIX_KEY_CODES, tedPurpose } from './payment.ts';
import {
  companyOf,
  creditOf,
  FILE_HEADER,
  FILE_TRAILER,
  LOT_HEADER,
  LOT_TRAILER,
  type Lot,
  payeeOf,
  SEGMENT_A,
  SEGMENT_B,
  writeLots,
} from './payment-240.ts';
import { blanks, code, exact, fixed, text, writeRecord, zeros } from './record.ts';

/** "SISPAG, layout de arquivos CNAB 240", v. 086: the check digit stands alone, and one number serves a whole payment. */
const ITAU_FILE_HEADER = {
  ...FILE_HEADER,
  reserved_3: blanks(9, 14),
  version: fixed(15, '080'),
  reserved_4: blanks(33, 52),
  reserved_5: blanks(58, 58),
  reserved_6: blanks(71, 71),
  account_digit: code(72, 72),
  sequence: zeros(158, 166),
};

const ITAU_LOT_HEADER = {
  ...LOT_HEADER,
  version: fixed(14, '040'),
  statement: blanks(33, 52),
  reserved_2: blanks(58, 58),
  reserved_3: blanks(71, 71),
  account_digit: code(72, 72),
  reserved_4: blanks(223, 230),
};

const ITAU_SEGMENT_A = {
  ...SEGMENT_A,
  currency: fixed(102, 'REA'),
  ispb: zeros(105, 112),
  transfer_type: code(113, 114),
  reserved: zeros(115, 119),
  bank_number: blanks(135, 154),
  details: blanks(178, 197),
  bank_document: zeros(198, 203),
  payee_document: code(204, 217),
  reserved_2: blanks(225, 229),
};

/** Note 11: credit to an account. */
const TO_ACCOUNT = {
  ...ITAU_SEGMENT_A,
  payee_bank: code(21, 23),
  payee_agency: code(24, 28),
  reserved_3: blanks(29, 29),
  payee_account: code(30, 41),
  reserved_4: blanks(42, 42),
  payee_digit: text(43, 43),
};

const TO_PIX_KEY = { ...ITAU_SEGMENT_A, payee_bank: zeros(21, 23), payee_account: blanks(24, 43) };

const PIX_KEY = {
  ...SEGMENT_B,
  key_type: text(15, 17),
  reserved: blanks(33, 62),
  message: blanks(63, 127),
  key: exact(128, 227),
  reserved_2: blanks(228, 240),
};

const ITAU_LOT_TRAILER = { ...LOT_TRAILER, reserved_2: blanks(60, 240) };
const ITAU_FILE_TRAILER = { ...FILE_TRAILER, reserved_2: blanks(30, 240) };

/** Note 36: Pix by key. */
const BY_KEY = '04';

function details({ lot, form }: Lot, payment: Payment, index: number): string[] {
  const { target, payee } = payment;
  const head = { bank: '341', lot, place: String(index + 1) };
  const credit = { ...head, ...creditOf(form, payment), payee_document: payee.document, ted_purpose: tedPurpose(form) };
  if (target.kind === 'PIX') {
    return [
      writeRecord(TO_PIX_KEY, { ...credit, transfer_type: BY_KEY }),
      writeRecord(PIX_KEY, {
        ...head,
        ...payeeOf(payment),
        key_type: PIX_KEY_CODES[target.key.kind],
        key: target.key.key,
      }),
    ];
  }
  const { number, digit } = accountParts(target);
  return [
    writeRecord(TO_ACCOUNT, {
      ...credit,
      transfer_type: '',
      payee_bank: target.bank,
      payee_agency: agencyParts(target).number,
      payee_account: number,
      payee_digit: digit,
    }),
  ];
}

function file(order: PaymentOrder): string[] {
  const company = { ...companyOf(order), bank_name: 'BANCO ITAU SA' };
  return writeLots(order, {
    header: () => writeRecord(ITAU_FILE_HEADER, company),
    lotHeader: (lot) => writeRecord(ITAU_LOT_HEADER, { ...company, ...lot }),
    details,
    lotTrailer: (lot, records) => writeRecord(ITAU_LOT_TRAILER, { ...lot, bank: '341', records }),
    trailer: (totals) => writeRecord(ITAU_FILE_TRAILER, { ...totals, bank: '341' }),
  });
}

/** Itaú accepts no Pix in a file with other payments. */
export const itauPayments = (order: PaymentOrder): string[][] =>
  itauFiles(order.payments).map((payments) => file({ ...order, payments }));

/** Itaú takes Pix payments and all others in separate files. */
export function itauFiles(payments: readonly Payment[]): Payment[][] {
  const isPix = ({ target }: Payment) => target.kind === 'PIX';
  const files = [payments.filter(isPix), payments.filter((payment) => !isPix(payment))];
  return files.filter((of) => of.length > 0);
}
