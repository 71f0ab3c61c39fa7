import type { ProposalDetail } from '@morada/contract/lease/proposals';
import type { ReactNode } from 'react';
import type { ContractTerms } from '#web/features/contracts/terms/contract-values.ts';
import type { Tab } from '#web/ui/display/tabs/tabs.tsx';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { ContractTab } from './contract-tabs.ts';

const TermsForm = lazyPanel(
  'os detalhes',
  () => import('#web/features/contracts/terms/terms-form.tsx'),
  ({ TermsForm }) => TermsForm,
);
const TermsView = lazyPanel(
  'os detalhes',
  () => import('#web/features/contracts/terms/terms-view.tsx'),
  ({ TermsView }) => TermsView,
);
const ContractGuarantors = lazyPanel(
  'os fiadores',
  () => import('#web/features/contracts/guarantors/contract-guarantors.tsx'),
  ({ ContractGuarantors }) => ContractGuarantors,
);
const ContractParties = lazyPanel(
  'as partes',
  () => import('#web/features/contracts/parties/contract-parties.tsx'),
  ({ ContractParties }) => ContractParties,
);
const ContractDocuments = lazyPanel(
  'os documentos',
  () => import('#web/features/contracts/documents/contract-documents.tsx'),
  ({ ContractDocuments }) => ContractDocuments,
);
const ContractInvoices = lazyPanel(
  'as faturas',
  () => import('./contract-invoices.tsx'),
  ({ ContractInvoices }) => ContractInvoices,
);
const ContractTransfers = lazyPanel(
  'as transferências',
  () => import('./contract-transfers.tsx'),
  ({ ContractTransfers }) => ContractTransfers,
);
const ContractExtras = lazyPanel(
  'as deduções e acréscimos',
  () => import('#web/features/contracts/extras/contract-extras.tsx'),
  ({ ContractExtras }) => ContractExtras,
);
const AutomaticPix = lazyPanel(
  'o Pix Automático',
  () => import('#web/features/contracts/automatic-pix/automatic-pix.tsx'),
  ({ AutomaticPix }) => AutomaticPix,
);
const ProposalHistory = lazyPanel(
  'o histórico',
  () => import('#web/features/contracts/history/contract-history.tsx'),
  ({ ProposalHistory }) => ProposalHistory,
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
  /** Its papers that are signed electronically; undefined for those who may not see them. */
  signatures: (() => ReactNode) | undefined;
  /** Papers of its debt; undefined for those who may not see them. */
  debt: (() => ReactNode) | undefined;
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
  signatures,
  debt,
}: PanelsProps): (Tab & { value: ContractTab })[] {
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
      panel: <ContractGuarantors proposal={proposal} editable={editable} />,
    },
    {
      value: 'partes',
      label: 'Partes',
      count: proposal.parties.length,
      panel: <ContractParties proposal={proposal} editable={editable} />,
    },
    {
      value: 'documentos',
      label: 'Documentos',
      count: proposal.documents.length,
      panel: <ContractDocuments proposal={proposal} generate={generate?.button({ onGenerated })} />,
    },
    ...(signatures
      ? [
          {
            value: 'assinaturas' as const,
            label: 'Assinaturas',
            // It is fetched when it is looked at.
            panel: tab === 'assinaturas' && signatures(),
          },
        ]
      : []),
    {
      value: 'faturas',
      label: 'Faturas',
      count: proposal.invoices.length,
      panel: (
        <ContractInvoices contract={proposal.id} invoices={proposal.invoices} leadDays={proposal.billing_lead_days} />
      ),
    },
    {
      value: 'transferencias',
      label: 'Transferências',
      count: proposal.transfers.length,
      panel: <ContractTransfers transfers={proposal.transfers} />,
    },
    {
      value: 'deducoes',
      label: 'Deduções e Acréscimos',
      count: proposal.extraValues.length,
      panel: <ContractExtras proposal={proposal} editable={editable} />,
    },
    {
      value: 'automatico',
      label: 'Pix Automático',
      // It is fetched when it is looked at.
      panel: tab === 'automatico' && <AutomaticPix proposal={proposal} />,
    },
    ...(debt
      ? [
          {
            value: 'cobranca' as const,
            label: 'Cobrança',
            // It is fetched when it is looked at.
            panel: tab === 'cobranca' && debt(),
          },
        ]
      : []),
    {
      value: 'historico',
      label: 'Histórico',
      // It is fetched when it is looked at.
      panel: tab === 'historico' && <ProposalHistory proposal={proposal} />,
    },
  ];
}
