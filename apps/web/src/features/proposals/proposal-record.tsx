import { type ProposalDetail, proposals } from '@morada/contract/proposals';
import { lazy, Suspense, useState } from 'react';
import { useRemember } from '#web/lib/recent.ts';
import { may } from '#web/lib/session.ts';
import { ProposalCards } from './proposal-cards.tsx';
import { ProposalHead } from './proposal-head.tsx';
import { ProposalParts } from './proposal-parts.tsx';
import { useDocuments } from './proposal-rows.ts';
import type { ProposalTab } from './proposal-tabs.ts';
import type { GenerateSlot, PickerSlot } from './slots.ts';
import { useProposalDeeds } from './use-proposal-deeds.tsx';

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
  const [dirty, setDirty] = useState(false);
  const deeds = useProposalDeeds(proposal, { dirty, onRemoved });
  const { show: showDocument } = useDocuments(proposal.id);
  const { window, open, dismiss } = deeds;
  const editable = proposal.status === 'APPROVED' && may(proposals.update.access);

  return (
    <>
      <ProposalHead proposal={proposal} deeds={deeds} generates={slots.generate !== undefined} />
      <ProposalCards proposal={proposal} onReadjust={editable ? () => open('readjust') : undefined} />
      <ProposalParts
        proposal={proposal}
        tab={tab}
        editable={editable}
        onTab={onTab}
        onGenerated={showDocument}
        onDirty={setDirty}
        {...slots}
      />
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
