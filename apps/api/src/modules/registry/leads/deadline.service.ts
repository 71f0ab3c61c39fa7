import { STAFF_PATH } from '@morada/contract/base/addresses';
import { dueAfter } from '@morada/domain/attendance/lead-deadline';
import { lateLeadMail, leadMail } from '@morada/domain/attendance/lead-mail';
import { timeAt } from '#api/base/clock.ts';
import { instantOf, localMoment } from '#api/base/local-moment.ts';
import type { Context, Db, Deps } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { notify } from '#api/live/notify.ts';
import { canMail, queueMails } from '#api/mail/mail.service.ts';
import * as queries from './leads.queries.ts';
import { findColleague, findManagers, findSetting } from './rules.queries.ts';

/** When a message that comes in at this moment is to be answered. */
export async function findDue(trx: Db, now = new Date()): Promise<string> {
  const week = await readAgency(trx, ['hours_weekdays', 'hours_saturday', 'hours_sunday', 'hours_dates']);
  const { answer_minutes } = await findSetting(trx);
  return instantOf(dueAfter(localMoment(now), answer_minutes, week));
}

const pageOf = ({ publicUrl }: Deps, id: number) => new URL(`${STAFF_PATH}/contacts/funnel?open=${id}`, publicUrl).href;

/**
 * Mails the owner that a lead is theirs, unless they took it themselves or were mailed its message already. It holds no
 * contact data: they are behind the link.
 */
export async function tellOwner(
  trx: Db,
  ctx: Context,
  { id, owner_id, answer_due_at }: Told,
  told: readonly string[] = [],
): Promise<void> {
  if (owner_id === null || owner_id === ctx.actor.id || !canMail(ctx)) return;
  const owner = await findColleague(trx, owner_id);
  if (!owner || told.includes(owner.email.toLowerCase())) return;
  const due = answer_due_at === null ? null : timeAt(new Date(answer_due_at));
  await queueMails(trx, [{ recipient: owner.email, ...leadMail({ id, due, page: pageOf(ctx, id) }) }]);
}
type Told = { id: number; owner_id: number | null; answer_due_at: string | null };

/** Leads of one transaction. */
const BATCH = 100;

/**
 * Passes on to the manager what nobody answered in time, once for each wait: by e-mail, and in *Hoje* of all who distribute.
 * Several servers may run it concurrently.
 * @returns how many were passed on
 */
export async function escalateLeads(deps: Deps): Promise<number> {
  for (let all = 0; ; ) {
    const done = await deps.db.transaction().execute(async (trx) => {
      const late = await queries.escalateLate(trx, BATCH);
      if (late.length === 0) return 0;
      await notify(trx, 'leads');
      if (canMail(deps)) {
        const { manager_id } = await findSetting(trx);
        const manager = manager_id === null ? undefined : await findColleague(trx, manager_id);
        const recipients = manager ? [manager] : await findManagers(trx);
        const page = new URL(`${STAFF_PATH}/contacts/funnel?situation=LATE`, deps.publicUrl).href;
        const mail = lateLeadMail({ count: late.length, page });
        await queueMails(
          trx,
          recipients.map(({ email }) => ({ recipient: email, ...mail })),
        );
      }
      return late.length;
    });
    all += done;
    if (done < BATCH) return all;
  }
}
