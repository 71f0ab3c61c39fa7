import { formatMoney } from '@morada/domain/money';
import { IconCashBanknote } from '@tabler/icons-react';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import type { useTransferChoice } from './use-transfer-choice.ts';

type TransferBarProps = { choice: ReturnType<typeof useTransferChoice>; onPay: () => void };

/** What can be done with the chosen transfers. */
export function TransferBar({ choice: { ids, amount, clear }, onPay }: TransferBarProps) {
  if (ids.length === 0) return null;
  return (
    <BulkBar
      count={`${ids.length === 1 ? '1 selecionado' : `${ids.length} selecionados`} · ${formatMoney(amount)}`}
      actions={[
        {
          label: ids.length === 1 ? 'Pagar repasse' : `Pagar ${ids.length} repasses`,
          icon: IconCashBanknote,
          onClick: onPay,
        },
      ]}
      onClear={clear}
    />
  );
}
