import type { Deps } from '#api/context.ts';
import { findActiveOr } from '../connections/connections.service.ts';
import { type Link, registerNotices } from './bank-link.service.ts';
import { hasCharges } from './charges.queries.ts';
import { planCharges, sendCharges } from './charges.service.ts';
import { findHeard, pollPayments, readNoticed, readReturns } from './received.service.ts';
import { workOnRecurrences } from './recurring-work.service.ts';

/** Links that have work to do: the active one, and former ones with charges that the bank still has. */
const findWorking = ({ db }: Pick<Deps, 'db'>): Promise<Link[]> => findActiveOr(db, 'PIX', hasCharges);

/** One round over the links: payments first, since they decide which charges are still wanted. */
export async function workOnLinks(deps: Deps): Promise<void> {
  const working = await findWorking(deps);
  for (const link of working) {
    await registerNotices(deps, link);
    await readNoticed(deps, link);
    await pollPayments(deps, link);
    await readReturns(deps, link);
    await planCharges(deps, link);
    // An invoice gets its next charge once the bank has removed the one before.
    if (await sendCharges(deps, link)) {
      await planCharges(deps, link);
      await sendCharges(deps, link);
    }
  }
  for (const link of await heardBeside(deps, working)) {
    await readNoticed(deps, link);
    if (isDue(link)) await readReturns(deps, link);
  }
  await workOnRecurrences(deps);
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
  for (const link of [...working, ...(await heardBeside(deps, working))]) await readNoticed(deps, link);
}
