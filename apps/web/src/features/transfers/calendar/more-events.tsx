import { Popover } from '@mantine/core';
import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { useState } from 'react';
import type { TransferEvent } from '#web/entities/transfer/transfer-queries.ts';
import classes from './more-events.module.css';
import { TransferChip } from './transfer-chip.tsx';

type MoreEventsProps = {
  day: CalendarDate;
  events: TransferEvent[];
  hidden: number;
  onOpen: (id: number) => void;
};

/** "mostrar mais (3)": all of the day's transfers. */
export function MoreEvents({ day, events, hidden, onOpen }: MoreEventsProps) {
  const [opened, setOpened] = useState(false);
  const open = (id: number) => {
    setOpened(false);
    onOpen(id);
  };
  return (
    <Popover opened={opened} onChange={setOpened} width={240} trapFocus withinPortal hideDetached={false}>
      <Popover.Target>
        <button type="button" className={classes.more} onClick={() => setOpened(true)}>
          mostrar mais ({hidden})
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Repasses de ${formatDate(day)}`} className={classes.all}>
        <p className={classes.day}>
          {formatDate(day)}, {events.length} repasses
        </p>
        <ul>
          {events.map((event) => (
            <li key={event.id}>
              <TransferChip event={event} onOpen={open} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
