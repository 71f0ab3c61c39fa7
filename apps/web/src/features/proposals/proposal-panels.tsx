import type { ProposalDetail } from '@morada/contract/proposals';
import type { Form } from '#web/ui/form/use-form.ts';
import type { Tab } from '#web/ui/tabs.tsx';
import { ProposalDocuments } from './documents/proposal-documents.tsx';
import { ProposalHistory } from './history/proposal-history.tsx';
import { ProposalExtras } from './proposal-extras.tsx';
import { ProposalGuarantors } from './proposal-guarantors.tsx';
import { ProposalInvoices } from './proposal-invoices.tsx';
import type { ProposalTab } from './proposal-tabs.ts';
import { ProposalTransfers } from './proposal-transfers.tsx';
import type { ProposalTerms } from './proposal-values.ts';
import type { GenerateSlot, PickerSlot } from './slots.ts';
import { TermsForm } from './terms-form.tsx';
import { TermsView } from './terms-view.tsx';

type PanelsProps = {
  proposal: ProposalDetail;
  tab: ProposalTab;
  terms: Form<ProposalTerms>;
  editable: boolean;
  onTab: (tab: ProposalTab) => void;
  onGenerated: (document: ProposalDetail['documents'][number]) => void;
  clientPicker: PickerSlot;
  generate: GenerateSlot | undefined;
};

/** The tabs of a contract, in the specification's order, and its history. */
export function proposalPanels({
  proposal,
  tab,
  terms,
  editable,
  onTab,
  onGenerated,
  clientPicker,
  generate,
}: PanelsProps): (Tab & { value: ProposalTab })[] {
  return [
    {
      value: 'detalhes',
      label: 'Detalhes do contrato',
      dirty: terms.formState.isDirty,
      panel: editable ? (
        <TermsForm form={terms} proposal={proposal} onGuarantors={() => onTab('fiadores')} />
      ) : (
        <TermsView proposal={proposal} />
      ),
    },
    {
      value: 'fiadores',
      label: 'Fiadores',
      count: proposal.guarantors.length,
      panel: <ProposalGuarantors proposal={proposal} editable={editable} clientPicker={clientPicker} />,
    },
    {
      value: 'documentos',
      label: 'Documentos',
      count: proposal.documents.length,
      panel: <ProposalDocuments proposal={proposal} generate={generate?.button({ onGenerated })} />,
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
    {
      value: 'historico',
      label: 'Histórico',
      // It is fetched when it is looked at.
      panel: tab === 'historico' && <ProposalHistory proposal={proposal} />,
    },
  ];
}
