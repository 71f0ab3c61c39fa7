import type { ProposalDetail } from '@morada/contract/proposals';
import { contractLife } from '@morada/domain/contract';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { CloseSays } from './close-says.tsx';
import { useCloseProposal, useDeleteProposal } from './proposal-queries.ts';

type Window = 'extend' | 'readjust' | 'terminate' | 'generate';

/** What is done with a contract as a whole, and the window in which it is being prepared. */
export function useProposalDeeds(
  proposal: ProposalDetail,
  { dirty, onRemoved }: { dirty: boolean; onRemoved: () => unknown },
) {
  const { id, status } = proposal;
  const [window, setWindow] = useState<Window>();
  const closeProposal = useCloseProposal(id);
  const { remove: deleteProposal, forget } = useDeleteProposal(id);
  const confirm = useConfirm();

  return {
    window,
    open: (wanted: Window) => setWindow(wanted),
    dismiss: () => setWindow(undefined),

    /** As the specification has it, without a sheet. */
    async close() {
      const closed = await confirm({
        title: `Encerrar contrato ${id}`,
        says: <CloseSays proposal={proposal} dirty={dirty} today={today()} />,
        verb: 'Encerrar contrato',
        danger: true,
        run: closeProposal,
      });
      if (closed) toast.success('Contrato encerrado');
    },

    async remove() {
      const running = contractLife.can(status, 'close');
      const removed = await confirm({
        title: `Deletar contrato ${id}`,
        says: `Tem certeza que deseja deletar o contrato? As faturas pendentes vão junto${running ? ' e o imóvel volta a ficar disponível' : ''}. Esta ação não poderá ser desfeita.`,
        verb: 'Deletar contrato',
        danger: true,
        run: deleteProposal,
      });
      if (!removed) return;
      toast.success('Contrato deletado permanentemente');
      await onRemoved();
      forget();
    },
  };
}
