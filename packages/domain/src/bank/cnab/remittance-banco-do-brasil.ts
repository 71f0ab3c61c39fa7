import { blanks, code, fixed, text, writeRecord, zeros } from './record.ts';
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

/** "Particularidades Banco do Brasil, leiaute CNAB 240", August 2017. */
const BB_FILE_HEADER = {
  ...FILE_HEADER,
  agreement: text(33, 52),
  account: code(59, 70),
  account_digit: text(71, 71),
  joint_digit: blanks(72, 72),
  version: fixed(164, '083'),
  reserved_5: blanks(192, 211),
};
const BB_LOT_HEADER = {
  ...LOT_HEADER,
  reserved_3: blanks(12, 13),
  version: fixed(14, '042'),
  agreement: text(34, 53),
  account: code(60, 71),
  account_digit: text(72, 72),
  joint_digit: blanks(73, 73),
};
const BB_SEGMENT_P = {
  ...SEGMENT_P,
  account: code(24, 35),
  account_digit: text(36, 36),
  joint_digit: blanks(37, 37),
  number: text(38, 57),
  wallet: code(58, 58),
  delivered_by_us: fixed(62, '2'),
  document_number: text(63, 77),
  agency_digit_2: blanks(106, 106),
  write_off: zeros(224, 227),
};
const BB_SEGMENT_R = {
  ...SEGMENT_R,
  reserved_3: blanks(180, 199),
  occurrence: zeros(200, 215),
  agency_digit: blanks(216, 216),
  account: zeros(217, 228),
  digits: blanks(229, 230),
  notice: zeros(231, 231),
  reserved_4: blanks(232, 240),
};
const BB_LOT_TRAILER = { ...LOT_TRAILER, reserved_2: blanks(24, 240) };

/** Agreement, product, wallet and variation side by side. */
function agreementOfBancoDoBrasil({ agreement = '', wallet = '', variation = '' }: Remittance['agreement']): string {
  return `${agreement.padStart(9, '0')}0014${wallet.padStart(2, '0')}${variation.padStart(3, '0')}`;
}

export function bancoDoBrasil240(remittance: Remittance): string[] {
  const { agreement, boletos } = remittance;
  const { account = '', account_digit = '', agency = '', agency_digit = '' } = agreement;
  const company = {
    ...companyOf(remittance),
    agreement: agreementOfBancoDoBrasil(agreement),
    account,
    account_digit,
    bank_name: 'BANCO DO BRASIL S.A.',
  };
  const details = segments(agreement.bank, boletos, {
    p: (boleto, head) =>
      writeRecord(BB_SEGMENT_P, {
        ...head,
        ...titleOf(boleto),
        ...interestOf(boleto),
        agency,
        agency_digit,
        account,
        account_digit,
        number: boleto.nosso_numero.bare + boleto.nosso_numero.digit,
        wallet: agreement.wallet === '17' ? '7' : '1',
      }),
    // The bank does not read the second message.
    r: (boleto, head) => writeRecord(BB_SEGMENT_R, { ...head, ...fineOf(boleto), message_2: '' }),
  });
  return [
    writeRecord(BB_FILE_HEADER, company),
    writeRecord(BB_LOT_HEADER, company),
    ...details,
    writeRecord(BB_LOT_TRAILER, { bank: agreement.bank, records: String(details.length + 2) }),
    fileTrailer(agreement.bank, details),
  ];
}
