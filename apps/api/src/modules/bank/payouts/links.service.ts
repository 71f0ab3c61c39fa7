import { bankLinkProblems } from '@morada/contract/bank/bank-link';
import { type PayoutLink, type PayoutLinkChange, payoutProblems } from '@morada/contract/bank/payouts';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkAddresses, checkCertificates, endOfCertificate, keptAt } from '../bank-link/bank-link.service.ts';
import { placeOf, withPayer } from './connection.service.ts';
import * as queries from './links.queries.ts';

export async function showLink({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<{ link: PayoutLink | null }> {
  const link = await queries.findLink(db);
  if (!link) return { link: null };
  const { client_secret: _, private_key: __, certificate, active, created_at, version, ...shown } = link;
  const opened = secrets.openText(placeOf('certificate', link.id), certificate);
  return { link: { ...shown, certificate_until: endOfCertificate(opened) } };
}

/**
 * Saves the link. A change of bank, client or account makes a new one: payments sent through the former link are still
 * polled through it, with its credentials.
 */
export async function saveLink(ctx: Context, given: z.output<typeof PayoutLinkChange>) {
  if (!ctx.secrets.prefix) throw bankLinkProblems.BANK_LINK_NO_SEAL();
  await checkAddresses(given);
  await change(ctx, async (trx) => {
    const before = (await queries.lockLinks(trx)).find(({ active }) => active);
    const { client_secret, certificate: newCertificate, private_key, ...open } = given;
    const isSame =
      before?.base_url === open.base_url && before.client_id === open.client_id && before.account === open.account;
    const id = isSame ? before.id : await queries.nextLinkId(trx);
    const { kept, missing } = keptAt(before, open);
    const reopened = (column: 'client_secret' | 'certificate' | 'private_key') =>
      kept && ctx.secrets.openText(placeOf(column, kept.id), kept[column]);
    const secret = client_secret ?? reopened('client_secret');
    if (secret === undefined) throw missing.secret();
    const certificate = newCertificate ?? reopened('certificate');
    if (certificate === undefined) throw missing.certificate();
    const key = private_key ?? reopened('private_key');
    if (key === undefined) throw missing.key();
    checkCertificates({ certificate, authority: open.authority }, key);
    const sealed = {
      client_secret: ctx.secrets.sealText(placeOf('client_secret', id), secret),
      certificate: ctx.secrets.sealText(placeOf('certificate', id), certificate),
      private_key: ctx.secrets.sealText(placeOf('private_key', id), key),
    };
    if (isSame) await queries.updateLink(trx, id, { ...open, ...sealed, failing_since: null, problem: null });
    else {
      await queries.retireLinks(trx);
      await queries.insertLink(trx, { id, ...open, ...sealed });
    }
    const { base_url, client_id } = open;
    await leaveTrail(trx, ctx, 'payout_link', id, isSame ? 'update' : 'create', { base_url, client_id });
    await queries.askForWork(trx);
  });
  return showLink(ctx);
}

/** Disconnects: no more payments are sent, and sent ones are polled until they are final. */
export function removeLink(ctx: Context) {
  return change(ctx, async (trx) => {
    const before = (await queries.lockLinks(trx)).find(({ active }) => active);
    if (!before) throw payoutProblems.PAYOUT_LINK_NOT_FOUND();
    await queries.retireLinks(trx);
    await leaveTrail(trx, ctx, 'payout_link', before.id, 'delete');
  });
}

/** Sends the bank a request that changes nothing, and records whether it responded. */
export async function checkLink(ctx: Context) {
  const link = await queries.findLink(ctx.db);
  if (!link) throw payoutProblems.PAYOUT_LINK_NOT_FOUND();
  await withPayer(ctx, link, (payer) => payer.check());
  return showLink(ctx);
}
