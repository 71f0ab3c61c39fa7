import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import type { ApiProblem } from '#web/lib/api/api.ts';
import { isStale } from '#web/lib/api/failure.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { type OwnRow, useRemoveMovimentation, versionOf } from './movimentation-queries.ts';

/** Asks, then takes one out of the cash book; resolves to whether it is gone. */
export function useRemoval({ onStale }: { onStale: (problem: ApiProblem) => void }) {
  const confirm = useConfirm();
  const { mutateAsync: remove } = useRemoveMovimentation();

  return async (row: OwnRow): Promise<boolean> => {
    let removed = false;
    await confirm({
      title: 'Deletar movimentação',
      body: `Tem certeza que deseja deletar “${row.description}”? ${whatFollows(row)} Esta ação não poderá ser desfeita.`,
      verb: 'Deletar movimentação',
      danger: true,
      run: async () => {
        try {
          await remove({ params: { id: row.id }, ifMatch: versionOf(row) });
          removed = true;
        } catch (error) {
          if (!isStale(error)) throw error;
          onStale(error);
        }
      },
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
