import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { type OwnRow, useRemoveMovimentation } from './movimentation-queries.ts';

/** Asks, then takes one out of the cash book; resolves to whether it is gone. */
export function useRemoval() {
  const confirm = useConfirm();
  const { mutateAsync: remove } = useRemoveMovimentation();

  return async (row: OwnRow): Promise<boolean> => {
    const removed = await confirm({
      title: 'Deletar movimentação',
      body: `Tem certeza que deseja deletar “${row.description}”? ${whatFollows(row)} Esta ação não poderá ser desfeita.`,
      verb: 'Deletar movimentação',
      danger: true,
      run: () => remove({ params: { id: row.id }, version: row.version }),
    });
    if (removed) toast.success('A movimentação foi deletada.');
    return removed;
  };
}

/** The ledger keeps both the entry and its reversal. */
function whatFollows({ type, price, date }: OwnRow): string {
  const what = `a ${type === 'INPUT' ? 'entrada' : 'saída'} de ${formatMoney(price)}`;
  return `No livro, ${what} é estornada por um lançamento contrário, também em ${formatDate(date)}.`;
}
