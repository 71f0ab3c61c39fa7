import { LEAD_KEPT_DAYS } from '@morada/domain/attendance/lead';
import type { Deps } from '#api/context.ts';
import { forgetLeads, lockOldLeads } from './leads.queries.ts';

/** Leads of one transaction. */
const BATCH = 200;

/** Forgets the people of leads that were lost long ago; the figures stay. */
export async function forgetOldLeads({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (;;) {
    const done = await db.transaction().execute(async (trx) => {
      const old = await lockOldLeads(trx, LEAD_KEPT_DAYS, BATCH);
      await forgetLeads(
        trx,
        old.map(({ id }) => id),
      );
      return old.length;
    });
    if (done < BATCH) return;
  }
}
