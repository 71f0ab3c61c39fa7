import { type BankLink, type BankLinkChange, bankLink } from '@morada/contract/bank/bank-link';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { type PixApi, pixApi } from '#api/outside/pix.ts';
import { type BankApi, type LinkOf, withBank } from '../connections/clients.service.ts';
import * as connections from '../connections/connections.service.ts';
import * as notices from '../connections/notices.service.ts';
import * as charges from './charges.queries.ts';
import { setRecurringOrigin } from './recurring-settings.queries.ts';

/** A connection to a provider of Pix. */
export type Link = LinkOf<'PIX'>;
export const PIX: BankApi<Link, PixApi> = { name: 'Pix', open: (access) => pixApi(access) };

/** The active link for Pix. */
export const findLink = async (db: Context['db']) => (await connections.findActive(db, 'PIX'))[0];

export async function showLink(ctx: Context): Promise<{ link: BankLink | null }> {
  const link = await findLink(ctx.db);
  if (!link) return { link: null };
  return {
    link: {
      ...connections.shownLink(ctx, link),
      pix_key: link.pix_key,
      read_until: link.read_until,
      notices: (await charges.hasRefusedNotices(ctx.db, link.id)) ? 'FULL' : notices.stateOfNotices(ctx, link),
      charges: await charges.countStates(ctx.db, link.id),
    },
  };
}

/**
 * Saves the link. A change of provider, client or Pix key creates a new link: the charges of the former one are
 * withdrawn with its own credentials, and created again on the new one.
 */
export async function saveLink(ctx: Context, given: z.output<typeof BankLinkChange>) {
  await connections.saveLink(ctx, given, async (trx) => {
    const [before] = await connections.lockActive(trx, 'PIX');
    const { client_secret, certificate, private_key, ...entered } = given;
    const { base_url, client_id, pix_key } = entered;
    const isSame = before?.base_url === base_url && before.client_id === client_id && before.pix_key === pix_key;
    const secrets = { client_secret, certificate, private_key };
    // Where a token that can't be opened is replaced, the other notices get the new one too.
    if (isSame && !notices.hasToken(ctx, before)) await setRecurringOrigin(trx, before.id, null);
    return { kind: 'PIX', entered, secrets, before, isSame, trail: { base_url, client_id, pix_key } };
  });
  return showLink(ctx);
}

/** Disconnects: no further charge is created, and the jobs withdraw those at the bank. */
export const removeLink = (ctx: Context) => connections.removeLink(ctx, 'PIX');

export const registerNotices = (ctx: Pick<Context, 'db' | 'secrets' | 'publicUrl'>, link: Link) =>
  notices.registerNotices(ctx, link, {
    path: bankLink.notice.path.replace(/\/pix$/, ''),
    known: link.notice_origin,
    offer: (address) => withBank(ctx, link, PIX, (api) => api.setNotices(link.pix_key, address)),
  });
