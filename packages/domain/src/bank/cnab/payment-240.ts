import { documentKind } from '../../base/documents.ts';
import { CHAMBERS, type Payment, type PaymentForm, type PaymentOrder, paymentForm } from './payment.ts';
import { amount, blanks, code, day, fixed, text, zeros } from './record.ts';

/** FEBRABAN, "Layout padrão CNAB 240" v. 10.06, 2.2 and 3.1.2: shared by both banks. */
export const FILE_HEADER = {
  bank: code(1, 3),
  type: fixed(4, '00000'),
  company_type: code(18, 18),
  company_document: code(19, 32),
  agency: code(53, 57),
  account: code(59, 70),
  company: text(73, 102),
  bank_name: text(103, 132),
  reserved: blanks(133, 142),
  direction: fixed(143, '1'),
  created_on: day(144, 151),
  created_at: code(152, 157),
  density: zeros(167, 171),
  reserved_2: blanks(172, 240),
};

export const LOT_HEADER = {
  bank: code(1, 3),
  lot: code(4, 7),
  /** Credits of all kinds; 20 would be suppliers alone. */
  type: fixed(8, '1C98'),
  form: code(12, 13),
  reserved: blanks(17, 17),
  company_type: code(18, 18),
  company_document: code(19, 32),
  agency: code(53, 57),
  account: code(59, 70),
  company: text(73, 102),
  message: blanks(103, 142),
  street: text(143, 172),
  number: code(173, 177),
  complement: text(178, 192),
  city: text(193, 212),
  cep: code(213, 220),
  state: text(221, 222),
  occurrences: blanks(231, 240),
};

export const SEGMENT = { bank: code(1, 3), lot: code(4, 7), type: fixed(8, '3'), place: code(9, 13) };

export const SEGMENT_A = {
  ...SEGMENT,
  segment: fixed(14, 'A'),
  /** Inclusion of a payment, released. */
  movement: fixed(15, '000'),
  chamber: code(18, 20),
  payee: text(44, 73),
  identifier: text(74, 93),
  pay_on: day(94, 101),
  amount: amount(120, 134),
  paid_on: zeros(155, 162),
  paid_amount: zeros(163, 177),
  doc_purpose: blanks(218, 219),
  ted_purpose: text(220, 224),
  notice: fixed(230, '0'),
  occurrences: blanks(231, 240),
};

export const SEGMENT_B = {
  ...SEGMENT,
  segment: fixed(14, 'B'),
  payee_type: code(18, 18),
  payee_document: code(19, 32),
};

export const LOT_TRAILER = {
  bank: code(1, 3),
  lot: code(4, 7),
  type: fixed(8, '5'),
  reserved: blanks(9, 17),
  records: code(18, 23),
  total: amount(24, 41),
  currency_amount: zeros(42, 59),
};

export const FILE_TRAILER = {
  bank: code(1, 3),
  type: fixed(4, '99999'),
  reserved: blanks(9, 17),
  lots: code(18, 23),
  records: code(24, 29),
};

/** Payments of one form, which share a lot. */
export type Lot = { lot: string; form: PaymentForm; payments: readonly Payment[]; total: number };

function lotsOf({ from, company, payments }: PaymentOrder): Lot[] {
  const formOf = (payment: Payment) => paymentForm(from.bank, company.document, payment);
  const forms = [...new Set(payments.map(formOf))];
  return forms.map((form, index) => {
    const ofForm = payments.filter((payment) => formOf(payment) === form);
    return {
      lot: String(index + 1),
      form,
      payments: ofForm,
      total: ofForm.reduce((sum, { amount }) => sum + amount, 0),
    };
  });
}

/** Records in a bank's format. */
export type Writers = {
  header(): string;
  lotHeader(lot: Lot): string;
  /** @param index of the payment in its lot. */
  details(lot: Lot, payment: Payment, index: number): string[];
  lotTrailer(lot: Lot, records: string): string;
  trailer(totals: { lots: string; records: string }): string;
};

export function writeLots(order: PaymentOrder, writers: Writers): string[] {
  const lots = lotsOf(order);
  const lines = lots.flatMap((lot) => {
    const details = lot.payments.flatMap((payment, index) => writers.details(lot, payment, index));
    return [writers.lotHeader(lot), ...details, writers.lotTrailer(lot, String(details.length + 2))];
  });
  const totals = { lots: String(lots.length), records: String(lines.length + 2) };
  return [writers.header(), ...lines, writers.trailer(totals)];
}

const documentType = (document: string) => (documentKind(document) === 'CPF' ? '1' : '2');

export function companyOf({ from, company, created_on, created_at }: PaymentOrder) {
  const { address } = company;
  return {
    bank: from.bank,
    company_type: documentType(company.document),
    company_document: company.document,
    agency: from.agency,
    agency_digit: from.agency_digit,
    account: from.account,
    account_digit: from.account_digit,
    company: company.name,
    created_on,
    created_at,
    street: address.street ?? '',
    number: address.number?.match(/^\d{1,5}$/)?.[0] ?? '',
    complement: address.complement ?? '',
    city: address.city ?? '',
    cep: address.cep ?? '',
    state: address.state ?? '',
  };
}

export const creditOf = (form: PaymentForm, { identifier, pay_on, amount, payee }: Payment) => ({
  chamber: CHAMBERS[form],
  payee: payee.name,
  identifier,
  pay_on,
  amount,
});

export const payeeOf = ({ payee }: Payment) => ({
  payee_type: documentType(payee.document),
  payee_document: payee.document,
});
