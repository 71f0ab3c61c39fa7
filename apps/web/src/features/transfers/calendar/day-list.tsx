import { ActionIcon, Button } from '@mantine/core';
import { transfers } from '@morada/contract/money/transfers';
import { type CalendarDate, referenceOf } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { transferState } from '@morada/domain/rent/transfer';
import { IconCalendarOff, IconCalendarTime } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { dayTitle } from '#web/entities/transfer/month-days.ts';
import type { TransferEvent } from '#web/entities/transfer/transfer-queries.ts';
import { TransferStatus } from '#web/entities/transfer/transfer-status.tsx';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Figure } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import classes from './day-list.module.css';
import type { MonthProps } from './month-grid.tsx';

const RescheduleWindow = lazyWindow(
  () => import('./reschedule-window.tsx'),
  (window) => window.default,
);

/** The month on a phone: from today on, the days that have transfers. */
export function DayList({ month, events, onOpen }: MonthProps) {
  const [earlier, setEarlier] = useState(false);
  const days = [...Map.groupBy(events, ({ date }) => date)].filter(([day]) => referenceOf(day) === month);
  const past = referenceOf(today()) === month ? days.filter(([day]) => day < today()) : [];
  const shown = earlier ? days : days.slice(past.length);
  const before = past.length > 0 && !earlier && (
    <Button variant="subtle" onClick={() => setEarlier(true)} className={classes.earlier}>
      {past.length === 1 ? 'Mostrar 1 dia anterior' : `Mostrar ${past.length} dias anteriores`}
    </Button>
  );
  return (
    <div>
      {shown.length === 0 && before}
      {shown.length === 0 && (
        <EmptyState
          icon={IconCalendarOff}
          title={past.length > 0 ? 'Nada mais neste mês' : 'Nenhum repasse neste mês'}
        />
      )}
      {shown.map(([day, ofDay], place) => (
        <DayOfList key={day} day={day} events={ofDay} before={place === 0 && before} onOpen={onOpen} />
      ))}
    </div>
  );
}

type DayProps = {
  day: CalendarDate;
  events: TransferEvent[];
  /** Beside its title: brings the days before it. */
  before: ReactNode;
  onOpen: (id: number) => void;
};

function DayOfList({ day, events, before, onOpen }: DayProps) {
  return (
    <section className={classes.day}>
      <div className={classes.title}>
        <h3>{dayTitle(day, today())}</h3>
        {before}
      </div>
      <ul>
        {events.map((event) => (
          <Entry key={event.id} event={event} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ event, onOpen }: { event: TransferEvent; onOpen: (id: number) => void }) {
  const { id, title, amount, status, date } = event;
  const [moving, setMoving] = useState(false);
  const late = transferState({ status, due_date: date }, today()).tone === 'late';
  return (
    <li data-late={late || undefined}>
      <button type="button" className={classes.entry} aria-haspopup="dialog" onClick={() => onOpen(id)}>
        <span className={classes.who}>
          <b title={title}>{title}</b>
          <span>Repasse {id}</span>
        </span>
        <span className={classes.what}>
          <Figure>{formatMoney(amount)}</Figure>
          <TransferStatus status={status} note={late ? 'atrasado' : undefined} />
        </span>
      </button>
      {status === 'PENDING' && may(transfers.reschedule.access) && (
        <ActionIcon
          size={44}
          aria-label={`Reagendar repasse ${id}, ${title}`}
          aria-haspopup="dialog"
          onClick={() => setMoving(true)}
        >
          <IconCalendarTime size={18} />
        </ActionIcon>
      )}
      {moving && <RescheduleWindow event={event} onClose={() => setMoving(false)} />}
    </li>
  );
}
