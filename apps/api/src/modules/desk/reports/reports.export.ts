import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { CASH_KIND_NAMES, type CashKind } from '@morada/domain/ledger/cash';
import { EXPENSE_CATEGORIES } from '@morada/domain/ledger/expense';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import { type CashRow, placeOf, shownCash } from '#api/modules/ledger/postings/cash.service.ts';
import { type Column, day, money, number, SHEET_TYPES, text, writeSheet } from '#api/sheets/write.ts';

/** An entry, or one of the totals at the end. */
type Row = {
  entry: CashRow | null;
  title: string;
  rent: number | null;
  admin_fee: number | null;
  input: number | null;
  output: number | null;
};

const entryColumns: Column<Row>[] = [
  day('Data', 12, ({ entry }) => entry?.date ?? null),
  text('Lançamento', 28, (row) => row.title),
  text('Descrição', 32, ({ entry }) => entry?.description ?? null),
];

const amountColumns: Column<Row>[] = [
  money('Entrada', 16, (row) => row.input),
  money('Saída', 16, (row) => row.output),
];

const COLUMNS: Record<CashKind, Column<Row>[]> = {
  rents: [
    ...entryColumns,
    text('Cliente', 36, ({ entry }) => entry?.user_name ?? null),
    text('Imóvel', 36, ({ entry }) => entry && placeOf(entry)),
    number('Contrato', 10, ({ entry }) => entry?.proposal_id ?? null),
    number('Fatura', 10, ({ entry }) => entry?.invoice_id ?? null),
    number('Repasse', 10, ({ entry }) => entry?.transfer_id ?? null),
    text('Referência', 12, ({ entry }) => (entry?.reference ? formatReference(shownReference(entry.reference)) : null)),
    text('Pagamento', 18, ({ entry }) => (entry?.payment_method ? PAYMENT_METHODS[entry.payment_method] : null)),
    money('Aluguel', 16, (row) => row.rent),
    money('Taxa de administração', 20, (row) => row.admin_fee),
    ...amountColumns,
  ],
  sales: [...entryColumns, text('Documento', 20, ({ entry }) => entry?.doc ?? null), ...amountColumns],
  expenses: [
    ...entryColumns,
    text('Categoria', 28, ({ entry }) => (entry?.category ? EXPENSE_CATEGORIES[entry.category] : null)),
    text('Documento', 20, ({ entry }) => entry?.doc ?? null),
    ...amountColumns,
  ],
  incomes: [...entryColumns, text('Documento', 20, ({ entry }) => entry?.doc ?? null), ...amountColumns],
};

export const reportSheet = (kind: CashKind, entries: AsyncIterable<CashRow>) => ({
  stream: writeSheet('xlsx', { name: CASH_KIND_NAMES[kind], columns: COLUMNS[kind], rows: withTotals(entries) }),
  name: 'relatorio.xlsx',
  type: SHEET_TYPES.xlsx,
});

async function* withTotals(entries: AsyncIterable<CashRow>): AsyncGenerator<Row> {
  const total = { rent: 0, admin_fee: 0, input: 0, output: 0 };
  for await (const entry of entries) {
    const { title, type, price } = shownCash(entry);
    const { rent, admin_fee } = entry;
    const row = {
      rent,
      admin_fee: rent === null ? null : admin_fee,
      input: type === 'INPUT' ? price : null,
      output: type === 'OUTPUT' ? price : null,
    };
    for (const name of ['rent', 'admin_fee', 'input', 'output'] as const) total[name] += row[name] ?? 0;
    yield { entry, title, ...row };
  }
  yield { entry: null, title: 'Total', ...total };
  yield { entry: null, title: 'Saldo', rent: null, admin_fee: null, input: total.input - total.output, output: null };
}
