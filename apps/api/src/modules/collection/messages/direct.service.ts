import { mobileNumber } from '@morada/domain/messages/channel-choice';
import { CHANNELS, type Channel } from '@morada/domain/messages/kinds';
import { parameterOf } from '@morada/domain/messages/text';
import { newToken } from '#api/base/secrets/secrets.ts';
import type { Deps } from '#api/context.ts';
import { canMail } from '#api/mail/mail.service.ts';
import { SendFailure } from '#api/outside/sender.ts';
import * as channels from './channels.queries.ts';
import { smsOf, whatsAppOf } from './connection.service.ts';

/** Channels that this installation sends by. */
export async function openChannels(deps: Pick<Deps, 'db' | 'outside' | 'publicUrl'>): Promise<Set<Channel>> {
  const rows = await channels.findChannels(deps.db);
  const isOpen = (channel: Channel) =>
    channel === 'EMAIL' ? canMail(deps) : rows.some((row) => row.channel === channel && row.active);
  return new Set(CHANNELS.filter(isOpen));
}

type Text = { channel: Exclude<Channel, 'EMAIL'>; phone: string; subject: string; body: string };

/**
 * Hands one text over at once, outside the queue of messages: it is part of something that the person does now, such as a
 * code, or that was asked of them by name. Neither the queue's hours nor its limit of one a day hold it. An e-mail is queued
 * by `queueMail` in place of this.
 * @throws SendFailure
 */
export async function sendDirectly(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { channel, phone, subject, body }: Text,
): Promise<void> {
  const row = await channels.findChannel(deps.db, channel);
  try {
    await hand(deps, row, { channel, phone, subject, body });
  } catch (error) {
    const isOfChannel = error instanceof SendFailure && !['PAIR', 'UNREACHABLE', 'REFUSED'].includes(error.kind);
    if (isOfChannel && row) await channels.noteFailure(deps.db, channel, error.message);
    throw error;
  }
  if (row && (!row.answered_at || row.problem !== null || row.waits > 0)) await channels.noteAnswer(deps.db, channel);
}

async function hand(
  deps: Pick<Deps, 'db' | 'secrets'>,
  row: channels.ChannelRow | undefined,
  { channel, phone, subject, body }: Text,
): Promise<void> {
  if (!row?.active) throw new SendFailure('DENIED', 'O canal foi desligado.');
  const to = mobileNumber(phone);
  if (to === undefined) throw new SendFailure('UNREACHABLE', 'O telefone não é de um celular.');
  const token = newToken();
  if (channel === 'SMS') {
    await smsOf(deps, row).send({ to, token, text: body });
    return;
  }
  if (row.template === null) throw new SendFailure('TEMPLATE', 'Falta o nome do modelo aprovado no WhatsApp.');
  await whatsAppOf(deps, row).send({
    ...{ to, token, template: row.template },
    parameters: [subject, body].map(parameterOf),
  });
}
