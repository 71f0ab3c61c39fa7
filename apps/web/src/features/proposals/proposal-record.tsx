import { type ProposalDetail, proposals } from '@morada/contract/proposals';
import { lazy, Suspense } from 'react';
import { useRemember } from '#web/lib/recent.ts';
import { may } from '#web/lib/session.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { ProposalCards } from './proposal-cards.tsx';
import { ProposalHead } from './proposal-head.tsx';
import { proposalPanels } from './proposal-panels.tsx';
import { useDocuments } from './proposal-rows.ts';
import type { ProposalTab } from './proposal-tabs.ts';
import type { GenerateSlot, PickerSlot } from './slots.ts';
import { TermsFoot } from './terms-foot.tsx';
import { useProposalDeeds } from './use-proposal-deeds.tsx';
import { useTermsForm } from './use-terms-form.ts';

const ExtensionWindow = lazy(() =>
  import('./extension/extension-window.tsx').then(({ ExtensionWindow }) => ({ default: ExtensionWindow })),
);
const TerminationWindow = lazy(() =>
  import('./termination/termination-window.tsx').then(({ TerminationWindow }) => ({ default: TerminationWindow })),
);

export type ProposalRecordProps = {
  proposal: ProposalDetail;
  tab: ProposalTab | undefined;
  onTab: (tab: ProposalTab) => void;
  onRemoved: () => unknown;
  clientPicker: PickerSlot;
  /** Undefined for those who may not. */
  generate: GenerateSlot | undefined;
};

export function ProposalRecord({ proposal, tab = 'detalhes', onTab, onRemoved, ...slots }: ProposalRecordProps) {
  useRemember('proposals', proposal.id, proposal.user.name, `Contrato ${proposal.id} · ${proposal.property.address}`);
  const terms = useTermsForm(proposal);
  const { isDirty: dirty } = terms.form.formState;
  const deeds = useProposalDeeds(proposal, { dirty, onRemoved });
  const { show: showDocument } = useDocuments(proposal.id);
  const { window, open, dismiss } = deeds;
  const editable = proposal.status === 'APPROVED' && may(proposals.update.access);

  return (
    <>
      <ProposalHead proposal={proposal} deeds={deeds} generates={slots.generate !== undefined} />
      <ProposalCards proposal={proposal} onReadjust={editable ? () => open('readjust') : undefined} />
      <Tabs
        label={`Contrato ${proposal.id}`}
        tabs={proposalPanels({
          proposal,
          tab,
          terms: terms.form,
          editable,
          onTab,
          onGenerated: showDocument,
          ...slots,
        })}
        value={tab}
        onChange={(value) => onTab(value as ProposalTab)}
      />
      {(dirty || terms.notice) && <TermsFoot {...terms} />}
      <Suspense>
        {(window === 'extend' || window === 'readjust') && (
          <ExtensionWindow proposal={proposal} extending={window === 'extend'} onClose={dismiss} />
        )}
        {window === 'terminate' && (
          <TerminationWindow proposal={proposal} dirty={dirty} onCloseBare={deeds.close} onClose={dismiss} />
        )}
        {window === 'generate' &&
          slots.generate?.window({
            onClose: dismiss,
            onGenerated: (document) => {
              dismiss();
              showDocument(document);
              onTab('documentos');
            },
          })}
      </Suspense>
    </>
  );
}
