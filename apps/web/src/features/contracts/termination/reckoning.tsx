import type { ProposalDetail } from '@morada/contract/proposals';
import { messageOf } from '#web/lib/toast.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Sheet } from './sheet.tsx';
import classes from './termination.module.css';
import type { Termination } from './use-termination.ts';

/** The sheet as one types; the old figures stay until the new ones are here. */
export function Reckoning({ proposal, termination }: { proposal: ProposalDetail; termination: Termination }) {
  const { sheet, failed, reckoning, retry } = termination;
  return (
    <>
      {sheet && failed && (
        <p role="alert" className={classes.failed}>
          {messageOf(failed)}
        </p>
      )}
      <Loaded query={{ data: sheet, error: failed, refetch: retry }} what="a folha de rescisão" lines={6}>
        {(found) => (
          <div className={classes.sheet} aria-busy={reckoning}>
            <Sheet sheet={found} proposal={proposal} />
          </div>
        )}
      </Loaded>
    </>
  );
}
