import { type ProposalDetail, proposals } from '@morada/contract/lease/proposals';
import type { ReactNode } from 'react';
import { ContractCards } from '#web/features/contracts/list/contract-cards.tsx';
import { useShowDocument } from '#web/features/contracts/list/contract-rows.ts';
import { useTermsForm } from '#web/features/contracts/terms/use-terms-form.ts';
import { useContractActions } from '#web/features/contracts/use-contract-actions.tsx';
import { useRemember } from '#web/lib/session/recent.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { ContractHead } from './contract-head.tsx';
import type { ContractGenerator } from './contract-panels.tsx';
import { ContractParts } from './contract-parts.tsx';
import type { ContractTab } from './contract-tabs.ts';

const ExtensionWindow = lazyWindow(
  () => import('#web/features/contracts/extension/extension-window.tsx'),
  (window) => window.ExtensionWindow,
);
const TerminationWindow = lazyWindow(
  () => import('#web/features/contracts/termination/termination-window.tsx'),
  (window) => window.TerminationWindow,
);

export type ContractRecordProps = {
  proposal: ProposalDetail;
  tab: ContractTab | undefined;
  onTab: (tab: ContractTab) => void;
  onRemoved: () => unknown;
  /** Undefined for those who may not. */
  generate: ContractGenerator | undefined;
  /** Its papers that are signed electronically; undefined for those who may not see them. */
  signatures: (() => ReactNode) | undefined;
  /** Papers of its debt; undefined for those who may not see them. */
  debt: (() => ReactNode) | undefined;
};

export function ContractRecord({
  proposal,
  tab = 'detalhes',
  onTab,
  onRemoved,
  generate,
  signatures,
  debt,
}: ContractRecordProps) {
  useRemember('proposals', proposal.id, proposal.user.name, `Contrato ${proposal.id} · ${proposal.property.address}`);
  const terms = useTermsForm(proposal);
  const { isDirty: dirty } = terms.form.formState;
  const actions = useContractActions(proposal, { dirty, onRemoved });
  const showDocument = useShowDocument(proposal.id);
  const { window, open, dismiss } = actions;
  const editable = proposal.status === 'APPROVED' && may(proposals.update.access);

  return (
    <>
      <ContractHead proposal={proposal} actions={actions} generates={generate !== undefined} />
      <ContractCards proposal={proposal} onReadjust={editable ? () => open('readjust') : undefined} />
      <ContractParts
        proposal={proposal}
        tab={tab}
        editable={editable}
        onTab={onTab}
        onGenerated={showDocument}
        terms={terms}
        generate={generate}
        signatures={signatures}
        debt={debt}
      />
      {(window === 'extend' || window === 'readjust') && (
        <ExtensionWindow proposal={proposal} extending={window === 'extend'} onClose={dismiss} />
      )}
      {window === 'terminate' && (
        <TerminationWindow proposal={proposal} dirty={dirty} onCloseBare={actions.close} onClose={dismiss} />
      )}
      {window === 'generate' &&
        generate?.window({
          onClose: dismiss,
          onGenerated: (document) => {
            dismiss();
            showDocument(document);
            onTab('documentos');
          },
        })}
    </>
  );
}
