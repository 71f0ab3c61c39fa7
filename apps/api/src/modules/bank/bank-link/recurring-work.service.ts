import { timingSafeEqual } from 'node:crypto';
import { bankLinkProblems } from '@morada/contract/bank/bank-link';
import { recurrences } from '@morada/contract/bank/recurrences';
import { hashOf } from '#api/base/secrets.ts';
import type { Db, Deps } from '#api/context.ts';
import * as links from './bank-link.queries.ts';
import { originOf } from './bank-link.service.ts';
import { type Link, placeOf, tookAddress } from './connection.service.ts';
import { readRecurrencesAgain } from './recurrences.queries.ts';
import { tellRecurrences } from './recurrences.service.ts';
import { readChargesAgain } from './recurring-charges.queries.ts';
import { planRecurringCharges, tellRecurringCharges } from './recurring-charges.service.ts';
import { withRecurringBank } from './recurring-connection.service.ts';
import { findRecurringLinks, findSetting, setRecurringOrigin } from './recurring-settings.queries.ts';

/** One round of Pix Automático over the links. Charges are planned again after the authorisations they depend on. */
export async function workOnRecurrences(deps: Deps): Promise<void> {
  for (const link of await findRecurringLinks(deps.db)) {
    await registerRecurringNotices(deps, link);
    await planRecurringCharges(deps, link);
    // Charges are cancelled before the recurrence that they belong to.
    await tellRecurringCharges(deps, link);
    await tellRecurrences(deps, link);
    await planRecurringCharges(deps, link);
    await tellRecurringCharges(deps, link);
  }
}

/** Gives the bank the address of these notices, once for each public address of the installation. */
async function registerRecurringNotices(deps: Deps, link: Link) {
  const origin = originOf(deps);
  const setting = await findSetting(deps.db, link.id);
  if (!link.active || origin === undefined || setting?.notice_origin === origin) return;
  const token = deps.secrets.openText(placeOf('notice_token', link.id), link.notice_token);
  if (token === undefined) return;
  const path = recurrences.recurrenceNotice.path.replace(':token', token).replace(/\/rec$/, '');
  const offer = withRecurringBank(deps, link, (api) => api.setNotices(`${origin}/api${path}`));
  if (await tookAddress(offer)) await setRecurringOrigin(deps.db, link.id, origin);
}

type Named = { recurrences?: readonly string[]; charges?: readonly string[] };

/**
 * Makes the recurrences and charges that a notice names due for a poll. The token in the address authenticates the
 * sender; nothing else in the notice is trusted.
 * @throws BANK_LINK_NOT_FOUND for another token.
 */
export async function noteRecurringNotice({ db, secrets }: Deps, token: string, named: Named): Promise<void> {
  const link = await links.findLink(db);
  const own = link && secrets.openText(placeOf('notice_token', link.id), link.notice_token);
  if (!link || own === undefined || !timingSafeEqual(hashOf(own), hashOf(token)))
    throw bankLinkProblems.BANK_LINK_NOT_FOUND();
  await db.transaction().execute(async (trx: Db) => {
    if (named.recurrences) await readRecurrencesAgain(trx, link.id, named.recurrences);
    if (named.charges) await readChargesAgain(trx, link.id, named.charges);
    await links.askForWork(trx, 'bank-link');
  });
}
