import type { SlipParty } from '@morada/domain/bank/slip';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import type { FoundBoleto } from './boletos.queries.ts';

/** Data of a boleto that its PDF prints. */
export type PrintedBoleto = Pick<
  FoundBoleto,
  | 'id'
  | 'bank_code'
  | 'issued_on'
  | 'due_date'
  | 'amount'
  | 'barcode'
  | 'digitable_line'
  | 'pix'
  | 'slip'
  | 'registration'
>;

/** Printed in place of number and line, until the bank has assigned them. */
export const UNNUMBERED = 'Aguardando o banco';

/** `Ana Prado · CPF 529.982.247-25` */
export const who = ({ name, document }: SlipParty) => `${name} · ${documentKind(document)} ${formatDocument(document)}`;
