import { useEffect } from 'react';
import { TermsFoot } from '#web/features/contracts/terms/terms-foot.tsx';
import { useTermsForm } from '#web/features/contracts/terms/use-terms-form.ts';
import { Tabs } from '#web/ui/display/tabs.tsx';
import { contractPanels, type PanelsProps } from './contract-panels.tsx';
import type { ContractTab } from './contract-tabs.ts';

type ContractPartsProps = Omit<PanelsProps, 'terms'> & {
  /** Whether terms were changed and not saved. */
  onDirty: (dirty: boolean) => void;
};

/** The tabs of a contract. They hold the form of its terms, so that what stands above is not drawn with each letter. */
export function ContractParts({ onDirty, ...props }: ContractPartsProps) {
  const { proposal, tab, onTab } = props;
  const terms = useTermsForm(proposal);
  const { isDirty: dirty } = terms.form.formState;
  useEffect(() => onDirty(dirty), [onDirty, dirty]);
  return (
    <>
      <Tabs
        label={`Contrato ${proposal.id}`}
        tabs={contractPanels({ ...props, terms: terms.form })}
        value={tab}
        onChange={(value) => onTab(value as ContractTab)}
        after="paint"
      />
      {(dirty || terms.notice) && <TermsFoot {...terms} />}
    </>
  );
}
