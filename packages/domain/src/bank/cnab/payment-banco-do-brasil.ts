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
import { amount, blanks, code, day, exact, fixed, text, writeRecord, zeros } from './record.ts';

/**
 * FEBRABAN's columns, with Banco do Brasil's agreement: its number, 0126 for payments, blanks. Segment B of a Pix is of
 * v. 10.9 and later.
 */
const BB_FILE_HEADER = {
  ...FILE_HEADER,
  reserved_3: blanks(9, 17),
  agreement: code(33, 41),
  product: fixed(42, '0126       '),
  agency_digit: text(58, 58),
  account_digit: text(71, 71),
  joint_digit: blanks(72, 72),
  sequence: code(158, 163),
  version: fixed(164, '103'),
};

const BB_LOT_HEADER = {
  ...LOT_HEADER,
  version: fixed(14, '046'),
  agreement: code(33, 41),
  product: fixed(42, '0126       '),
  agency_digit: text(58, 58),
  account_digit: text(71, 71),
  joint_digit: blanks(72, 72),
  debit: fixed(223, '01'),
  reserved_2: blanks(225, 230),
};

const BB_SEGMENT_A = {
  ...SEGMENT_A,
  payee_bank: code(21, 23),
  payee_agency: code(24, 28),
  payee_agency_digit: text(29, 29),
  payee_account: code(30, 41),
  payee_digit: text(42, 42),
  joint_digit: blanks(43, 43),
  currency: fixed(102, 'BRL'),
  currency_amount: zeros(105, 119),
  bank_number: blanks(135, 154),
  details: blanks(178, 217),
  other_purpose: blanks(225, 229),
};

const TO_ACCOUNT = {
  ...SEGMENT_B,
  reserved: blanks(15, 17),
  street: blanks(33, 62),
  number: zeros(63, 67),
  complement: blanks(68, 117),
  cep: zeros(118, 125),
  state: blanks(126, 127),
  due_date: day(128, 135),
  amount: amount(136, 150),
  changes: zeros(151, 210),
  payee_code: blanks(211, 225),
  notice: fixed(226, '0'),
  unit: zeros(227, 232),
  ispb: zeros(233, 240),
};

const TO_PIX_KEY = {
  ...SEGMENT_B,
  key_type: text(15, 17),
  txid: blanks(33, 67),
  message: blanks(68, 127),
  key: exact(128, 226),
  unit: zeros(227, 232),
  ispb: zeros(233, 240),
};

const BB_LOT_TRAILER = { ...LOT_TRAILER, notice: zeros(60, 65), reserved_2: blanks(66, 240) };
const BB_FILE_TRAILER = { ...FILE_TRAILER, accounts: zeros(30, 35), reserved_2: blanks(36, 240) };

/** Blank for Pix: the key identifies the account. */
function accountOf({ target }: Payment) {
  if (target.kind === 'PIX') {
    return { payee_bank: '', payee_agency: '', payee_agency_digit: '', payee_account: '', payee_digit: '' };
  }
  const agency = agencyParts(target);
  const account = accountParts(target);
  return {
    payee_bank: target.bank,
    payee_agency: agency.number,
    payee_agency_digit: agency.digit,
    payee_account: account.number,
    payee_digit: account.digit,
  };
}

function details({ lot, form }: Lot, payment: Payment, index: number): string[] {
  const { target, pay_on, amount } = payment;
  const head = { bank: '001', lot };
  const place = 2 * index + 1;
  const more = { ...head, ...payeeOf(payment), place: String(place + 1) };
  return [
    writeRecord(BB_SEGMENT_A, {
      ...head,
      ...creditOf(form, payment),
      ...accountOf(payment),
      ted_purpose: tedPurpose(form),
      place: String(place),
    }),
    target.kind === 'PIX'
      ? writeRecord(TO_PIX_KEY, { ...more, key_type: PIX_KEY_CODES[target.key.kind], key: target.key.key })
      : writeRecord(TO_ACCOUNT, { ...more, due_date: pay_on, amount }),
  ];
}

export function bancoDoBrasilPayments(order: PaymentOrder): string[][] {
  const { from, sequence } = order;
  const company = {
    ...companyOf(order),
    agreement: from.agreement,
    sequence: String(sequence),
    bank_name: 'BANCO DO BRASIL',
  };
  const lines = writeLots(order, {
    header: () => writeRecord(BB_FILE_HEADER, company),
    lotHeader: (lot) => writeRecord(BB_LOT_HEADER, { ...company, ...lot }),
    details,
    lotTrailer: (lot, records) => writeRecord(BB_LOT_TRAILER, { ...lot, bank: '001', records }),
    trailer: (totals) => writeRecord(BB_FILE_TRAILER, { ...totals, bank: '001' }),
  });
  return [lines];
}
