import type { ProposalDetail } from '@morada/contract/proposals';
import { lazy, type ReactNode } from 'react';
import type { Form } from '#web/ui/form/use-form.ts';
import { Arriving } from '#web/ui/loaded.tsx';
import type { Tab } from '#web/ui/tabs.tsx';
import type { ProposalTab } from './proposal-tabs.ts';
import type { ProposalTerms } from './proposal-values.ts';
import type { GenerateSlot, PickerSlot } from './slots.ts';

const TermsForm = lazy(() => import('./terms-form.tsx').then(({ TermsForm }) => ({ default: TermsForm })));
const TermsView = lazy(() => import('./terms-view.tsx').then(({ TermsView }) => ({ default: TermsView })));
const ProposalGuarantors = lazy(() =>
  import('./proposal-guarantors.tsx').then(({ ProposalGuarantors }) => ({ default: ProposalGuarantors })),
);
const ProposalDocuments = lazy(() =>
  import('./documents/proposal-documents.tsx').then(({ ProposalDocuments }) => ({ default: ProposalDocuments })),
);
const ProposalInvoices = lazy(() =>
  import('./proposal-invoices.tsx').then(({ ProposalInvoices }) => ({ default: ProposalInvoices })),
);
const ProposalTransfers = lazy(() =>
  import('./proposal-transfers.tsx').then(({ ProposalTransfers }) => ({ default: ProposalTransfers })),
);
const ProposalExtras = lazy(() =>
  import('./proposal-extras.tsx').then(({ ProposalExtras }) => ({ default: ProposalExtras })),
);
const ProposalHistory = lazy(() =>
  import('./history/proposal-history.tsx').then(({ ProposalHistory }) => ({ default: ProposalHistory })),
);

export type PanelsProps = {
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
      panel: arriving(
        'os detalhes',
        editable ? (
          <TermsForm form={terms} proposal={proposal} onGuarantors={() => onTab('fiadores')} />
        ) : (
          <TermsView proposal={proposal} />
        ),
      ),
    },
    {
      value: 'fiadores',
      label: 'Fiadores',
      count: proposal.guarantors.length,
      panel: arriving(
        'os fiadores',
        <ProposalGuarantors proposal={proposal} editable={editable} clientPicker={clientPicker} />,
      ),
    },
    {
      value: 'documentos',
      label: 'Documentos',
      count: proposal.documents.length,
      panel: arriving(
        'os documentos',
        <ProposalDocuments proposal={proposal} generate={generate?.button({ onGenerated })} />,
      ),
    },
    {
      value: 'faturas',
      label: 'Faturas',
      count: proposal.invoices.length,
      panel: arriving(
        'as faturas',
        <ProposalInvoices invoices={proposal.invoices} leadDays={proposal.billing_lead_days} />,
      ),
    },
    {
      value: 'transferencias',
      label: 'Transferências',
      count: proposal.transfers.length,
      panel: arriving('as transferências', <ProposalTransfers transfers={proposal.transfers} />),
    },
    {
      value: 'deducoes',
      label: 'Deduções e Acréscimos',
      count: proposal.extraValues.length,
      panel: arriving('as deduções e acréscimos', <ProposalExtras proposal={proposal} editable={editable} />),
    },
    {
      value: 'historico',
      label: 'Histórico',
      // It is fetched when it is looked at.
      panel: tab === 'historico' && arriving('o histórico', <ProposalHistory proposal={proposal} />),
    },
  ];
}

/** Their code comes once the contract itself stands. */
const arriving = (what: string, panel: ReactNode) => <Arriving what={what}>{panel}</Arriving>;
