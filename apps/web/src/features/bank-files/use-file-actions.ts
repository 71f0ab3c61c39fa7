import type { BankFile } from '@morada/contract/bank/bank-files';
import { formatMoney } from '@morada/domain/base/money';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useDiscardBankFile, useUndoBankFile } from './bank-file-queries.ts';
import { boletosText } from './bank-file-words.ts';

type Named = Pick<BankFile, 'id' | 'name' | 'settled' | 'amount'>;

/** Confirms undoing or discarding a file; both resolve to whether it was done. */
export function useFileActions() {
  const confirm = useConfirm();
  const { mutateAsync: undo } = useUndoBankFile();
  const { mutateAsync: discard } = useDiscardBankFile();
  return {
    askUndo: ({ id, name, settled, amount }: Named) =>
      confirm({
        title: 'Desfazer baixa',
        body: `${boletosText(settled)} de ${name}, no valor de ${formatMoney(amount)}, ${settled === 1 ? 'volta' : 'voltam'} para pendente, e os repasses pendentes são retirados. O que já foi repassado ao proprietário fica como está.`,
        verb: 'Desfazer baixa',
        danger: true,
        run: () => undo({ params: { id } }),
      }),

    askDiscard: ({ id, name }: Named) =>
      confirm({
        title: 'Descartar arquivo',
        body: `${name} sai da lista. Nada dele foi liquidado; ele pode ser enviado de novo.`,
        verb: 'Descartar arquivo',
        danger: true,
        run: () => discard({ params: { id } }),
      }),
  };
}
