import { documentKind } from '../../base/documents.ts';
import { addressLine } from '../../property/property.ts';
import { amount, blanks, code, day, fixed, text, zeros } from './record.ts';
import type { RemittanceBoleto } from './remittance.ts';

/** Every record ends with its sequence number. */
export type Record400 = (place: string) => string;

export const numbered = (records: readonly Record400[]) => records.map((write, index) => write(String(index + 1)));

const MOVEMENTS = { REGISTER: '01', CANCEL: '02' } as const;
export const documentType = (document: string) => (documentKind(document) === 'CPF' ? '01' : '02');

export const HEADER = {
  type: fixed(1, '01REMESSA01COBRANCA       '),
  company: text(47, 76),
  created_on: day(95, 100),
  place: code(395, 400),
};
export const TRAILER = { type: fixed(1, '9'), reserved: blanks(2, 394), place: code(395, 400) };

/** Fields that Itaú and Bradesco share: the title, from its number up to the payer's name. */
export const TITLE = {
  movement: code(109, 110),
  document_number: text(111, 120),
  due_date: day(121, 126),
  amount: amount(127, 139),
  issued_on: day(151, 156),
  interest: amount(161, 173),
  discounts: zeros(174, 218),
  payer_type: code(219, 220),
  payer_document: code(221, 234),
  payer_name: text(235, 274),
  street: text(275, 314),
  cep: code(327, 334),
  place: code(395, 400),
};

export function titleOf(boleto: RemittanceBoleto) {
  const { movement, document_number, due_date, amount, issued_on, interest, payer } = boleto;
  return {
    movement: MOVEMENTS[movement],
    document_number,
    due_date,
    amount,
    issued_on,
    interest: interest?.per_day ?? 0,
    payer_type: documentType(payer.document),
    payer_document: payer.document,
    payer_name: payer.name,
    street: addressLine(payer.address),
    cep: payer.address.cep ?? '',
  };
}
