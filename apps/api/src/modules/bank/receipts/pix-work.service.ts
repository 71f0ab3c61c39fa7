import { eachTried } from '#api/base/every-step.ts';
import type { Context, Deps } from '#api/context.ts';
import { worksToday } from '#api/db/worked-day.ts';
import { countStates, hasCharges, planCharges, type Receive, sendCharges } from '../charges/charges.service.ts';
import { findLink, type Link, PIX, registerNotices, showLink } from '../charges/pix-link.service.ts';
import { workOnRecurrences } from '../charges/recurring-work.service.ts';
import { withBank } from '../connections/clients.service.ts';
import * as connections from '../connections/connections.service.ts';
import { givenBackTasks } from './given-back.service.ts';
import * as received from './pix-receipts.queries.ts';
import { findHeard, pollPayments, readNoticed, readReturns, receivePayments } from './pix-receipts.service.ts';

/** Links that have work to do: the active one, and former ones with charges that the bank still has. */
const findWorking = ({ db }: Pick<Deps, 'db'>): Promise<Link[]> => connections.findActiveOr(db, 'PIX', hasCharges);

/** One round over the links: payments first, since they decide which charges are still wanted. */
export async function workOnLinks(deps: Deps): Promise<void> {
  const receive: Receive = (link, payments) => receivePayments(deps, link, payments);
  const working = await findWorking(deps);
  const plans = await worksToday(deps);
  const follow = async (link: Link) => {
    await registerNotices(deps, link);
    await readNoticed(deps, link);
    await pollPayments(deps, link);
    await readReturns(deps, link);
    if (plans) await planCharges(deps, link);
    // An invoice gets its next charge once the bank has removed the one before.
    if ((await sendCharges(deps, link, receive)) && plans) {
      await planCharges(deps, link);
      await sendCharges(deps, link, receive);
    }
  };
  const hear = async (link: Link) => {
    await readNoticed(deps, link);
    if (isDue(link)) await readReturns(deps, link);
  };
  const rounds = [
    () => eachTried(working, follow),
    async () => eachTried(await heardBeside(deps, working), hear),
    ...(plans ? [() => workOnRecurrences(deps, receive)] : []),
  ];
  await eachTried(rounds, (round) => round());
}

/** Former links without a charge at their bank, which may still give back what they have received. */
async function heardBeside(deps: Deps, working: readonly Link[]): Promise<Link[]> {
  const ids = working.map(({ id }) => id);
  return (await findHeard(deps)).filter(({ id }) => !ids.includes(id));
}

/** Time between two readings of a former link's returns: all days are read within half a day. */
const FORMER_MS = 600_000;

const isDue = ({ returns_read_at: at }: Link) => at === null || Date.now() - Date.parse(at) >= FORMER_MS;

/** Reads the payments that notices have named; a notice of the bank enqueues this. */
export async function readPayments(deps: Deps): Promise<void> {
  const working = await findWorking(deps);
  await eachTried([...working, ...(await heardBeside(deps, working))], (link) => readNoticed(deps, link));
}

export async function checkLink(ctx: Context) {
  await connections.checkLink(ctx, 'PIX', await findLink(ctx.db), async (link) => {
    await withBank(ctx, link, PIX, (api) => api.check(new Date()));
    await received.askAgain(ctx.db, link.id);
    await connections.enqueue(ctx.db, 'pix-payments');
  });
  return showLink(ctx);
}

/** Open tasks for staff: an outage of the bank, refused charges, and payments given back. */
export async function tasksOf(ctx: Context) {
  const link = await findLink(ctx.db);
  const given_back = [...(await givenBackTasks(ctx.db, 'PIX')), ...(await received.findGivenBackInPart(ctx.db))];
  const unread = await received.findUnreadable(ctx.db);
  if (!link) return { failing_since: null, problem: null, refused: 0, given_back, unread };
  const { refused } = await countStates(ctx.db, link.id);
  return { failing_since: link.failing_since, problem: link.problem, refused, given_back, unread };
}
