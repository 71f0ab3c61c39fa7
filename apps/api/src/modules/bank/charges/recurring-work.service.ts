import { bankLinkProblems } from '@morada/contract/bank/bank-link';
import { recurrences } from '@morada/contract/bank/recurrences';
import type { Db, Deps } from '#api/context.ts';
import { withBank } from '../connections/clients.service.ts';
import { enqueue, findActiveOr } from '../connections/connections.service.ts';
import { registerNotices, senders } from '../connections/notices.service.ts';
import type { Receive } from './charges.service.ts';
import { findLink } from './pix-link.service.ts';
import { readRecurrencesAgain } from './recurrences.queries.ts';
import { sendRecurrences } from './recurrences.service.ts';
import { readChargesAgain } from './recurring-charges.queries.ts';
import { planRecurringCharges, sendRecurringCharges } from './recurring-charges.service.ts';
import { findSetting, hasRecurrences, setRecurringOrigin } from './recurring-settings.queries.ts';
import { RECURRING } from './recurring-settings.service.ts';

/** One round of Pix Automático over the links. Charges are planned again after the authorisations they depend on. */
export async function workOnRecurrences(deps: Deps, receive: Receive): Promise<void> {
  for (const link of await findActiveOr(deps.db, 'PIX', hasRecurrences)) {
    const setting = await findSetting(deps.db, link.id);
    if (!setting) continue;
    await registerNotices(deps, link, {
      path: recurrences.recurrenceNotice.path.replace(/\/rec$/, ''),
      known: setting.notice_origin,
      offer: (address) => withBank(deps, link, RECURRING, (api) => api.setNotices(address)),
      record: setRecurringOrigin,
    });
    await planRecurringCharges(deps, link);
    // Charges are cancelled before the recurrence that they belong to.
    await sendRecurringCharges(deps, link, receive);
    await sendRecurrences(deps, link);
    await planRecurringCharges(deps, link);
    await sendRecurringCharges(deps, link, receive);
  }
}

type Named = { recurrences?: readonly string[]; charges?: readonly string[] };

/**
 * Makes the recurrences and charges that a notice names due for a poll. The token in the address authenticates the
 * sender; nothing else in the notice is trusted.
 * @throws BANK_LINK_NOT_FOUND for another token.
 */
export async function noteRecurringNotice({ db, secrets }: Deps, token: string, named: Named): Promise<void> {
  const active = await findLink(db);
  const link = senders({ secrets }, active ? [active] : [])(token);
  if (!link) throw bankLinkProblems.BANK_LINK_NOT_FOUND();
  await db.transaction().execute(async (trx: Db) => {
    if (named.recurrences) await readRecurrencesAgain(trx, link.id, named.recurrences);
    if (named.charges) await readChargesAgain(trx, link.id, named.charges);
    await enqueue(trx, 'bank-link');
  });
}
