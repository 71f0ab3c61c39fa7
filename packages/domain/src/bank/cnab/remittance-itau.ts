import { addDays } from '../../base/calendar.ts';
import { blanks, code, day, fixed, rate, text, writeRecord, zeros } from './record.ts';
import type { Remittance, RemittanceBoleto } from './remittance.ts';
import { documentType, HEADER, numbered, type Record400, TITLE, TRAILER, titleOf } from './remittance-400.ts';

/** "Cobrança CNAB 400" of Itaú, July 2021, 3.1. */
const ITAU_HEADER = {
  ...HEADER,
  agency: code(27, 30),
  zeros: zeros(31, 32),
  account: code(33, 37),
  account_digit: code(38, 38),
  reserved: blanks(39, 46),
  bank: fixed(77, '341BANCO ITAU SA  '),
  reserved_2: blanks(101, 394),
};

const ITAU_TITLE = {
  ...TITLE,
  type: fixed(1, '1'),
  company_type: code(2, 3),
  company_document: code(4, 17),
  agency: code(18, 21),
  zeros: zeros(22, 23),
  account: code(24, 28),
  account_digit: code(29, 29),
  reserved: blanks(30, 33),
  cancelled_instruction: zeros(34, 37),
  company_use: text(38, 62),
  number: code(63, 70),
  currency_amount: zeros(71, 83),
  wallet: code(84, 86),
  bank_use: blanks(87, 107),
  wallet_code: fixed(108, 'I'),
  bank: fixed(140, '341'),
  collecting_agency: zeros(143, 147),
  kind: fixed(148, '05'),
  accepted: fixed(150, 'N'),
  protest: fixed(157, '10'),
  instruction: code(159, 160),
  district: text(315, 326),
  city: text(335, 349),
  state: text(350, 351),
  message: text(352, 381),
  reserved_2: blanks(382, 385),
  interest_from: day(386, 391),
  days: zeros(392, 393),
  reserved_3: blanks(394, 394),
};

const FINE = {
  type: fixed(1, '22'),
  last_day_without: day(3, 10),
  percent: rate(11, 23),
  reserved: blanks(24, 394),
  place: code(395, 400),
};

/** Note 11: 44 sets the first day of interest, 93 prints a message of 30 columns; only one of them fits. */
function instructionOf({ interest, instructions: [message = ''] }: RemittanceBoleto) {
  if (interest) return { instruction: '44', message: '' };
  return { instruction: message ? '93' : '', message };
}

export function itau400({ agreement, company, created_on, boletos }: Remittance): string[] {
  const owner = {
    agency: agreement.agency ?? '',
    account: agreement.account ?? '',
    account_digit: agreement.account_digit ?? '',
  };
  const titles = boletos.flatMap((boleto): Record400[] => {
    const { address } = boleto.payer;
    const title: Record400 = (place) =>
      writeRecord(ITAU_TITLE, {
        ...owner,
        ...titleOf(boleto),
        ...instructionOf(boleto),
        company_type: documentType(company.document),
        company_document: company.document,
        company_use: boleto.company_use,
        number: boleto.nosso_numero.bare,
        wallet: agreement.wallet ?? '',
        district: address.neighborhood ?? '',
        city: address.city ?? '',
        state: address.state ?? '',
        interest_from: boleto.interest?.from ?? null,
        place,
      });
    const { fine } = boleto;
    // With any other movement a second record would have the whole boleto refused.
    if (!fine || boleto.movement !== 'REGISTER') return [title];
    // Note 36: a fine is due after the given day.
    const last_day_without = addDays(fine.from, -1);
    return [title, (place) => writeRecord(FINE, { last_day_without, percent: fine.percent, place })];
  });
  return numbered([
    (place) => writeRecord(ITAU_HEADER, { ...owner, company: company.name, created_on, place }),
    ...titles,
    (place) => writeRecord(TRAILER, { place }),
  ]);
}
