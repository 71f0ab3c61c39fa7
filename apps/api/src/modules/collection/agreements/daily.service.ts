import { addDays } from '@morada/domain/base/calendar';
import { warningMessage } from '@morada/domain/debt-agreement/agreement-text';
import { type Context, type Deps, systemContext } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { leaveTrail, leaveTrails } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { callOffEnded, queueMessages } from '../messages/messages.service.ts';
import { findPaused } from '../ruler/calls.service.ts';
import { agreementUrl } from './agreement-url.map.ts';
import * as queries from './debt-agreements.queries.ts';
import { breakAgreement, breakDay } from './undoing.service.ts';

const PAGE = 500;

export type DayOfAgreements = { expired: number; warned: number; broken: number };

/**
 * The daily job: expires offers that were not accepted in time, warns tenants whose agreement is about to break, and
 * breaks agreements with an instalment late past its limit. A pause of the collection suppresses the warning, but not
 * the break, which staff can postpone to a date. Several servers may run the job, also twice a day.
 */
export async function followAgreements(deps: Deps): Promise<DayOfAgreements> {
  const ctx = systemContext(deps);
  const today = ctx.today();
  const expired = await expire(ctx);
  const { agreement_warn_days: ahead } = await queries.findAgency(ctx.db);
  let warned = 0;
  let broken = 0;
  for (let after = 0; ; ) {
    const late = await queries.findLateAgreements(ctx.db, today, after, PAGE);
    const paused = await findPaused(
      ctx.db,
      late.flatMap(({ open }) => open.map(({ id }) => id)),
      today,
    );
    for (const agreement of late) {
      const day = breakDay(agreement.open, agreement);
      if (day === undefined) continue;
      if (day <= today) broken += (await breakAgreement(ctx, agreement.id)) ? 1 : 0;
      else if (agreement.open.some(({ id }) => paused.has(id))) continue;
      else if (addDays(day, -ahead) <= today) warned += (await warn(ctx, agreement, day)) ? 1 : 0;
    }
    const last = late.at(-1);
    if (!last) return { expired, warned, broken };
    after = last.id;
  }
}

const expire = (ctx: Context): Promise<number> =>
  change(ctx, async (trx) => {
    const ids = await queries.expireOffers(trx, ctx.today());
    if (ids.length === 0) return 0;
    await callOffEnded(trx, ctx, { kind: 'AGREEMENT', about: ids });
    await leaveTrails(trx, ctx, 'debt_agreement', ids, 'expire');
    await emit(
      trx,
      ctx,
      'agreements.ended',
      ids.map((id) => ({ id })),
    );
    await notify(trx, 'agreements');
    return ids.length;
  });

/** Warns the tenant, once for each late instalment. */
const warn = (
  ctx: Context,
  agreement: queries.LateAgreement,
  breaks_on: ReturnType<Context['today']>,
): Promise<boolean> =>
  change(ctx, async (trx) => {
    const [oldest] = agreement.open;
    if (!oldest || !(await queries.markWarned(trx, agreement.id, { late: oldest.due_date, today: ctx.today() })))
      return false;
    const agency = await queries.findAgency(trx);
    const url = agreementUrl(ctx.publicUrl, agreement.id);
    const words = { agency: agency.name, tenant: agreement.tenant, breaks_on, url: url ?? 'na área do cliente' };
    await queueMessages(trx, [
      {
        ...{
          key: `agreement:${agreement.id}:warn:${oldest.id}`,
          kind: 'AGREEMENT',
          client: agreement.user_id,
          about: agreement.id,
        },
        ...{ contract: agreement.proposal_id, invoice: oldest.id, whileOpen: true, ...warningMessage(words) },
      },
    ]);
    await leaveTrail(trx, ctx, 'debt_agreement', agreement.id, 'warn', { breaks_on });
    return true;
  });
