import { sum } from '@morada/domain/money';
import { useState } from 'react';
import type { RowChoice } from '#web/ui/row-choice.tsx';
import type { TransferLine } from './transfer-queries.ts';

/** Transfers chosen to be paid together, over all pages of the list. */
export function useTransferChoice() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, TransferLine>>(new Map());
  const rows: RowChoice<TransferLine> = {
    chosen: new Set(chosen.keys()),
    onChoose: (some, yes) => {
      const next = new Map(chosen);
      for (const row of some) yes ? next.set(row.id, row) : next.delete(row.id);
      setChosen(next);
    },
    name: ({ id, owner }) => `repasse ${id}, ${owner}`,
    can: ({ payment_id, amount }) => payment_id === null && amount > 0,
  };
  return {
    rows,
    ids: [...chosen.keys()],
    amount: sum([...chosen.values()].map((transfer) => transfer.amount)),
    clear: () => setChosen(new Map()),
  };
}
