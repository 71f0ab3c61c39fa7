import { amount, blanks, code, fixed, text, writeRecord, zeros } from './record.ts';
import type { Remittance } from './remittance.ts';
import {
  companyOf,
  FILE_HEADER,
  fileTrailer,
  fineOf,
  interestOf,
  LOT_HEADER,
  LOT_TRAILER,
  SEGMENT_P,
  SEGMENT_R,
  segments,
  titleOf,
} from './remittance-240.ts';

/**
 * "Leiaute CNAB 240 SIGCB" (67.118 v010), June 2018. The beneficiary's code, of six digits there, has seven since 2021
 * and takes the next column too.
 */
const caixaLayouts = (length: number) => ({
  header: {
    ...FILE_HEADER,
    agreement: zeros(33, 52),
    code: code(59, 58 + length),
    reserved_5: zeros(59 + length, 72),
    version: fixed(164, '101'),
    environment: fixed(192, 'REMESSA-PRODUCAO    '),
  },
  lot: {
    ...LOT_HEADER,
    reserved_3: zeros(12, 13),
    version: fixed(14, '060'),
    code: code(34, 33 + length),
    reserved_4: zeros(34 + length, 53),
    code_2: code(60, 65),
    form: zeros(66, 73),
  },
  p: {
    ...SEGMENT_P,
    code: code(24, 23 + length),
    reserved_2: zeros(24 + length, 40),
    number: code(41, 57),
    wallet: fixed(58, '1'),
    delivered_by_us: fixed(62, '0'),
    document_number: text(63, 73),
    reserved_3: blanks(74, 77),
    agency_digit_2: zeros(106, 106),
    write_off: fixed(224, '1'),
    keep_days: code(225, 227),
  },
});
const CAIXA_SEGMENT_R = { ...SEGMENT_R, reserved_3: blanks(180, 240) };
const CAIXA_LOT_TRAILER = {
  ...LOT_TRAILER,
  titles: code(24, 29),
  total: amount(30, 46),
  other_titles: zeros(47, 92),
  reserved_2: blanks(93, 240),
};

export function caixa240(remittance: Remittance): string[] {
  const { agreement, boletos } = remittance;
  const { agency = '', agency_digit = '', bank, agreement: code = '' } = agreement;
  const layouts = caixaLayouts(code.length);
  const company = { ...companyOf(remittance), code, bank_name: 'CAIXA ECONOMICA FEDERAL' };
  const details = segments(bank, boletos, {
    p: (boleto, head) =>
      writeRecord(layouts.p, {
        ...head,
        ...titleOf(boleto),
        ...interestOf(boleto),
        agency,
        agency_digit,
        code,
        number: boleto.nosso_numero.bare,
        keep_days: String(boleto.keep_days),
      }),
    r: (boleto, head) => writeRecord(CAIXA_SEGMENT_R, { ...head, ...fineOf(boleto) }),
  });
  return [
    writeRecord(layouts.header, company),
    writeRecord(layouts.lot, { ...company, code_2: code.length === 7 ? '' : code }),
    ...details,
    writeRecord(CAIXA_LOT_TRAILER, {
      bank,
      records: String(details.length + 2),
      titles: String(boletos.length),
      total: boletos.reduce((sum, boleto) => sum + boleto.amount, 0),
    }),
    fileTrailer(bank, details),
  ];
}
