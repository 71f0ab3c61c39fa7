import type { CalendarDate } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import type { Line } from '../bank-text.ts';
import { amount, code, day, readRecord, text, type Values } from './record.ts';
import { entryOf, grossOf, ownerOf, type ReturnEntry, type ReturnFile, sequenceOf } from './return-entry.ts';

/** Position past the last column, for values that a bank does not report. */
const ABSENT = { text: text(401, 401), code: code(401, 401), amount: amount(401, 401), day: day(401, 406) };

const HEADER = {
  agency: code(27, 30),
  account: code(31, 38),
  created_on: day(95, 100),
  sequence: code(109, 113),
  /** Default for entries without a day of their own. */
  credited_on: ABSENT.day,
};

const DETAIL = {
  agency: ABSENT.code,
  account: ABSENT.code,
  company_use: text(38, 62),
  title: text(63, 70),
  occurrence: text(109, 110),
  occurred_on: day(111, 116),
  document: text(117, 126),
  due_date: day(147, 152),
  amount: amount(153, 165),
  fee: amount(176, 188),
  rebate: amount(228, 240),
  discount: amount(241, 253),
  paid: amount(254, 266),
  interest: amount(267, 279),
  fine: ABSENT.amount,
  credited_on: day(296, 301),
  reasons: text(319, 328),
  payer_document: ABSENT.text,
};

type Detail = Values<typeof DETAIL>;

type Bank400 = {
  header: typeof HEADER;
  /** Layouts by the record's first character. */
  details: Readonly<Record<string, typeof DETAIL>>;
  nossoNumero(title: string): string;
  paid?(detail: Detail): Cents;
  reasonLength?: number;
};

const expected = ({ amount: title, rebate, discount, interest, fine }: Detail) =>
  title - rebate - discount + interest + fine;

/** Banco do Brasil's columns (CBR643), shared by Sicoob. */
const BANCO_DO_BRASIL_DETAIL = {
  ...DETAIL,
  title: text(63, 73),
  fee: amount(182, 188),
  credited_on: day(176, 181),
  reasons: text(87, 88),
};

