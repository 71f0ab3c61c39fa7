import type { ProposalDetail } from '@morada/contract/proposals';
import { lazy, type ReactNode } from 'react';
import type { ContractTerms } from '#web/features/contracts/terms/contract-values.ts';
import type { Tab } from '#web/ui/display/tabs.tsx';
import { LazyBoundary } from '#web/ui/feedback/query-boundary.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { ContractTab } from './contract-tabs.ts';

const TermsForm = lazy(() =>
  import('#web/features/contracts/terms/terms-form.tsx').then(({ TermsForm }) => ({ default: TermsForm })),
);
const TermsView = lazy(() =>
  import('#web/features/contracts/terms/terms-view.tsx').then(({ TermsView }) => ({ default: TermsView })),
);
const ContractGuarantors = lazy(() =>
  import('#web/features/contracts/guarantors/contract-guarantors.tsx').then(({ ContractGuarantors }) => ({
    default: ContractGuarantors,
  })),
);
const ContractDocuments = lazy(() =>
  import('#web/features/contracts/documents/contract-documents.tsx').then(({ ContractDocuments }) => ({
    default: ContractDocuments,
  })),
);
const ContractInvoices = lazy(() =>
  import('./contract-invoices.tsx').then(({ ContractInvoices }) => ({ default: ContractInvoices })),
);
const ContractTransfers = lazy(() =>
  import('./contract-transfers.tsx').then(({ ContractTransfers }) => ({ default: ContractTransfers })),
);
const ContractExtras = lazy(() =>
  import('#web/features/contracts/extras/contract-extras.tsx').then(({ ContractExtras }) => ({
    default: ContractExtras,
  })),
);
const ProposalHistory = lazy(() =>
  import('#web/features/contracts/history/contract-history.tsx').then(({ ProposalHistory }) => ({
    default: ProposalHistory,
  })),
);

type Generating = { onGenerated: (document: ProposalDetail['documents'][number]) => void };

/** What generates the contract's document from a template: a button, and its window for a menu. */
export type ContractGenerator = {
  button: (props: Generating) => ReactNode;
  window: (props: Generating & { onClose: () => void }) => ReactNode;
};

export type PanelsProps = {
  proposal: ProposalDetail;
  tab: ContractTab;
  terms: Form<ContractTerms>;
  editable: boolean;
  onTab: (tab: ContractTab) => void;
  onGenerated: (document: ProposalDetail['documents'][number]) => void;
  generate: ContractGenerator | undefined;
};

/** The tabs of a contract, in the specification's order, and its history. */
export function contractPanels({
  proposal,
  tab,
  terms,
  editable,
  onTab,
  onGenerated,
  generate,
}: PanelsProps): (Tab & { value: ContractTab })[] {
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
      panel: arriving('os fiadores', <ContractGuarantors proposal={proposal} editable={editable} />),
    },
    {
      value: 'documentos',
      label: 'Documentos',
      count: proposal.documents.length,
      panel: arriving(
        'os documentos',
        <ContractDocuments proposal={proposal} generate={generate?.button({ onGenerated })} />,
      ),
    },
    {
      value: 'faturas',
      label: 'Faturas',
      count: proposal.invoices.length,
      panel: arriving(
        'as faturas',
        <ContractInvoices invoices={proposal.invoices} leadDays={proposal.billing_lead_days} />,
      ),
    },
    {
      value: 'transferencias',
      label: 'Transferências',
      count: proposal.transfers.length,
      panel: arriving('as transferências', <ContractTransfers transfers={proposal.transfers} />),
    },
    {
      value: 'deducoes',
      label: 'Deduções e Acréscimos',
      count: proposal.extraValues.length,
      panel: arriving('as deduções e acréscimos', <ContractExtras proposal={proposal} editable={editable} />),
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
const arriving = (what: string, panel: ReactNode) => <LazyBoundary what={what}>{panel}</LazyBoundary>;
