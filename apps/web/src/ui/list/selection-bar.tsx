import type { ExportFormat } from '@morada/contract/base/export';
import { type Cents, formatMoney } from '@morada/domain/base/money';
import type { Action } from '#web/ui/base/actions.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { Selection } from './use-selection.ts';

type SelectionBarProps = {
  selection: Selection;
  /** Rows of the filter, over all pages. */
  found: number | undefined;
  feminine?: boolean;
  /** Total of the selected rows; absent for a whole filter, whose total the preview shows. */
  amount?: Cents | undefined;
  /** Further note on the selection. */
  note?: string | undefined;
  actions: Action[];
  onExport?: (format: ExportFormat) => Promise<unknown>;
};

/** Over a list while some of it is chosen: how many, everything of the filter, what can be done with them. */
export function SelectionBar({
  selection,
  found = 0,
  feminine = false,
  amount,
  note,
  actions,
  onExport,
}: SelectionBarProps) {
  const { count, whole, more, takeAll, clear } = selection;
  if (count === 0) return null;
  const gender = feminine ? 'a' : 'o';
  const many = count.toLocaleString('pt-BR');
  const words = [
    `${many} selecionad${gender}${count === 1 ? '' : 's'}`,
    ...(!whole && amount !== undefined ? [formatMoney(amount)] : []),
    ...(note ? [note] : []),
  ];
  return (
    <BulkBar
      count={words.join(' · ')}
      all={more && { label: `Selecionar ${gender}s ${found.toLocaleString('pt-BR')} do filtro`, onClick: takeAll }}
      actions={actions}
      onExport={onExport}
      onClear={clear}
    />
  );
}
