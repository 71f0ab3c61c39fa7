import type { RetryPolicy } from '@morada/domain/bank/pix/recurrence';
import type { ReceivingAccount } from '@morada/domain/bank/pix/recurring-charge';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type Setting = ReceivingAccount & { active: boolean; policy: RetryPolicy; with_minimum: boolean };

export const findSetting = (db: Db, linkId: number) =>
  db.selectFrom('recurring_setting').selectAll().where('link_id', '=', linkId).executeTakeFirst();

/** Saves the setting; a change clears the recorded outage. */
export const saveSetting = (trx: Db, link_id: number, setting: Setting) =>
  trx
    .insertInto('recurring_setting')
    .values({ link_id, ...setting })
    .onConflict((conflict) =>
      conflict.column('link_id').doUpdateSet({ ...setting, failing_since: null, problem: null }),
    )
    .execute();

export const noteRecurringFailure = (db: Db, linkId: number, problem: string | null) =>
  db
    .updateTable('recurring_setting')
    .set({ problem, failing_since: problem === null ? null : sql<string>`coalesce(failing_since, now())` })
    .where('link_id', '=', linkId)
    .where((where) => where.or([where('problem', 'is not', null), where.val(problem !== null)]))
    .execute();

export const setRecurringOrigin = (db: Db, linkId: number, notice_origin: string | null) =>
  db.updateTable('recurring_setting').set({ notice_origin }).where('link_id', '=', linkId).execute();

/** Whether the bank of `link` still has authorisations. */
export const hasRecurrences = sql<boolean>`exists (
  select from recurrence r where r.link_id = link.id and r.state in ('WAITING', 'CREATED', 'APPROVED'))`;

/** Authorisations in force, and those that wait for the tenant. */
export async function countRecurrences(db: Db, linkId: number) {
  const rows = await db
    .selectFrom('recurrence')
    .select((q) => ['state', q.fn.countAll<number>().as('found')])
    .where('link_id', '=', linkId)
    .where('state', 'in', ['WAITING', 'CREATED', 'APPROVED'])
    .groupBy('state')
    .execute();
  const of = (isOf: (state: string) => boolean) =>
    rows.reduce((total, { state, found }) => (isOf(state) ? total + found : total), 0);
  return { approved: of((state) => state === 'APPROVED'), offered: of((state) => state !== 'APPROVED') };
}
