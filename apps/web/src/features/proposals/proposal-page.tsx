import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { proposalQuery } from './proposal-queries.ts';
import { ProposalRecord } from './proposal-record.tsx';
import type { NewClientSlot, PickerSlot } from './slots.ts';

/** Their names go into the address. */
export const PROPOSAL_TABS = ['detalhes', 'fiadores', 'faturas', 'transferencias', 'deducoes'] as const;
export type ProposalTab = (typeof PROPOSAL_TABS)[number];

export type ProposalPageProps = {
  id: number;
  tab: ProposalTab | undefined;
  onTab: (tab: ProposalTab) => void;
  onRemoved: () => unknown;
  clientPicker: PickerSlot;
  newClient?: NewClientSlot;
};

export function ProposalPage(props: ProposalPageProps) {
  const { id } = props;
  const query = useQuery(proposalQuery(id));
  if (query.data) {
    const { data: proposal } = query.data;
    // Once closed it is another page: nothing typed into the terms is left.
    return <ProposalRecord key={proposal.status} {...props} proposal={proposal} />;
  }
  return (
    <>
      <PageHead title={`Contrato ${id}`} breadcrumbs={[{ label: 'Contratos', to: '/contracts' }]} />
      <Loaded query={query} what="o contrato" lines={12}>
        {() => null}
      </Loaded>
    </>
  );
}
