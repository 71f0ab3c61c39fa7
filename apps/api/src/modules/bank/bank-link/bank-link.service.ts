import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type BankLink, type BankLinkChange, bankLink, bankLinkProblems } from '@morada/contract/bank/bank-link';
import type { Problem } from '@morada/contract/base/problem';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type * as z from 'zod/mini';
import { newToken } from '#api/base/secrets.ts';
import type { Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import { leadsInside } from '#api/outside/internal-addresses.ts';
import { givenBackTasks } from '../bank-files/given-back.service.ts';
import * as queries from './bank-link.queries.ts';
import * as charges from './charges.queries.ts';
import { placeOf, renewedNotices, tookAddress, withBank } from './connection.service.ts';
import * as received from './received.queries.ts';
import { setRecurringOrigin } from './recurring-settings.queries.ts';

type Change = z.output<typeof BankLinkChange>;

export async function showLink(ctx: Context): Promise<{ link: BankLink | null }> {
  const link = await queries.findLink(ctx.db);
  if (!link) return { link: null };
  const { id, base_url, token_url, client_id, authority, pix_key } = link;
  const { answered_at, failing_since, problem, read_until } = link;
  const origin = originOf(ctx);
  return {
    link: {
      ...{ id, base_url, token_url, client_id, authority, pix_key },
      ...{ answered_at, failing_since, problem, read_until },
      certificate_until: endOfCertificate(reopened(ctx, link, 'certificate')),
      notices: origin === undefined ? 'NO_ADDRESS' : link.notice_origin === origin ? 'ON' : 'WAITING',
      charges: await charges.countStates(ctx.db, id),
    },
  };
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** Origin of `PUBLIC_URL`, if a bank can call it: by https, or at a loopback address from this machine. */
export function originOf({ publicUrl }: Pick<Context, 'publicUrl'>): string | undefined {
  if (!publicUrl) return undefined;
  const { protocol, hostname, origin } = new URL(publicUrl);
  return protocol === 'https:' || LOOPBACK.includes(hostname) ? origin : undefined;
}

export function endOfCertificate(certificate: string | undefined): CalendarDate | null {
  if (certificate === undefined) return null;
  try {
    return new X509Certificate(certificate).validToDate.toISOString().slice(0, 10) as CalendarDate;
  } catch {
    return null;
  }
}

/**
 * Saves the link. A change of provider, client or Pix key creates a new link: the charges of the former one are
 * withdrawn with its own credentials, and created again on the new one.
 */
export async function saveLink(ctx: Context, given: Change): Promise<{ link: BankLink | null }> {
  if (!ctx.secrets.prefix) throw bankLinkProblems.BANK_LINK_NO_SEAL();
  await checkAddresses(given);
  await change(ctx, async (trx) => {
    const before = (await queries.lockLinks(trx)).find(({ active }) => active);
    const { client_secret, certificate: newCertificate, private_key, ...open } = given;
    const isSame =
      before?.base_url === open.base_url && before.client_id === open.client_id && before.pix_key === open.pix_key;
    const id = isSame ? before.id : await queries.nextLinkId(trx);
    const { kept, missing } = keptAt(before, open);
    const secret = client_secret ?? reopened(ctx, kept, 'client_secret');
    if (secret === undefined) throw missing.secret();
    const certificate = newCertificate ?? reopened(ctx, kept, 'certificate');
    if (certificate === undefined) throw missing.certificate();
    const key = private_key ?? reopened(ctx, kept, 'private_key');
    if (key === undefined) throw missing.key();
    checkCertificates({ certificate, authority: open.authority }, key);
    const sealed = {
      client_secret: ctx.secrets.sealText(placeOf('client_secret', id), secret),
      certificate: ctx.secrets.sealText(placeOf('certificate', id), certificate),
      private_key: ctx.secrets.sealText(placeOf('private_key', id), key),
    };
    if (isSame) {
      const renewed = renewedNotices(ctx.secrets, before);
      if (renewed) await setRecurringOrigin(trx, id, null);
      await queries.updateLink(trx, id, { ...open, ...sealed, ...renewed, failing_since: null, problem: null });
    } else {
      await queries.retireLinks(trx);
      const notice_token = ctx.secrets.sealText(placeOf('notice_token', id), newToken());
      await queries.insertLink(trx, { id, ...open, ...sealed, notice_token });
    }
    const { base_url, client_id, pix_key } = open;
    await leaveTrail(trx, ctx, 'bank_link', id, isSame ? 'update' : 'create', { base_url, client_id, pix_key });
    await queries.askForWork(trx, 'bank-link');
  });
  return showLink(ctx);
}

/** @throws BANK_LINK_INTERNAL when an address leads to this machine or its network. */
export async function checkAddresses({ base_url, token_url }: { base_url: string; token_url: string }) {
  if (await leadsInside(base_url)) throw bankLinkProblems.BANK_LINK_INTERNAL();
  if (await leadsInside(token_url)) throw bankLinkProblems.BANK_LINK_INTERNAL({ field: 'token_url' });
}

type Entered = 'client_secret' | 'certificate' | 'private_key';

/** The stored secret, opened; undefined without a link, or without the key that sealed it. */
const reopened = ({ secrets }: Context, before: queries.LinkRow | undefined, column: Entered) =>
  before && secrets.openText(placeOf(column, before.id), before[column]);

type Address = { base_url: string; token_url: string };

/**
 * The link whose stored secrets may be used again: only at the address that they were entered for, since a change of address
 * alone would show them to another server. `missing` names what has to be entered.
 */
export function keptAt<Link extends Address>(before: Link | undefined, given: Address) {
  const moved = before !== undefined && (before.base_url !== given.base_url || before.token_url !== given.token_url);
  const again = (words: string) => (moved ? { message: `O endereço do banco mudou: ${words} de novo` } : {});
  return {
    kept: moved ? undefined : before,
    missing: {
      secret: () => bankLinkProblems.BANK_LINK_SECRET_MISSING(again('informe o client secret')),
      certificate: () => bankLinkProblems.BANK_LINK_CERTIFICATE_MISSING(again('cole o certificado')),
      key: () => bankLinkProblems.BANK_LINK_KEY_MISSING(again('cole a chave do certificado')),
    },
  };
}

type Certificates = { certificate: string; authority: string | null };

export function checkCertificates({ certificate, authority }: Certificates, key: string) {
  const own = readable(certificate, bankLinkProblems.BANK_LINK_UNREADABLE);
  if (!isKeyOf(own, key)) throw bankLinkProblems.BANK_LINK_CERTIFICATE();
  if (authority !== null) readable(authority, bankLinkProblems.BANK_LINK_AUTHORITY);
}

function readable(certificate: string, refusal: () => Problem): X509Certificate {
  try {
    return new X509Certificate(certificate);
  } catch {
    throw refusal();
  }
}

function isKeyOf(certificate: X509Certificate, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Disconnects: no further charge is created, and the jobs withdraw those at the bank. */
export function removeLink(ctx: Context) {
  return change(ctx, async (trx) => {
    const before = (await queries.lockLinks(trx)).find(({ active }) => active);
    if (!before) throw bankLinkProblems.BANK_LINK_NOT_FOUND();
    await queries.retireLinks(trx);
    await leaveTrail(trx, ctx, 'bank_link', before.id, 'delete');
    await queries.askForWork(trx, 'bank-link');
  });
}

/** Sends the bank a read-only request, and records whether it answered. */
export async function checkLink(ctx: Context): Promise<{ link: BankLink | null }> {
  const link = await queries.findLink(ctx.db);
  if (!link) throw bankLinkProblems.BANK_LINK_NOT_FOUND();
  try {
    await withBank(ctx, link, (api) => api.check(new Date()));
    await received.askAgain(ctx.db, link.id);
    await queries.askForWork(ctx.db, 'pix-payments');
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error;
    await queries.noteFailure(ctx.db, link.id, error.message);
  }
  return showLink(ctx);
}

/** Gives the bank the address of the notices, once for each public address of the installation. */
export async function registerNotices(ctx: Pick<Context, 'db' | 'secrets' | 'publicUrl'>, link: queries.LinkRow) {
  const origin = originOf(ctx);
  if (!link.active || origin === undefined || link.notice_origin === origin) return;
  const token = ctx.secrets.openText(placeOf('notice_token', link.id), link.notice_token);
  if (token === undefined) return;
  const address = `${origin}/api${bankLink.notice.path.replace(':token', token).replace(/\/pix$/, '')}`;
  const offer = withBank(ctx, link, async (api) => {
    await api.setNotices(link.pix_key, address);
  });
  if (await tookAddress(offer)) await queries.setNoticeOrigin(ctx.db, link.id, origin);
}

/** Open tasks for staff: an outage of the bank, refused charges, and payments given back. */
export async function tasksOf(ctx: Context) {
  const link = await queries.findLink(ctx.db);
  const given_back = [...(await givenBackTasks(ctx.db, 'PIX')), ...(await received.findGivenBackInPart(ctx.db))];
  const unread = await received.findUnreadable(ctx.db);
  if (!link) return { failing_since: null, problem: null, refused: 0, given_back, unread };
  const { refused } = await charges.countStates(ctx.db, link.id);
  return { failing_since: link.failing_since, problem: link.problem, refused, given_back, unread };
}
