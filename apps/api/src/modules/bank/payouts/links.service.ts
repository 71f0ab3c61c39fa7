import type { PayoutLink, PayoutLinkChange } from '@morada/contract/bank/payouts';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { interPayer } from '#api/outside/payouts/inter.ts';
import type { Payer } from '#api/outside/payouts/payer.ts';
import { type BankApi, type LinkOf, withBank } from '../connections/clients.service.ts';
import * as connections from '../connections/connections.service.ts';

/** A connection to a bank that pays by Pix. */
export type Link = LinkOf<'PAYOUT'>;
export const PAYER: BankApi<Link, Payer> = {
  name: 'payouts',
  open: (access, { account }) => interPayer({ ...access, account }),
};

export const findLink = async (db: Context['db']) => (await connections.findActive(db, 'PAYOUT'))[0];

export async function showLink(ctx: Context): Promise<{ link: PayoutLink | null }> {
  const link = await findLink(ctx.db);
  return { link: link ? { ...connections.shownLink(ctx, link), account: link.account } : null };
}

/**
 * Saves the link. A change of bank, client or account makes a new one: payments sent through the former link are still
 * polled through it, with its credentials.
 */
export async function saveLink(ctx: Context, given: z.output<typeof PayoutLinkChange>) {
  await connections.saveLink(ctx, given, async (trx) => {
    const [before] = await connections.lockActive(trx, 'PAYOUT');
    const { client_secret, certificate, private_key, ...entered } = given;
    const { base_url, client_id, account } = entered;
    const isSame = before?.base_url === base_url && before.client_id === client_id && before.account === account;
    const secrets = { client_secret, certificate, private_key };
    return { kind: 'PAYOUT', entered, secrets, before, isSame, trail: { base_url, client_id } };
  });
  return showLink(ctx);
}

/** Disconnects: no more payments are sent, and sent ones are polled until they are final. */
export const removeLink = (ctx: Context) => connections.removeLink(ctx, 'PAYOUT');

export async function checkLink(ctx: Context) {
  await connections.checkLink(ctx, 'PAYOUT', await findLink(ctx.db), (link) =>
    withBank(ctx, link, PAYER, (payer) => payer.check()),
  );
  return showLink(ctx);
}
