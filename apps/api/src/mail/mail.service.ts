import { mailSignature } from '@morada/domain/brand/mail-signature';
import type { Db, Deps } from '../context.ts';
import { Refused } from '../outside/mail.ts';
import * as queries from './mail.queries.ts';
import { listingsIn, mailHtml } from './mail-html.ts';

/** Whether this installation can send e-mail. Without it, screens say so and no mail is queued. */
export const canMail = ({ outside, publicUrl }: Pick<Deps, 'outside' | 'publicUrl'>): boolean =>
  outside.mail !== undefined && publicUrl !== undefined;

/** Queues a mail in the caller's transaction: it is sent if that commits, and retried while the mail server is down. */
export async function queueMail(trx: Db, mail: queries.NewMail): Promise<void> {
  const { id } = await queries.insertMail(trx, mail);
  await queries.queue(trx, id);
}

/** Queues many mails in one statement, in the caller's transaction. */
export async function queueMails(trx: Db, mails: readonly queries.NewMail[]): Promise<void> {
  if (mails.length > 0) await queries.insertAndQueue(trx, mails);
}

/** Calls off mails that were not sent, in the transaction of what ended their cause. */
export async function callOffMails(trx: Db, cause: string): Promise<void> {
  await queries.dropUnsent(trx, cause);
}

const senderOf = ({ name, email }: { name: string; email: string | null }) => ({ name, replyTo: email ?? undefined });

/** Sender's name and reply address of the agency's mails. */
export const agencySender = async (db: Db) => senderOf(await queries.findSender(db));

/** Headers by which mail programs offer to unsubscribe in one click (RFC 8058). */
export const leaveHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** The text with the agency's logo and photographs, which mail programs load from the agency's own address. */
async function pageOf(db: Db, publicUrl: string | undefined, agency: Sender, text: string): Promise<string> {
  const origin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const listings = origin === undefined ? [] : listingsIn(text);
  const covers = listings.length > 0 ? await queries.findCovers(db, listings) : [];
  const logo =
    agency.logo && origin ? `${origin}/api/agency/picture/mark/${agency.logo.replace(/^.*\//, '')}` : undefined;
  return mailHtml({
    agency: { name: agency.name, logo, accent: agency.accent },
    text,
    photographs: new Map(covers.map(({ property_id, key }) => [property_id, `${origin}/api/image/medium/${key}.jpg`])),
  });
}
type Sender = Awaited<ReturnType<typeof queries.findSender>>;

/** @throws Unavailable while the mail server is down, so that the job is retried. */
export async function sendMail({ db, outside, publicUrl }: Deps, id: number): Promise<void> {
  const mail = await queries.claimMail(db, id);
  if (!mail) return;
  if (!outside.mail) {
    await queries.markFailed(db, id, 'off');
    return;
  }
  const key = `morada-${id}-${Date.parse(mail.created_at)}`;
  try {
    const agency = await queries.findSender(db);
    const signature = mailSignature(agency);
    const text = signature ? `${mail.body}\n\n${signature}` : mail.body;
    await outside.mail.send({
      ...{ key, to: mail.recipient, subject: mail.subject, text, ...senderOf(agency) },
      html: await pageOf(db, publicUrl, agency, text),
      ...(mail.leave_url !== null && { headers: leaveHeaders(mail.leave_url) }),
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await queries.markFailed(db, id, 'refused');
    return;
  }
  await queries.markSent(db, id);
}

export const giveUp = ({ db }: Deps, id: number) => queries.markFailed(db, id, 'unavailable');

export async function sweepMail({ db }: Deps): Promise<void> {
  await queries.giveUpOld(db);
  await queries.dropOld(db);
}
