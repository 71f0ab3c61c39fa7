import { Callout } from '#web/ui/feedback/callout.tsx';
import { indexNotices, type Simulation } from './simulation.ts';
import { contractsInWords } from './words.ts';

/** Notices about the indices of the rows in sight, one an index; how many contracts only where it is not all of them. */
export function IndexNotices({ simulations }: { simulations: readonly Simulation[] }) {
  return indexNotices(simulations).map(({ text, contracts }) => (
    <Callout key={text} tone="known">
      {text}
      {contracts.length < simulations.length && ` (${contractsInWords(contracts.length)})`}
    </Callout>
  ));
}
