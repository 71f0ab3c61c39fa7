import { ANSWER_MINUTES, dueAfter } from '@morada/domain/attendance/lead-deadline';
import { instantOf, localMoment } from '#api/base/local-moment.ts';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';

/** When a message that comes in at this moment is to be answered. */
export async function findDue(trx: Db, now = new Date()): Promise<string> {
  const week = await readAgency(trx, ['hours_weekdays', 'hours_saturday', 'hours_sunday', 'hours_dates']);
  return instantOf(dueAfter(localMoment(now), ANSWER_MINUTES, week));
}
