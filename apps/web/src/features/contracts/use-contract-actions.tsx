import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { terminations } from '@morada/contract/money/terminations';
import { contractLife } from '@morada/domain/lease/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '#web/lib/api/api.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { closingQuery, useCloseContract, useDeleteContract } from './contract-queries.ts';
import { CloseBody, type ClosingChoice } from './record/close-body.tsx';
import { isRent } from './terms/rent.ts';

type Window = 'extend' | 'readjust' | 'terminate' | 'generate';

/** Actions on a contract as a whole, and the window that is open for one of them. */
export function useContractActions(
  proposal: ProposalDetail,
  { dirty, onRemoved }: { dirty: boolean; onRemoved: () => unknown },
) {
  const { id, status } = proposal;
  const [window, setWindow] = useState<Window>();
  const closeContract = useCloseContract(id);
  const { remove: deleteContract, forget } = useDeleteContract(id);
  const confirm = useConfirm();
  const cache = useQueryClient();

  async function close() {
    const closing = await cache.fetchQuery(closingQuery(id)).catch(toast.failure);
    if (!closing) return;
    let choice: ClosingChoice = {};
    const closed = await confirm({
      title: `Encerrar contrato ${id}`,
      body: (
        <CloseBody
          proposal={proposal}
          dirty={dirty}
          closing={closing}
          onChoose={(chosen) => {
            choice = chosen;
          }}
        />
      ),
      verb: 'Encerrar contrato',
      danger: true,
      run: () => closeContract.mutateAsync({ params: { id }, body: choice }),
    });
    if (!closed) return;
    setWindow(undefined);
    toast.success('Contrato encerrado');
  }

  /** A lease by its window, which offers both ways; a sale has no sheet. */
  const end = () => (isRent(proposal) ? setWindow('terminate') : close());

  return {
    window,
    open: (wanted: Window) => setWindow(wanted),
    dismiss: () => setWindow(undefined),

    end,
    /** As the specification has it, without a sheet. */
    close,

    async remove() {
      const running = contractLife.can(status, 'close');
      let ends = false;
      const removed = await confirm({
        title: `Deletar contrato ${id}`,
        body: `Tem certeza que deseja deletar o contrato? As faturas pendentes vão junto${running ? ' e o imóvel volta a ficar disponível' : ''}. Esta ação não poderá ser desfeita.`,
        verb: 'Deletar contrato',
        danger: true,
        run: deleteContract,
        // A contract with payments cannot be deleted; offer to close it.
        otherwise: (error) =>
          running &&
          may(terminations.close.access) &&
          error instanceof ApiProblem &&
          error.code === 'PROPOSAL_HAS_MONEY'
            ? {
                title: `Encerrar contrato ${id}`,
                body: `${error.message} Ele pode ser encerrado: o imóvel volta a ficar disponível e o que foi pago fica no histórico.`,
                verb: 'Encerrar',
                run: async () => {
                  ends = true;
                },
              }
            : undefined,
      });
      if (removed && ends) return end();
      if (!removed) return;
      toast.success('Contrato deletado permanentemente');
      await onRemoved();
      forget();
    },
  };
}
