import { readjustments } from '@morada/contract/lease/readjustments';
import { formatMonth, type Reference } from '@morada/domain/base/calendar';
import { useState } from 'react';
import { ApplyBar } from '#web/features/readjustments/apply-bar.tsx';
import { ApplyOutcome } from '#web/features/readjustments/apply-outcome.tsx';
import { IndexNotices } from '#web/features/readjustments/index-notices.tsx';
import { totalsOf } from '#web/features/readjustments/simulation.ts';
import { type Outcome, useApply } from '#web/features/readjustments/use-apply.tsx';
import { useSimulation } from '#web/features/readjustments/use-simulation.ts';
import { may } from '#web/lib/session/session.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { MonthSteps } from '#web/ui/input/month-steps.tsx';
import { ChooseAll } from './choose-all.tsx';
import classes from './due-panel.module.css';
import { DueTable } from './due-table.tsx';
import { DueTotals } from './due-totals.tsx';

export type DuePanelProps = {
  month: Reference;
  page: number;
  onMonth: (month: Reference | undefined) => void;
  onPage: (page: number) => void;
};

/** The readjustments of a month: reckoned, arranged, applied to those that are chosen. */
export function DuePanel({ month, page, onMonth, onPage }: DuePanelProps) {
  const simulation = useSimulation(month, page);
  const { query, simulations, shown, choose } = simulation;
  const totals = totalsOf(simulations);
  const [outcome, setOutcome] = useState<Outcome>();
  const apply = useApply(month, simulations, (result) => {
    simulation.forget(result.applied);
    if (result.refused.length > 0) setOutcome(result);
    if (page > 1) onPage(1);
  });
  const applies = may(readjustments.apply.access);
  const any = simulations.length > 0;
  const barred = applies && totals.chosen.length > 0;
  const phone = usePhone();
  const sums = (
    <DueTotals totals={any || !simulation.loading ? totals : undefined} simulations={simulations} barred={barred} />
  );
  return (
    <>
      <MonthSteps month={month} onMonth={onMonth} />
      {!phone && sums}
      {/* The box that chooses all and the notices of the indices stand above the rows: they come together. */}
      <QueryBoundary query={{ ...query, data: any || query?.data }} what="os reajustes do mês" lines={12}>
        {() => (
          <>
            <div className={classes.list}>
              {any && applies && <ChooseAll {...simulation} />}
              <IndexNotices simulations={shown} />
              <DueTable
                query={query ?? {}}
                rows={shown}
                onChoose={applies ? (id, choice) => choose([id], choice) : undefined}
                onPage={(next) => {
                  simulation.keepPage();
                  onPage(next);
                }}
                month={formatMonth(month)}
              />
            </div>
            {/* The rows begin in the upper half of a phone's screen: what they come to stands below them. */}
            {phone && sums}
          </>
        )}
      </QueryBoundary>
      {barred && <ApplyBar totals={totals} disabled={simulation.loading} onApply={() => apply(totals)} />}
      {outcome && <ApplyOutcome outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
}
