import type { useTermsForm } from '#web/features/contracts/terms/use-terms-form.ts';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { ChangesBar, unsavedOf } from '#web/ui/form/save-bar.tsx';
import { contractPanels, type PanelsProps } from './contract-panels.tsx';
import type { ContractTab } from './contract-tabs.ts';

type ContractPartsProps = Omit<PanelsProps, 'terms'> & {
  terms: ReturnType<typeof useTermsForm>;
};

/** The tabs of a contract, and the foot that saves its terms. */
export function ContractParts({ terms, ...props }: ContractPartsProps) {
  const { proposal, tab, onTab } = props;
  return (
    <>
      <Tabs
        label={`Contrato ${proposal.id}`}
        tabs={contractPanels({ ...props, terms: terms.form })}
        value={tab}
        onChange={(value) => onTab(value as ContractTab)}
        after="paint"
      />
      <ChangesBar of={unsavedOf(terms.form)} notice={terms.notice} />
    </>
  );
}
