import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { addToReference, formatMonth, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { IconChevronLeft, IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { TransferEvent } from '#web/entities/transfer/transfer-queries.ts';
import { TransferLegend } from '#web/entities/transfer/transfer-status.tsx';
import { today } from '#web/lib/today.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { type Loadable, QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { DayList } from './day-list.tsx';
import classes from './transfer-calendar.module.css';

// Lazy, as it brings the code for dragging.
const MonthGrid = lazyPanel(
  'o calendário',
  () => import('./month-grid.tsx'),
  ({ MonthGrid }) => MonthGrid,
  14,
);

type TransferCalendarProps = {
  month: Reference;
  query: Loadable<TransferEvent[]>;
  /** Undefined is the month of today. */
  onMonth: (month: Reference | undefined) => void;
  onOpen: (id: number) => void;
  /** On a phone its button stands here, on other screens in the head of the page. */
  onRefresh: () => void;
};

/** The transfers of a month on their days; on a phone a list by day. */
export function TransferCalendar({ month, query, onMonth, onOpen, onRefresh }: TransferCalendarProps) {
  const phone = usePhone();
  const current = referenceOf(today());
  const [returns, setReturns] = useState(0);
  const name = formatMonth(month);
  const go = (step: number) => {
    const next = addToReference(month, step);
    onMonth(next === current ? undefined : next);
  };
  const goToday = () => {
    setReturns(returns + 1); // Also within the month: the calendar goes back to this week.
    onMonth(undefined);
  };
  // Under this width seven columns would leave nothing of the names.
  const narrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const Days = narrow ? DayList : MonthGrid;
  return (
    <section aria-labelledby="month" className={classes.calendar}>
      <div className={classes.head}>
        <h2 id="month" aria-live="polite">
          {name.charAt(0).toUpperCase() + name.slice(1)}
        </h2>
        <ActionIcon size={32} aria-label="Mês anterior" onClick={() => go(-1)}>
          <IconChevronLeft size={17} />
        </ActionIcon>
        <ActionIcon size={32} aria-label="Próximo mês" onClick={() => go(1)}>
          <IconChevronRight size={17} />
        </ActionIcon>
        <Button variant="default" onClick={goToday}>
          Hoje
        </Button>
        <div className={classes.end}>
          {phone ? (
            <ActionIcon size={32} aria-label="Atualizar calendário" onClick={onRefresh}>
              <IconRefresh size={17} />
            </ActionIcon>
          ) : (
            <TransferLegend />
          )}
        </div>
      </div>
      <div className={narrow ? undefined : classes.grid}>
        <QueryBoundary query={query} what="o calendário" lines={narrow ? 6 : 14}>
          {(events) => <Days key={returns} month={month} events={events} onOpen={onOpen} />}
        </QueryBoundary>
      </div>
    </section>
  );
}
