import type { ProposalDetail } from '@morada/contract/proposals';
import { proposals } from '@morada/contract/proposals';
import { may } from '#web/lib/session.ts';
import { type Tab, Tabs } from '#web/ui/tabs.tsx';
import { ProposalCards } from './proposal-cards.tsx';
import { ProposalExtras } from './proposal-extras.tsx';
import { ProposalGuarantors } from './proposal-guarantors.tsx';
import { ProposalHead } from './proposal-head.tsx';
import { ProposalInvoices } from './proposal-invoices.tsx';
import type { ProposalTab } from './proposal-tabs.ts';
import { ProposalTransfers } from './proposal-transfers.tsx';
import type { PickerSlot } from './slots.ts';
import { TermsFoot } from './terms-foot.tsx';
import { TermsForm } from './terms-form.tsx';
import { TermsView } from './terms-view.tsx';
import { useTermsForm } from './use-terms-form.ts';

export type ProposalRecordProps = {
  proposal: ProposalDetail;
  tab: ProposalTab | undefined;
  onTab: (tab: ProposalTab) => void;
  onRemoved: () => unknown;
  clientPicker: PickerSlot;
};

export function ProposalRecord({ proposal, tab, onTab, onRemoved, ...slots }: ProposalRecordProps) {
  const terms = useTermsForm(proposal);
  const { isDirty } = terms.form.formState;
  const editable = proposal.status === 'APPROVED' && may(proposals.update.access);
  const toGuarantors = () => onTab('fiadores');

  const tabs: (Tab & { value: ProposalTab })[] = [
    {
      value: 'detalhes',
      label: 'Detalhes do contrato',
      dirty: isDirty,
      panel: editable ? (
        <TermsForm form={terms.form} proposal={proposal} onGuarantors={toGuarantors} />
      ) : (
        <TermsView proposal={proposal} />
      ),
    },
    {
      value: 'fiadores',
      label: 'Fiadores',
      count: proposal.guarantors.length,
      panel: <ProposalGuarantors proposal={proposal} editable={editable} {...slots} />,
    },
    {
      value: 'faturas',
      label: 'Faturas',
      count: proposal.invoices.length,
      panel: <ProposalInvoices invoices={proposal.invoices} />,
    },
    {
      value: 'transferencias',
      label: 'Transferências',
      count: proposal.transfers.length,
      panel: <ProposalTransfers transfers={proposal.transfers} />,
    },
    {
      value: 'deducoes',
      label: 'Deduções e Acréscimos',
      count: proposal.extraValues.length,
      panel: <ProposalExtras proposal={proposal} editable={editable} />,
    },
  ];

  return (
    <>
      <ProposalHead proposal={proposal} dirty={isDirty} onRemoved={onRemoved} />
      <ProposalCards proposal={proposal} />
      <Tabs
        label={`Contrato ${proposal.id}`}
        tabs={tabs}
        value={tab ?? 'detalhes'}
        onChange={(value) => onTab(value as ProposalTab)}
      />
      {(isDirty || terms.notice) && <TermsFoot {...terms} />}
    </>
  );
}
