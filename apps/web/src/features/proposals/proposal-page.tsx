import { Button } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/proposals';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHidden } from '#web/lib/removals.ts';
import { EmptyState } from '#web/ui/blank.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { proposalQuery } from './proposal-queries.ts';
import { ProposalRecord, type ProposalRecordProps } from './proposal-record.tsx';
import { extraKey } from './proposal-rows.ts';

type ProposalPageProps = Omit<ProposalRecordProps, 'proposal'> & { id: number };

export function ProposalPage({ id, ...props }: ProposalPageProps) {
  const query = useQuery(proposalQuery(id));
  const proposal = useInSight(query.data?.data);
  if (proposal) {
    // Once closed it is another page: nothing typed into the terms is left.
    return <ProposalRecord key={proposal.status} {...props} proposal={proposal} />;
  }
  return (
    <>
      <PageHead title={`Contrato ${id}`} breadcrumbs={[{ label: 'Contratos', to: '/contracts' }]} />
      <Loaded query={query} what="o contrato" lines={12} missing={<NoSuchProposal />}>
        {() => null}
      </Loaded>
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

function NoSuchProposal() {
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
