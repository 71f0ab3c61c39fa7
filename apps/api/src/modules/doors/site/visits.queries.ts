import type { VisitStatus } from '@morada/domain/attendance/visit';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Db } from '#api/context.ts';

/** A visit with an hour, and its listing as the site names it. */
export async function findVisit(db: Db, id: number) {
  const row = await db
    .selectFrom('schedule')
    .innerJoin('property', 'property.id', 'schedule.property_id')
    .select(['schedule.id', 'schedule.property_id', 'schedule.date', 'schedule.time', 'schedule.status'])
    .select(['schedule.version', 'schedule.created_at', 'property.location', 'property.bedrooms', 'property.street'])
    .select(['property.neighborhood', 'property.city', 'property.state', 'property.country', 'property.is_exterior'])
    .select(['property.type', 'property.is_listed as isListed'])
    .where('schedule.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, status: row.status as VisitStatus };
}

/** Sets another hour; undefined when another visit has it, which the index `schedule_slot` decides. */
export async function setHour(trx: Db, id: number, hour: { date: CalendarDate; time: string; shift: 'AM' | 'PM' }) {
  return trx
    .updateTable('schedule')
    .set((q) => ({ ...hour, status: 'PENDING', version: q('version', '+', 1) }))
    .where('id', '=', id)
    .where((q) =>
      q.not(
        q.exists(
          q
            .selectFrom('schedule as other')
            .select('other.id')
            .whereRef('other.property_id', '=', 'schedule.property_id')
            .where('other.date', '=', hour.date)
            .where('other.time', '=', hour.time)
            .where('other.status', '<>', 'CANCELED')
            .whereRef('other.id', '<>', 'schedule.id'),
        ),
      ),
    )
    .returning(['id', 'name', 'phone', 'email'])
    .executeTakeFirst();
}
