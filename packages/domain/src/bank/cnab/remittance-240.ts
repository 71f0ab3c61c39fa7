import { documentKind } from '../../base/documents.ts';
import { addressLine } from '../../property/property.ts';
import { amount, blanks, code, day, fixed, rate, text, writeRecord, zeros } from './record.ts';
import type { Remittance, RemittanceBoleto } from './remittance.ts';

/** FEBRABAN, "Layout padrão CNAB 240" v. 10.06, 2.2 and 3.2.1: shared by both banks. A file has one lot. */
export const FILE_HEADER = {
  bank: code(1, 3),
  type: fixed(4, '00000'),
  reserved: blanks(9, 17),
  company_type: code(18, 18),
  company_document: code(19, 32),
  agency: code(53, 57),
  agency_digit: text(58, 58),
  company: text(73, 102),
  bank_name: text(103, 132),
  reserved_2: blanks(133, 142),
  direction: fixed(143, '1'),
  created_on: day(144, 151),
  created_at: code(152, 157),
  sequence: code(158, 163),
  density: zeros(167, 171),
  reserved_3: blanks(172, 191),
  reserved_4: blanks(212, 240),
};

export const LOT_HEADER = {
  bank: code(1, 3),
  type: fixed(4, '00011R01'),
  reserved: blanks(17, 17),
  company_type: code(18, 18),
  company_document: code(19, 33),
  agency: code(54, 58),
  agency_digit: text(59, 59),
  company: text(74, 103),
  messages: blanks(104, 183),
  sequence: code(184, 191),
  created_on: day(192, 199),
  credited_on: zeros(200, 207),
  reserved_2: blanks(208, 240),
};

const SEGMENT = {
  bank: code(1, 3),
  type: fixed(4, '00013'),
  place: code(9, 13),
  reserved: blanks(15, 15),
  movement: code(16, 17),
};

export const SEGMENT_P = {
  ...SEGMENT,
  segment: fixed(14, 'P'),
  agency: code(18, 22),
  agency_digit: text(23, 23),
  /** Registered, without paper, printed and delivered by us. */
  printed_by_us: fixed(59, '122'),
  due_date: day(78, 85),
  amount: amount(86, 100),
  collecting_agency: zeros(101, 105),
  /** Kind 17, a receipt; N, not accepted. */
  kind: fixed(107, '17N'),
  issued_on: day(110, 117),
  interest_type: code(118, 118),
  interest_from: day(119, 126),
  interest: amount(127, 141),
  discounts: zeros(142, 195),
  company_use: text(196, 220),
  no_protest: fixed(221, '300'),
  currency: fixed(228, '09'),
  credit_contract: zeros(230, 239),
  partial_payment: blanks(240, 240),
};

const SEGMENT_Q = {
  ...SEGMENT,
  segment: fixed(14, 'Q'),
  payer_type: code(18, 18),
  payer_document: code(19, 33),
  payer_name: text(34, 73),
  street: text(74, 113),
  district: text(114, 128),
  cep: code(129, 136),
  city: text(137, 151),
  state: text(152, 153),
  guarantor: zeros(154, 169),
  guarantor_name: blanks(170, 209),
  other_bank: zeros(210, 212),
  other_number: blanks(213, 240),
};

export const SEGMENT_R = {
  ...SEGMENT,
  segment: fixed(14, 'R'),
  discounts: zeros(18, 65),
  fine_type: code(66, 66),
  fine_from: day(67, 74),
  fine: rate(75, 89),
  reserved_2: blanks(90, 99),
  message: text(100, 139),
  message_2: text(140, 179),
};

export const LOT_TRAILER = {
  bank: code(1, 3),
  type: fixed(4, '00015'),
  reserved: blanks(9, 17),
  records: code(18, 23),
};

const FILE_TRAILER = {
  bank: code(1, 3),
  type: fixed(4, '99999'),
  reserved: blanks(9, 17),
  lots: fixed(18, '000001'),
  records: code(24, 29),
  reserved_2: blanks(30, 240),
};

const MOVEMENTS = { REGISTER: '01', CANCEL: '02' } as const;
const documentType = (document: string) => (documentKind(document) === 'CPF' ? '1' : '2');

/** Daily amount, or none. */
export const interestOf = ({ interest }: RemittanceBoleto) => ({
  interest_type: interest ? '1' : '3',
  interest_from: interest?.from ?? null,
  interest: interest?.per_day ?? 0,
});

/** Percentage, or none. */
export const fineOf = ({ fine, instructions: [message = '', message_2 = ''] }: RemittanceBoleto) => ({
  fine_type: fine ? '2' : '0',
  fine_from: fine?.from ?? null,
  fine: fine?.percent ?? 0,
  message,
  message_2,
});

const payerOf = ({ payer: { name, document, address } }: RemittanceBoleto) => ({
  payer_type: documentType(document),
  payer_document: document,
  payer_name: name,
  street: addressLine(address),
  district: address.neighborhood ?? '',
  cep: address.cep ?? '',
  city: address.city ?? '',
  state: address.state ?? '',
});

export const titleOf = ({ document_number, due_date, amount, issued_on, company_use }: RemittanceBoleto) => ({
  document_number,
  due_date,
  amount,
  issued_on,
  company_use,
});

/** Position of a boleto's record, and the movement requested. */
type Head = { bank: string; place: string; movement: string };
type Segments = {
  p(boleto: RemittanceBoleto, head: Head): string;
  r(boleto: RemittanceBoleto, head: Head): string;
};

/** Segments P and Q of each boleto; R when it has data. */
export function segments(bank: string, boletos: readonly RemittanceBoleto[], { p, r }: Segments): string[] {
  const records = boletos.flatMap((boleto) => {
    const hasMore = boleto.fine !== null || boleto.instructions.length > 0;
    const q = (_: RemittanceBoleto, head: Head) => writeRecord(SEGMENT_Q, { ...head, ...payerOf(boleto) });
    const kinds = hasMore && boleto.movement === 'REGISTER' ? [p, q, r] : [p, q];
    return kinds.map((write) => ({ boleto, write }));
  });
  return records.map(({ boleto, write }, index) =>
    write(boleto, { bank, place: String(index + 1), movement: MOVEMENTS[boleto.movement] }),
  );
}

export function companyOf({ agreement, company, created_on, created_at, sequence }: Remittance) {
  return {
    bank: agreement.bank,
    company_type: documentType(company.document),
    company_document: company.document,
    agency: agreement.agency ?? '',
    agency_digit: agreement.agency_digit ?? '',
    company: company.name,
    created_on,
    created_at,
    sequence: String(sequence),
  };
}

export const fileTrailer = (bank: string, details: readonly string[]) =>
  writeRecord(FILE_TRAILER, { bank, records: String(details.length + 4) });
