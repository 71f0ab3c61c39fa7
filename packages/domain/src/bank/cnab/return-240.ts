import type { Cents } from '../../base/money.ts';
import type { Line } from '../bank-text.ts';
import { amount, code, day, placed, readRecord, text, type Values } from './record.ts';
import { entryOf, grossOf, ownerOf, type ReturnEntry, type ReturnFile, sequenceOf } from './return-entry.ts';

/** FEBRABAN, "Layout padrão CNAB 240" v. 10.06, 2.2. */
const FILE_HEADER = {
  agency: code(53, 57),
  account: code(59, 70),
  created_on: day(144, 151),
  sequence: code(158, 163),
};

/** Segment T (3.2.2): the title's data. */
const SEGMENT_T = {
  occurrence: text(16, 17),
  title: placed(38, 57),
  document: text(59, 73),
  due_date: day(74, 81),
  amount: amount(82, 96),
  company_use: text(106, 130),
  payer_document: text(134, 148),
  fee: amount(199, 213),
  reasons: text(214, 223),
};

/** Segment U (3.2.2): the payment's amounts. */
const SEGMENT_U = {
  charges: amount(18, 32),
  discount: amount(33, 47),
  rebate: amount(48, 62),
  paid: amount(78, 92),
  occurred_on: day(138, 145),
  credited_on: day(146, 153),
};

type Title = Values<typeof SEGMENT_T>;
type Payment = Values<typeof SEGMENT_U>;

type Bank240 = {
  header: typeof FILE_HEADER;
  t: typeof SEGMENT_T;
  nossoNumero(title: string): string;
  paid?(title: Title, payment: Payment): Cents;
};

const STANDARD: Bank240 = { header: FILE_HEADER, t: SEGMENT_T, nossoNumero: (title) => title.trim() };

const expected = (title: Title, { charges, discount, rebate }: Payment) => title.amount - discount - rebate + charges;

const bancoDoBrasil = (title: string) => (title.length === 17 ? title : title.slice(0, 11));

/** Position of each bank's nosso número, and other deviations from the standard. */
const BANKS: Readonly<Record<string, Bank240>> = {
  // "Particularidades BB, leiaute CNAB 240", August 2017: eleven digits and a check digit, or seventeen without.
  '001': { ...STANDARD, nossoNumero: (title) => bancoDoBrasil(title.trim()) },
  // "Cobrança CNAB 240" (H7815) v. 2.9.
  '033': {
    header: { ...FILE_HEADER, agency: code(33, 36), account: code(38, 46) },
    t: {
      occurrence: text(16, 17),
      title: placed(41, 53),
      document: text(55, 69),
      due_date: day(70, 77),
      amount: amount(78, 92),
      company_use: text(101, 125),
      payer_document: text(129, 143),
      fee: amount(194, 208),
      reasons: text(209, 218),
    },
    nossoNumero: (title) => title.slice(0, 12),
  },
  // "Leiaute CNAB 240 SIGCB" (67.118 v010): the account's columns hold the beneficiary's code.
  '104': {
    header: { ...FILE_HEADER, account: code(59, 64) },
    t: { ...SEGMENT_T, title: placed(40, 57), document: text(59, 69) },
    nossoNumero: (title) => title.trim().slice(0, 17),
  },
  // "MP operacionais, troca de arquivos 240 posições" (4008-524-0339): product, zeros, number, check digit.
  '237': { ...STANDARD, nossoNumero: (title) => title.slice(8, 19) },
  // "Cobrança FEBRABAN 240", January 2017: both amounts are the credited one, usually less the fee.
  '341': {
    header: { ...FILE_HEADER, account: code(66, 70) },
    t: { ...SEGMENT_T, reasons: text(214, 221) },
    nossoNumero: (title) => title.slice(3, 11),
    paid: (title, payment) => grossOf(payment.paid, title.fee, expected(title, payment)) ?? payment.paid + title.fee,
  },
  // "Manual CNAB 240", August 2019: year, generator and number, then the check digit.
  '748': { ...STANDARD, nossoNumero: (title) => title.slice(0, 8) },
  // "Layouts para troca de informações", February 2017, sheet 06: number and check digit in ten, then the instalment.
  '756': { ...STANDARD, nossoNumero: (title) => title.slice(2, 9) },
};

const isDetail = (line: Line) => line.text.charAt(7) === '3';
const segmentOf = (line: Line) => line.text.charAt(13);

/** @param lines the file's header first. A bank without rules of its own uses FEBRABAN's. */
export function readReturn240(bank: string, lines: readonly Line[]): ReturnFile {
  const rules = BANKS[bank] ?? STANDARD;
  const header = readRecord(lines[0]?.text ?? '', rules.header);
  const details = lines.filter(isDetail);
  const entries = details.flatMap((line, index) => {
    if (segmentOf(line) !== 'T') return [];
    const next = details[index + 1];
    const payment = readRecord(next && segmentOf(next) === 'U' ? next.text : '', SEGMENT_U);
    const content = [line, next].map((record) => record?.text.slice(PLACE).trimEnd() ?? '').join('');
    return [entry(bank, rules, { line: line.number, content }, readRecord(line.text, rules.t), payment)];
  });
  return {
    bank,
    layout: 'CNAB240',
    ...ownerOf(header.agency, header.account),
    created_on: header.created_on,
    sequence: sequenceOf(header.sequence),
    entries,
  };
}

/** Columns of the batch's and the record's numbers. */
const PLACE = 13;

function entry(
  bank: string,
  rules: Bank240,
  place: { line: number; content: string },
  title: Title,
  payment: Payment,
): ReturnEntry {
  return entryOf(bank, 'CNAB240', {
    ...place,
    nosso_numero: rules.nossoNumero(title.title).trim(),
    document_number: title.document,
    company_use: title.company_use,
    occurrence: title.occurrence,
    due_date: title.due_date,
    amount: title.amount,
    paid_amount: rules.paid?.(title, payment) ?? payment.paid,
    fine_and_interest: payment.charges,
    discount: payment.discount + payment.rebate,
    fee: title.fee,
    paid_on: payment.occurred_on,
    credited_on: payment.credited_on,
    payer_document: title.payer_document,
    reasons: title.reasons,
    reason_length: 2,
  });
}