const BANKS: Readonly<Record<string, Bank400>> = {
  // "Cobrança Integrada BB, arquivo-retorno" (CBR643): agreements of seven digits write records 7, older ones records 1.
  '001': {
    header: { ...HEADER, account: code(32, 39), sequence: code(101, 107) },
    details: {
      '1': BANCO_DO_BRASIL_DETAIL,
      '7': { ...BANCO_DO_BRASIL_DETAIL, company_use: text(39, 63), title: text(64, 80) },
    },
    nossoNumero: (title) => title,
  },
  // "Layout CNAB 400" (H7800) v. 2.17.
  '033': {
    header: { ...HEADER, sequence: ABSENT.code },
    details: { '1': { ...DETAIL, reasons: text(137, 145) } },
    nossoNumero: (title) => title.slice(0, 7).padStart(12, '0'),
    reasonLength: 3,
  },
  // "Manual CNAB400" v1.1: columns of its own, and reasons in words.
  '077': {
    header: { ...HEADER, agency: ABSENT.code, account: ABSENT.code, sequence: ABSENT.code },
    details: {
      '1': {
        ...DETAIL,
        title: text(71, 81),
        occurrence: text(90, 91),
        occurred_on: day(92, 97),
        document: text(98, 107),
        due_date: day(119, 124),
        amount: amount(125, 137),
        fee: ABSENT.amount,
        rebate: ABSENT.amount,
        discount: ABSENT.amount,
        paid: amount(160, 172),
        interest: ABSENT.amount,
        credited_on: day(173, 178),
        reasons: text(241, 380),
        payer_document: text(227, 240),
      },
    },
    nossoNumero: (title) => title.slice(0, 10),
    reasonLength: 140,
  },
  // "Leiaute CNAB 400 SIGCB" (67.126 v015) does not say whether "valor principal pago" includes fine and interest.
  '104': {
    header: { ...HEADER, account: code(31, 37), sequence: code(390, 394) },
    details: {
      '1': {
        ...DETAIL,
        company_use: text(32, 56),
        title: text(57, 73),
        fine: amount(280, 292),
        credited_on: day(294, 299),
        reasons: text(80, 82),
      },
    },
    nossoNumero: (title) => title,
    paid: (detail) => grossOf(detail.paid, detail.interest + detail.fine, expected(detail)) ?? detail.paid,
    reasonLength: 3,
  },
  // "Layout de arquivos 400 posições" (4008-524-0121).
  '237': {
    header: { ...HEADER, agency: ABSENT.code, account: ABSENT.code, credited_on: day(380, 385) },
    details: { '1': { ...DETAIL, agency: code(25, 29), account: code(30, 36), title: text(71, 82) } },
    nossoNumero: (title) => title.slice(0, 11),
  },
  // "Cobrança CNAB 400", July 2021: the principal is the credited amount, usually less the fee.
  '341': {
    header: { ...HEADER, account: code(33, 37), credited_on: day(114, 119) },
    details: { '1': { ...DETAIL, reasons: text(378, 385) } },
    nossoNumero: (title) => title,
    paid: (detail) => grossOf(detail.paid, detail.fee, expected(detail)) ?? detail.paid + detail.fee,
  },
  // "Manual CNAB 400", August 2019.
  '748': {
    header: {
      ...HEADER,
      agency: ABSENT.code,
      account: code(27, 31),
      created_on: day(95, 102, 'YMD'),
      sequence: code(111, 117),
    },
    details: {
      '1': {
        ...DETAIL,
        company_use: ABSENT.text,
        title: text(48, 62),
        fine: amount(280, 292),
        credited_on: day(329, 336, 'YMD'),
      },
    },
    nossoNumero: (title) => title.slice(0, 8),
  },
  // "Layouts para troca de informações", February 2017, sheet 04.
  '756': {
    header: { ...HEADER, account: code(32, 39), sequence: code(101, 107) },
    details: { '1': { ...BANCO_DO_BRASIL_DETAIL, reasons: text(81, 82) } },
    nossoNumero: (title) => title.slice(-7),
  },
};

/** @param lines header first. */
export function readReturn400(bank: string, lines: readonly Line[]): ReturnFile | undefined {
  const rules = BANKS[bank];
  if (!rules) return undefined;
  const header = readRecord(lines[0]?.text ?? '', rules.header);
  const details = lines.slice(1).flatMap((line) => {
    const layout = rules.details[line.text.charAt(0)];
    return layout ? [{ line, detail: readRecord(line.text, layout) }] : [];
  });
  const owner = header.account === '' ? details[0]?.detail : header;
  return {
    bank,
    layout: 'CNAB400',
    ...ownerOf(owner?.agency ?? '', owner?.account ?? ''),
    created_on: header.created_on,
    sequence: sequenceOf(header.sequence),
    entries: details.map(({ line, detail }) => entry(bank, rules, line, detail, header.credited_on)),
  };
}

/** Columns before the record's number. */
const CONTENT = 394;

function entry(
  bank: string,
  rules: Bank400,
  { number: line, text: record }: Line,
  detail: Detail,
  credited_on: CalendarDate | null,
): ReturnEntry {
  const read = entryOf(bank, 'CNAB400', {
    line,
    content: record.slice(0, CONTENT).trimEnd(),
    nosso_numero: rules.nossoNumero(detail.title),
    document_number: detail.document,
    company_use: detail.company_use,
    occurrence: detail.occurrence,
    due_date: detail.due_date,
    amount: detail.amount,
    paid_amount: rules.paid?.(detail) ?? detail.paid,
    fine_and_interest: detail.interest + detail.fine,
    discount: detail.discount + detail.rebate,
    fee: detail.fee,
    paid_on: detail.occurred_on,
    credited_on: detail.credited_on,
    payer_document: detail.payer_document,
    reasons: detail.reasons,
    reason_length: rules.reasonLength ?? 2,
  });
  const isPaid = read.occurrence.kind === 'SETTLED';
  return isPaid && !read.credited_on ? { ...read, credited_on } : read;
}
