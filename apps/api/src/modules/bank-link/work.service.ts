import type { Deps } from '../../context.ts';
import * as queries from './bank-link.queries.ts';
import { registerNotices } from './bank-link.service.ts';
import { planCharges, sendCharges } from './charges.service.ts';
import { pollPayments, readNoticed } from './received.service.ts';
import { workOnRecurrences } from './recurring-work.service.ts';

/** One round over the links: payments first, since they decide which charges are still wanted. */
export async function workOnLinks(deps: Deps): Promise<void> {
  for (const link of await queries.findWorking(deps.db)) {
    await registerNotices(deps, link);
    await readNoticed(deps, link);
    await pollPayments(deps, link);
    await planCharges(deps, link);
    // An invoice gets its next charge once the bank has removed the one before.
    if (await sendCharges(deps, link)) {
      await planCharges(deps, link);
      await sendCharges(deps, link);
    }
  }
  await workOnRecurrences(deps);
}

/** Reads the payments that notices have named; a notice of the bank enqueues this. */
export async function readPayments(deps: Deps): Promise<void> {
  for (const link of await queries.findWorking(deps.db)) await readNoticed(deps, link);
}
