import { paymentFileName } from '@morada/domain/bank/joint-payment';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { formatDocument } from '@morada/domain/base/documents';
import { sum } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { type Column, money, number, SHEET_TYPES, text, writeSheet } from '#api/sheets/write.ts';
import { grouped } from './groups.map.ts';
import type { findOrders } from './payments.queries.ts';

type Order = Awaited<ReturnType<typeof findOrders>>[number];
/** An order, or the subtotal of a bank or of all. */
type Row = { group: string; order: Order | null; amount: number };

const account = (row: Row) => (row.order?.target.to.kind === 'ACCOUNT' ? row.order.target.to : null);
const KINDS = { CORRENTE: 'Conta corrente', POUPANCA: 'Poupança' };

const COLUMNS: Column<Row>[] = [
  text('Banco', 34, ({ group }) => group),
  text('Favorecido', 36, ({ order }) => order?.target.target.holder ?? null),
  text('CPF/CNPJ', 20, ({ order }) => order && formatDocument(order.target.target.document)),
  text('Agência', 10, (row) => account(row)?.agency ?? null),
  text('Operação', 10, (row) => account(row)?.operation ?? null),
  text('Conta', 16, (row) => account(row)?.account ?? null),
  text('Tipo', 16, (row) => (account(row) ? KINDS[account(row)?.type ?? 'CORRENTE'] : null)),
  text('Chave Pix', 36, ({ order }) => (order?.target.to.kind === 'PIX' ? order.target.to.key.key : null)),
  money('Valor', 16, ({ amount }) => amount),
  number('Repasse', 10, ({ order }) => order?.transfer_id ?? null),
  number('Contrato', 10, ({ order }) => order?.proposal_id ?? null),
  text('Proprietário', 36, ({ order }) => order?.target.user.name ?? null),
  text('Imóvel', 36, ({ order }) => order && addressLine(order)),
];

export const paymentSheet = (
  { id: batchId, pay_on, amount }: { id: number; pay_on: CalendarDate; amount: number },
  orders: Order[],
) => ({
  stream: writeSheet('xlsx', { name: `Pagamento ${batchId}`, columns: COLUMNS, rows: withTotals(orders) }),
  name: paymentFileName({ bank: null, pix: false, pay_on, amount, extension: 'xlsx' }),
  type: SHEET_TYPES.xlsx,
});

async function* withTotals(orders: Order[]): AsyncGenerator<Row> {
  for (const { name, of, amount } of grouped(orders, ({ target }) => target.target)) {
    for (const paid of Map.groupBy(of, ({ payment }) => payment).values()) {
      for (const order of paid) yield { group: name, order, amount: order.amount };
      const [first] = paid;
      if (first && paid.length > 1)
        yield {
          group: `Um pagamento: ${first.target.target.holder}`,
          order: null,
          amount: sum(paid.map((order) => order.amount)),
        };
    }
    yield { group: `Total ${name}`, order: null, amount };
  }
  yield { group: 'Total', order: null, amount: sum(orders.map((order) => order.amount)) };
}
