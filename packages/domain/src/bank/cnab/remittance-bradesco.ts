import { blanks, code, fixed, rate, text, writeRecord, zeros } from './record.ts';
import type { Remittance } from './remittance.ts';
import { HEADER, numbered, type Record400, TITLE, TRAILER, titleOf } from './remittance-400.ts';

/** "Cobrança Bradesco, layout de arquivos 400 posições" (4008-524-0121), pages 8 to 11 and 16 to 22. */
const BRADESCO_HEADER = {
  ...HEADER,
  agreement: code(27, 46),
  bank: fixed(77, '237BRADESCO       '),
  reserved: blanks(101, 108),
  system: fixed(109, 'MX'),
  sequence: code(111, 117),
  reserved_2: blanks(118, 394),
};

const BRADESCO_TITLE = {
  ...TITLE,
  type: fixed(1, '1'),
  debited_account: zeros(2, 21),
  wallet: code(22, 24),
  agency: code(25, 29),
  account: code(30, 36),
  account_digit: text(37, 37),
  company_use: text(38, 62),
  debited_bank: zeros(63, 65),
  has_fine: code(66, 66),
  fine: rate(67, 70),
  number: code(71, 81),
  number_digit: text(82, 82),
  bonus: zeros(83, 92),
  printed_by_us: fixed(93, '2N'),
  reserved: blanks(95, 105),
  no_debit_notice: fixed(106, '2'),
  payments: blanks(107, 108),
  bank: zeros(140, 147),
  kind: fixed(148, '05'),
  accepted: fixed(150, 'N'),
  protest: zeros(157, 160),
  message: blanks(315, 326),
  message_2: text(335, 394),
};

export function bradesco400({ agreement, company, created_on, sequence, boletos }: Remittance): string[] {
  const titles = boletos.map((boleto): Record400 => {
    const { fine, nosso_numero, instructions } = boleto;
    // District, city and state have no column: the bank derives them from the CEP.
    return (place) =>
      writeRecord(BRADESCO_TITLE, {
        ...titleOf(boleto),
        wallet: agreement.wallet ?? '',
        agency: agreement.agency ?? '',
        account: agreement.account ?? '',
        account_digit: agreement.account_digit ?? '',
        company_use: boleto.company_use,
        has_fine: fine ? '2' : '',
        fine: fine?.percent ?? 0,
        number: nosso_numero.bare,
        number_digit: nosso_numero.digit,
        message_2: instructions[0] ?? '',
        place,
      });
  });
  return numbered([
    (place) =>
      writeRecord(BRADESCO_HEADER, {
        agreement: agreement.agreement ?? '',
        company: company.name,
        created_on,
        sequence: String(sequence),
        place,
      }),
    ...titles,
    (place) => writeRecord(TRAILER, { place }),
  ]);
}
