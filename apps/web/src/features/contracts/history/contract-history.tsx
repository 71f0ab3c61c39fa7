import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { useQuery } from '@tanstack/react-query';
import { historyQuery } from '#web/features/contracts/contract-queries.ts';
import classes from '#web/features/contracts/terms/terms.module.css';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import { AsItWas } from './as-it-was.tsx';
import { Entries } from './entries.tsx';
import { RentPeriods } from './rent-periods.tsx';

/** History of a contract: changes with author and time, the rent from the start, and the terms on any date. */
export function ProposalHistory({ proposal }: { proposal: ProposalDetail }) {
  const query = useQuery(historyQuery(proposal.id));
  return (
    <QueryBoundary query={query} what="o histórico" lines={12}>
      {(history) => (
        <div className={classes.terms}>
          <FormSection title="Aluguel por período" below="O valor cobrado, desde o início do contrato.">
            <Wide>
              <RentPeriods rents={history.rents} />
            </Wide>
          </FormSection>
          <FormSection title="Como era em" below="Os termos do contrato ao fim de um dia.">
            <AsItWas proposal={proposal} history={history} />
          </FormSection>
          <FormSection title="Alterações" below="Quem mudou o quê e quando, da última à primeira.">
            <Wide>
              <Entries entries={history.entries} proposal={proposal} />
            </Wide>
          </FormSection>
        </div>
      )}
    </QueryBoundary>
  );
}
