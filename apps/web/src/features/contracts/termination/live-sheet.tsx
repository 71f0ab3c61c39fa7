import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { messageOf } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Sheet } from './sheet.tsx';
import classes from './termination.module.css';
import type { Termination } from './use-termination.ts';

/** The sheet as one types; the old figures stay until the new ones are here. */
export function LiveSheet({ proposal, termination }: { proposal: ProposalDetail; termination: Termination }) {
  const { sheet, failed, recalculating, retry } = termination;
  return (
    <>
      {sheet && failed && (
        <p role="alert" className={classes.failed}>
          {messageOf(failed)}
        </p>
      )}
      <QueryBoundary query={{ data: sheet, error: failed, refetch: retry }} what="a folha de rescisão" lines={6}>
        {(found) => (
          <div className={classes.sheet} aria-busy={recalculating}>
            <Sheet sheet={found} proposal={proposal} />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}
