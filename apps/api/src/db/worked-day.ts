import type { CalendarDate } from '@morada/domain/base/calendar';
import { hasJumped } from '@morada/domain/base/clock-jump';
import { sql } from 'kysely';
import type { Db, Deps } from '../context.ts';

type Clock = Pick<Deps, 'db' | 'today'>;

const findWorkedDay = async (db: Db): Promise<CalendarDate | undefined> =>
  (await db.selectFrom('worked_day').select('day').executeTakeFirst())?.day;

/** Notes a day whose work is done. A clock that went back leaves the later one. */
export const setWorkedDay = (db: Db, day: CalendarDate) =>
  sql`insert into worked_day (day) values (${day}::date)
      on conflict (only_row) do update set day = excluded.day where worked_day.day < excluded.day`.execute(db);

/** The last day worked, when today is so far ahead of it that the automatic work waits for a person. */
export async function findJump({ db, today }: Clock): Promise<CalendarDate | undefined> {
  const last = await findWorkedDay(db);
  return hasJumped(last, today()) ? last : undefined;
}

/**
 * Whether work that the day brings is done by itself today, which is noted; false while a person is to say whether the clock
 * is right. Asked by all work that follows from the day alone.
 */
export async function worksToday(clock: Clock): Promise<boolean> {
  const last = await findWorkedDay(clock.db);
  const today = clock.today();
  if (hasJumped(last, today)) return false;
  if (last === undefined || last < today) await setWorkedDay(clock.db, today);
  return true;
}
