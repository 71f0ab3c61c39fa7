import { CHANNELS, type Channel } from '@morada/domain/messages/kinds';
import { parameterOf } from '@morada/domain/messages/text';
import { newToken } from '#api/base/secrets/secrets.ts';
import type { Deps } from '#api/context.ts';
import { canMail } from '#api/mail/mail.service.ts';
import { SendFailure } from '#api/outside/sender.ts';
import * as channels from './channels.queries.ts';
import { smsOf, whatsAppOf } from './connection.service.ts';

/** Channels that reach a person now, in the order of `CHANNELS`: connected, and not asked to rest. */
export async function channelsAtOnce(deps: Pick<Deps, 'db' | 'outside' | 'publicUrl'>): Promise<readonly Channel[]> {
  const rows = new Map((await channels.findChannels(deps.db)).map((row) => [row.channel, row]));
  const now = new Date().toISOString();
  return CHANNELS.filter((channel) => {
    if (channel === 'EMAIL') return canMail(deps);
    const row = rows.get(channel);
    return row?.active === true && (row.wait_until === null || new Date(row.wait_until).toISOString() <= now);
  });
}

type Short = { channel: Exclude<Channel, 'EMAIL'>; to: string; subject: string; body: string; token?: string };

/**
 * Sends a short message that a person asked for or that can't wait for the rounds: a code, the link of a signature. It is no
 * news, so neither hours nor the limit of one a day hold it. An e-mail is queued by `queueMail` in place of this.
 * @param to mobile number with the country. @throws SendFailure
 */
export async function sendAtOnce(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { channel, to, subject, body, token = newToken() }: Short,
): Promise<void> {
  const row = await channels.findChannel(deps.db, channel);
  try {
    if (!row?.active) throw new SendFailure('AWAY', 'O canal foi desligado.');
    if (channel === 'SMS') await smsOf(deps, row).send({ to, token, text: body });
    else if (row.template === null) throw new SendFailure('TEMPLATE', 'Falta o nome do modelo aprovado no WhatsApp.');
    else {
      const parameters = [subject, body].map(parameterOf);
      await whatsAppOf(deps, row).send({ to, token, template: row.template, parameters });
    }
  } catch (error) {
    const isOfChannel = error instanceof SendFailure && !['PAIR', 'UNREACHABLE', 'REFUSED'].includes(error.kind);
    if (isOfChannel && row) await channels.noteFailure(deps.db, channel, error.message);
    throw error;
  }
  if (row && (!row.answered_at || row.problem !== null || row.waits > 0)) await channels.noteAnswer(deps.db, channel);
}
