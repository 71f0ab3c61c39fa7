import type { CashEntry } from '@morada/contract/money/finance';
import { DEPARTMENTS } from '@morada/domain/ledger/cash';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import type { Context } from '#api/context.ts';
import type { ListSearch, ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { type CashSearch, findCashAt, findCashIds } from './cash.queries.ts';
import { shownCash } from './cash.service.ts';

/** Income is positive and expense negative, so that the column sums to the balance. */
const COLUMNS: Column<CashEntry>[] = [
  number('Lançamento', 12, (row) => row.entry_id),
  day('Data', 12, (row) => row.date),
  text('Departamento', 14, (row) => DEPARTMENTS[row.department]),
  text('Tipo', 10, (row) => (row.type === 'INPUT' ? 'Entrada' : 'Saída')),
  text('Lançado como', 28, (row) => row.title),
  text('Descrição', 40, (row) => row.description),
  text('Pessoa', 32, (row) => row.user?.name ?? null),
  text('Imóvel', 36, (row) => row.property),
  number('Contrato', 10, (row) => row.proposal_id),
  number('Fatura', 10, (row) => row.invoice_id),
  number('Repasse', 10, (row) => row.transfer_id),
  text('Pagamento', 18, (row) => row.payment_method && PAYMENT_METHODS[row.payment_method]),
  text('Documento', 18, (row) => row.doc),
  money('Valor', 14, (row) => row.amount),
];

type CashSheet<S> = {
  name: string;
  title: string;
  search: (ctx: Context, query: S) => CashSearch;
};

/** Export of cash entries. */
export const cashSheet = <S extends ListSearch>({ search, ...list }: CashSheet<S>): ListSheet<S, CashEntry> => ({
  ...list,
  columns: COLUMNS,
  find: (ctx, query) => findCashIds(ctx.db, search(ctx, query)),
  load: async ({ db }, ids) => (await findCashAt(db, ids)).map(shownCash),
});
