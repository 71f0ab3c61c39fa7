import { useEffect } from 'react';
import { Tabs } from '#web/ui/tabs.tsx';
import { type PanelsProps, proposalPanels } from './proposal-panels.tsx';
import type { ProposalTab } from './proposal-tabs.ts';
import { TermsFoot } from './terms-foot.tsx';
import { useTermsForm } from './use-terms-form.ts';

type ProposalPartsProps = Omit<PanelsProps, 'terms'> & {
  /** Whether terms were changed and not saved. */
  onDirty: (dirty: boolean) => void;
};

/** The tabs of a contract. They hold the form of its terms, so that what stands above is not drawn with each letter. */
export function ProposalParts({ onDirty, ...props }: ProposalPartsProps) {
  const { proposal, tab, onTab } = props;
  const terms = useTermsForm(proposal);
  const { isDirty: dirty } = terms.form.formState;
  useEffect(() => onDirty(dirty), [onDirty, dirty]);
  return (
    <>
      <Tabs
        label={`Contrato ${proposal.id}`}
        tabs={proposalPanels({ ...props, terms: terms.form })}
        value={tab}
        onChange={(value) => onTab(value as ProposalTab)}
        after="paint"
      />
      {(dirty || terms.notice) && <TermsFoot {...terms} />}
    </>
  );
}
