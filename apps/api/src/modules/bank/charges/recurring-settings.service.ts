import { bankLinkProblems } from '@morada/contract/bank/bank-link';
import type { RecurringSetting, RecurringSettingChange } from '@morada/contract/bank/recurrences';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { type PixAutomaticoApi, pixAutomaticoApi } from '#api/outside/pix-automatico.ts';
import type { BankApi } from '../connections/clients.service.ts';
import { enqueue, lockActive } from '../connections/connections.service.ts';
import { findLink, type Link } from './pix-link.service.ts';
import { findEnded } from './recurrences.queries.ts';
import { findFailed } from './recurring-charges.queries.ts';
import * as queries from './recurring-settings.queries.ts';

/**
 * Pix Automático of a link: it has a client and an outage of its own, since a bank without it must not block plain charges.
 */
export const RECURRING: BankApi<Link, PixAutomaticoApi> = {
  name: 'Pix Automático',
  open: (access) => pixAutomaticoApi(access),
  note: queries.noteRecurringFailure,
};

export async function showSetting({
  db,
}: Pick<Context, 'db'>): Promise<{ linked: boolean; setting: RecurringSetting | null }> {
  const link = await findLink(db);
  const found = link && (await queries.findSetting(db, link.id));
  if (!link || !found) return { linked: link !== undefined, setting: null };
  const { link_id: _, notice_origin: __, ...setting } = found;
  return { linked: true, setting: { ...setting, ...(await queries.countRecurrences(db, link.id)) } };
}

/** Earlier authorisations keep the policy that the tenant agreed to. */
export function saveSetting(ctx: Context, setting: z.output<typeof RecurringSettingChange>) {
  return change(ctx, async (trx) => {
    const [link] = await lockActive(trx, 'PIX');
    if (!link) throw bankLinkProblems.BANK_LINK_NOT_FOUND();
    await queries.saveSetting(trx, link.id, setting);
    await leaveTrail(trx, ctx, 'bank_link', link.id, 'recurring', { ...setting });
    await enqueue(trx, 'bank-link');
  });
}

/** Open tasks for staff: failed charges, and authorisations that the tenant ended. */
export const tasksOf = async ({ db, today }: Pick<Context, 'db' | 'today'>) => ({
  failed: await findFailed(db),
  ended: await findEnded(db, today()),
});
