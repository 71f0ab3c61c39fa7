import type { Db, Deps } from '../../context.ts';
import { Refused } from '../../outside/mail.ts';
import * as queries from './mail.queries.ts';

/** Whether anything can be e-mailed from here: without it screens say so, and nothing is queued. */
export const canMail = ({ outside, publicUrl }: Pick<Deps, 'outside' | 'publicUrl'>): boolean =>
  outside.mail !== undefined && publicUrl !== undefined;

/** Part of the deed that it tells of: goes out when that is done, and however the mail server is. */
export async function queueMail(trx: Db, mail: queries.NewMail): Promise<void> {
  const { id } = await queries.insertMail(trx, mail);
  await queries.queue(trx, id);
}

/** Throws `Unavailable` while the server is away, to be called again. */
export async function sendMail({ db, outside }: Deps, id: number): Promise<void> {
  const mail = await queries.takeUp(db, id);
  if (!mail) return;
  if (!outside.mail) {
    await queries.markFailed(db, id, 'off');
    return;
  }
  const key = `morada-${id}-${Date.parse(mail.created_at)}`;
  try {
    await outside.mail.send({ key, to: mail.recipient, subject: mail.subject, text: mail.body });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await queries.markFailed(db, id, 'refused');
    return;
  }
  await queries.markSent(db, id);
}

/** A letter that a server was at when it was killed is taken up by another. */
export async function resumeMail({ db }: Deps): Promise<void> {
  await queries.takeFromTheDead(db);
}

export const giveUp = ({ db }: Deps, id: number) => queries.markFailed(db, id, 'unavailable');

export async function sweepMail({ db }: Deps): Promise<void> {
  await queries.giveUpOld(db);
  await queries.dropOld(db);
}
