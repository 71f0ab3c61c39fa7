import { Button } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { contractQuery } from '#web/features/contracts/contract-queries.ts';
import { extraKey } from '#web/features/contracts/list/contract-rows.ts';
import { useHidden } from '#web/lib/removals.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { ContractRecord, type ContractRecordProps } from './contract-record.tsx';

type ContractPageProps = Omit<ContractRecordProps, 'proposal'> & { id: number };

export function ProposalPage({ id, ...props }: ContractPageProps) {
  const query = useQuery(contractQuery(id));
  const proposal = useInSight(query.data?.data);
  if (proposal) {
    // Keyed by status: closing the contract remounts the record, which discards unsaved terms.
    return <ContractRecord key={proposal.status} {...props} proposal={proposal} />;
  }
  return (
    <>
      <PageHead title={`Contrato ${id}`} breadcrumbs={[{ label: 'Contratos', to: '/contracts' }]} />
      <QueryBoundary query={query} what="o contrato" lines={12} missing={<NoSuchContract />}>
        {() => null}
      </QueryBoundary>
    </>
  );
}

/** Without the extra values whose removal can still be undone. */
function useInSight(proposal: ProposalDetail | undefined) {
  const hidden = useHidden();
  return useMemo(() => {
    if (!proposal || hidden.size === 0) return proposal;
    return { ...proposal, extraValues: proposal.extraValues.filter(({ id }) => !hidden.has(extraKey(id))) };
  }, [proposal, hidden]);
}

function NoSuchContract() {
  return (
    <EmptyState
      icon={IconFileOff}
      title="Não encontramos o contrato"
      below="Ele foi deletado, ou o endereço está errado."
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/contracts" {...props} />}>
          Ver contratos
        </Button>
      }
    />
  );
}
