import { type CalendarDate, dayOf, formatMonth, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { useEffect, useRef } from 'react';
import { daysShown } from '#web/entities/transfer/month-days.ts';
import type { TransferEvent } from '#web/entities/transfer/transfer-queries.ts';
import { today } from '#web/lib/today.ts';
import { CalendarDrag, CarriedChip, useDropDay } from './calendar-drag.tsx';
import classes from './month-grid.module.css';
import { MoreEvents } from './more-events.tsx';
import { useMove } from './use-move.ts';

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'];
const MAX_EVENTS = 10;

export type MonthProps = { month: Reference; events: TransferEvent[]; onOpen: (id: number) => void };

/** Weeks under each other, at most ten transfers a day; it scrolls in its own box and begins at this week. */
export function MonthGrid({ month, events, onOpen }: MonthProps) {
  const ofDay = Map.groupBy(events, ({ date }) => date);
  const days = daysShown(month);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const box = useRef<HTMLElement>(null);
  const thisWeek = useRef<HTMLDivElement>(null);
  const move = useMove(month);

  useEffect(() => {
    const here = daysShown(month).includes(today()) ? thisWeek.current : null;
    if (box.current) box.current.scrollTop = here ? here.offsetTop - HEAD_HEIGHT : 0;
  }, [month]);

  return (
    <CalendarDrag events={events} box={box} onMove={move}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section ref={box} className={classes.box} tabIndex={0} aria-label={`Repasses de ${formatMonth(month)}`}>
        {/* biome-ignore-start lint/a11y/useSemanticElements: a grid of its own; the roles say what it is */}
        {/* biome-ignore-start lint/a11y/useFocusableInteractive: the transfers in it take the focus */}
        <div role="table" aria-label={`Calendário de ${formatMonth(month)}`} className={classes.month}>
          <div role="row" className={classes.weekdays}>
            {WEEKDAYS.map((name) => (
              <span key={name} role="columnheader">
                {name}
              </span>
            ))}
          </div>
          {weeks.map((week) => (
            <div key={week[0]} role="row" className={classes.week} ref={week.includes(today()) ? thisWeek : undefined}>
              {week.map((day) => (
                <Day
                  key={day}
                  day={day}
                  outside={referenceOf(day) !== month}
                  events={ofDay.get(day) ?? []}
                  onOpen={onOpen}
                />
              ))}
            </div>
          ))}
        </div>
        {/* biome-ignore-end lint/a11y/useSemanticElements: a grid of its own; the roles say what it is */}
        {/* biome-ignore-end lint/a11y/useFocusableInteractive: the transfers in it take the focus */}
      </section>
    </CalendarDrag>
  );
}

const HEAD_HEIGHT = 33;

type DayProps = { day: CalendarDate; outside: boolean; events: TransferEvent[]; onOpen: (id: number) => void };

function Day({ day, outside, events, onOpen }: DayProps) {
  const now = day === today();
  const hidden = events.length - MAX_EVENTS;
  const drop = useDropDay(day);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the grid above
    <div {...drop} role="cell" className={classes.day} data-outside={outside || undefined}>
      <time dateTime={day} className={classes.number} data-today={now || undefined}>
        {dayOf(day)}
      </time>
      {events.length > 0 && (
        <ul className={classes.events}>
          {events.slice(0, MAX_EVENTS).map((event) => (
            <li key={event.id}>
              <CarriedChip event={event} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <MoreEvents day={day} events={events} hidden={hidden} onOpen={onOpen} />}
    </div>
  );
}
