import { Button } from '@mantine/core';
import { type ProposalDetail, proposals } from '@morada/contract/lease/proposals';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import { formatDate } from '@morada/domain/base/calendar';
import { contractLife } from '@morada/domain/lease/contract';
import { TRANSACTION_TYPES, type TransactionType } from '@morada/domain/property/property-words';
import {
  IconCalendarPlus,
  IconCircleMinus,
  IconFileText,
  IconPercentage,
  IconTrash,
  IconUserDollar,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { isDue } from '#web/features/contracts/terms/rent.ts';
import type { useContractActions } from '#web/features/contracts/use-contract-actions.tsx';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { type Action, More } from '#web/ui/base/actions.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import classes from './contract-head.module.css';

type ContractHeadProps = {
  proposal: ProposalDetail;
  actions: ReturnType<typeof useContractActions>;
  /** The contract's own document can be made. */
  generates: boolean;
};

export function ContractHead({ proposal, actions, generates }: ContractHeadProps) {
  const { id, status, property, start_date, end_date } = proposal;
  const navigate = useNavigate();
  const running = contractLife.can(status, 'close') && may(proposals.update.access);
  const deletion: Action = { label: 'Deletar contrato', icon: IconTrash, onClick: actions.remove };
  const more: (Action | false)[] = [
    running &&
      isDue(proposal, today()) && { label: 'Reajustar', icon: IconPercentage, onClick: () => actions.open('readjust') },
    generates && { label: 'Gerar contrato', icon: IconFileText, onClick: () => actions.open('generate') },
    may(peopleCommissions.saveRule.access) &&
      may(peopleCommissions.list.access) &&
      property.type === 'RENT' && {
        label: 'Dividir a comissão',
        icon: IconUserDollar,
        onClick: () => navigate({ to: '/financial/people', search: { contract: id, rule: 'LETTING' } }),
      },
    may(proposals.remove.access) && deletion,
  ];
  const shown = more.filter((action) => action !== false);
  return (
    <PageHead
      title={`Contrato ${id} · ${proposal.user.name}, ${property.address}`}
      below={`${TRANSACTION_TYPES[property.type as TransactionType]}, ${formatDate(start_date)} a ${formatDate(end_date)}`}
      here={`Contrato ${id}`}
      breadcrumbs={[{ label: 'Contratos', to: '/contracts' }]}
      actions={
        <>
          {running && (
            <>
              <Button
                variant="default"
                leftSection={<IconCalendarPlus size={15} />}
                onClick={() => actions.open('extend')}
              >
                Prorrogar
              </Button>
              <Button
                variant="default"
                className={classes.close}
                leftSection={<IconCircleMinus size={15} />}
                onClick={actions.end}
              >
                Encerrar
              </Button>
            </>
          )}
          {shown.length > 0 && <More actions={shown} danger={deletion} label="Mais ações do contrato" />}
        </>
      }
    />
  );
}
