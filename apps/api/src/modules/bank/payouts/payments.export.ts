import type { Received } from '@morada/contract/base/endpoint';
import type { payments } from '@morada/contract/money/payments';
import { type ListSheet, rowsAt } from '#api/sheets/export.ts';
import { type Column, day, moment, money, number, text } from '#api/sheets/write.ts';
import { findBatches } from './payments.queries.ts';

type Row = Awaited<ReturnType<typeof findBatches>>[number];

function stateOf({ canceled_at, approval, pending, done }: Row) {
  if (canceled_at) return approval === 'REJECTED' ? 'Recusado' : 'Cancelado';
  if (approval === 'WAITING') return 'Aguardando aprovação';
  if (pending > 0) return 'Aguardando banco';
  return done > 0 ? 'Concluído' : 'Repasses liberados';
}

const COLUMNS: Column<Row>[] = [
  number('ID', 8, (row) => row.id),
  day('Data do pagamento', 18, (row) => row.pay_on),
  number('Repasses', 10, (row) => row.transfers),
  number('Efetuados', 10, (row) => row.done),
  number('Aguardando', 12, (row) => row.pending),
  money('Valor', 16, (row) => row.amount),
  text('Banco', 10, (row) => row.bank),
  text('Situação', 20, stateOf),
  text('Montado por', 28, (row) => row.by),
  moment('Montado em', 18, (row) => row.created_at),
];

export const PAYMENT_LIST: ListSheet<Received<typeof payments.export>['query'], Row> = {
  name: 'pagamentos',
  title: 'Pagamentos',
  columns: COLUMNS,
  find: async ({ db }) => (await findBatches(db)).map(({ id }) => id),
  load: async ({ db }, ids) => rowsAt(await findBatches(db), ids),
};
