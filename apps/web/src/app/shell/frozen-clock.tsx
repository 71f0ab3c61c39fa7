import { formatDate } from '@morada/domain/base/calendar';
import { frozenDay } from '#web/lib/today.ts';
import classes from './frozen-clock.module.css';

/** Warns that the server's clock is frozen, so that the date is not mistaken for today's. */
export function FrozenClock() {
  const day = frozenDay();
  return day ? (
    <aside aria-label="Relógio" className={classes.banner}>
      O relógio do sistema está parado em {formatDate(day)}.
    </aside>
  ) : null;
}
