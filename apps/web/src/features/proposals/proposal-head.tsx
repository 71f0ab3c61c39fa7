import { Button } from '@mantine/core';
import { type ProposalDetail, proposals } from '@morada/contract/proposals';
import { formatDate } from '@morada/domain/calendar';
import { contractLife } from '@morada/domain/contract';
import { TRANSACTION_TYPES, type TransactionType } from '@morada/domain/property';
import { IconCircleMinus, IconTrash } from '@tabler/icons-react';
import { may } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { type Action, More } from '#web/ui/actions.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { CloseSays } from './close-says.tsx';
import classes from './proposal-head.module.css';
import { useCloseProposal, useDeleteProposal } from './proposal-queries.ts';

type ProposalHeadProps = {
  proposal: ProposalDetail;
  /** The terms hold something not saved, which closing gives up. */
  dirty: boolean;
  onRemoved: () => unknown;
};

export function ProposalHead({ proposal, dirty, onRemoved }: ProposalHeadProps) {
  const { id, status, property, start_date, end_date } = proposal;
  const closeProposal = useCloseProposal(id);
  const { remove: deleteProposal, forget } = useDeleteProposal(id);
  const confirm = useConfirm();
  const running = contractLife.can(status, 'close');

  async function close() {
    const closed = await confirm({
      title: `Encerrar contrato ${id}`,
      says: <CloseSays proposal={proposal} dirty={dirty} today={today()} />,
      verb: 'Encerrar contrato',
      danger: true,
      run: closeProposal,
    });
    if (closed) toast.success('Contrato encerrado');
  }

  async function remove() {
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
  }

  const deletion: Action = { label: 'Deletar contrato', icon: IconTrash, danger: true, onClick: remove };
  return (
    <PageHead
      title={`Contrato ${id}`}
      below={`${TRANSACTION_TYPES[property.type as TransactionType]}, ${formatDate(start_date)} a ${formatDate(end_date)}`}
      breadcrumbs={[{ label: 'Contratos', to: '/contracts' }]}
      actions={
        <>
          {running && may(proposals.close.access) && (
            <Button
              variant="default"
              className={classes.close}
              leftSection={<IconCircleMinus size={15} />}
              onClick={close}
            >
              Encerrar
            </Button>
          )}
          {may(proposals.remove.access) && <More actions={[deletion]} label="Mais ações do contrato" />}
        </>
      }
    />
  );
}
