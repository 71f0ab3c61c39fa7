import type { CashEntry } from '@morada/contract/money/finance';
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import { Status } from '#web/ui/display/status.tsx';

/** Entrada or Saída: which way the money went. */
export const EntrySide = ({ type }: Pick<CashEntry, 'type'>) => (
  <Status tone="gray" icon={type === 'INPUT' ? IconArrowDownLeft : IconArrowUpRight}>
    {type === 'INPUT' ? 'Entrada' : 'Saída'}
  </Status>
);
