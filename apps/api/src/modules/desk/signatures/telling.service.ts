import {
  type EndedWord,
  endedMessage,
  inviteMessage,
  reminderMessage,
  type SignatureMessage,
  signedMessage,
} from '@morada/domain/signature/messages';
import type { Context, Db, Deps } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { callOffMails, canMail, queueMail } from '#api/mail/mail.service.ts';
import { sendDirectly } from '#api/modules/collection/messages/direct.service.ts';
import { SendFailure } from '#api/outside/sender.ts';
import { openLinkOf } from './signature-link.service.ts';
import * as queries from './signatures.queries.ts';

/** What somebody who signs is told. */
export type News = 'INVITE' | 'REMIND' | 'SIGNED' | 'ENDED';

const causeOf = (envelopeId: number) => `signature:${envelopeId}`;

/** Tells a person by their channel, if the transaction commits: e-mail from its queue, other channels by a job. */
export async function tell(trx: Db, ctx: Context, envelope: queries.Envelope, signer: queries.Signer, news: News) {
  // A provider tells of what happens there; only its end is our word.
  if (envelope.provider !== 'ROOM' && news !== 'ENDED') return;
  if (signer.channel !== 'EMAIL') return void (await queries.queueText(trx, signer.id, news));
  if (!signer.email || !canMail(ctx)) return;
  const message = await messageOf({ ...ctx, db: trx }, envelope, signer, news);
  if (message) await queueMail(trx, { recipient: signer.email, ...message, cause: causeOf(envelope.id) });
}

/** Calls off what wasn't sent of an envelope that ended. */
export const callOff = (trx: Db, envelopeId: number) => callOffMails(trx, causeOf(envelopeId));

/** What the person is told as things stand; undefined where it no longer holds, or no link opens. */
export async function messageOf(
  deps: Pick<Deps, 'db' | 'files' | 'today' | 'publicUrl'>,
  envelope: queries.Envelope,
  signer: queries.Signer,
  news: News,
): Promise<SignatureMessage | undefined> {
  const { name: agency } = await readAgency(deps.db, ['name']);
  const told = { name: signer.name, agency, title: envelope.title };
  if (news === 'ENDED') {
    const why = wordOf(envelope);
    return why && endedMessage(told, { why, hasSigned: signer.state === 'SIGNED' });
  }
  if (news === 'SIGNED' ? envelope.state !== 'SIGNED' : envelope.state !== 'OUT' || signer.state !== 'ASKED')
    return undefined;
  const link = await openLinkOf(deps, deps.db, signer);
  if (!link || !deps.publicUrl) return undefined;
  const opened = { url: new URL(link.path, deps.publicUrl).href, until: link.until };
  return MESSAGES[news](told, opened);
}
const MESSAGES = { INVITE: inviteMessage, REMIND: reminderMessage, SIGNED: signedMessage };

function wordOf({ state, withdrawn_by }: queries.Envelope): EndedWord | undefined {
  if (state === 'WITHDRAWN') return withdrawn_by ?? 'AGENCY';
  return state === 'REFUSED' || state === 'EXPIRED' ? state : undefined;
}

/**
 * The job of a text by a channel other than e-mail. What may pass is tried again by the queue; what the channel refuses, or
 * may have sent, is not.
 * @param isLast no further try follows
 */
export async function sendText(
  deps: Deps,
  { signer: id, text: news }: { signer: number; text: News },
  isLast: boolean,
) {
  const signer = await queries.findSigner(deps.db, id);
  const envelope = signer && (await queries.findEnvelope(deps.db, signer.envelope_id));
  if (!envelope || !signer?.phone || signer.channel === 'EMAIL') return;
  const message = await messageOf(deps, envelope, signer, news);
  if (!message) return;
  const { channel, phone } = signer;
  try {
    await sendDirectly(deps, { channel, phone, ...message });
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    if (!isLast && ['AWAY', 'SLOW', 'PAIR'].includes(error.kind)) throw error;
    await queries.insertEvent(deps.db, {
      ...{ envelope_id: envelope.id, signer_id: id, kind: 'UNSENT', channel },
      details: JSON.stringify({ problem: error.message }),
    });
  }
}
