import type { CalendarDate } from '@morada/domain/base/calendar';
import { type AccountingLine, holderOf, MONEY_HOLDERS } from '@morada/domain/fiscal/accounting';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';

/** A posting: one side of an entry. */
export type PostingRow = AccountingLine & {
  company: string | null;
  branch: string | null;
  entry_id: number;
  day: CalendarDate;
  history: string;
  document: string | null;
};

/** One of the two accounts is empty; the amounts of each side add up to the same. */
export const POSTINGS: readonly Column<PostingRow>[] = [
  text('Empresa', 10, (row) => row.company),
  text('Filial', 10, (row) => row.branch),
  day('Data', 12, (row) => row.day),
  number('Lançamento', 12, (row) => row.entry_id),
  text('Conta débito', 14, (row) => (row.debit > 0 ? row.code : null)),
  text('Conta crédito', 14, (row) => (row.debit > 0 ? null : row.code)),
  money('Valor', 14, (row) => (row.debit > 0 ? row.debit : row.credit)),
  text('Histórico', 48, (row) => row.history),
  text('Documento', 18, (row) => row.document),
  text('Nome da conta', 30, (row) => row.name),
  text('Dinheiro de', 14, (row) => MONEY_HOLDERS[holderOf(row.account)]),
  text('Pessoa', 32, (row) => row.person),
];
