import type { Received } from '@morada/contract/base/endpoint';
import { type ChannelState, messageProblems, messages } from '@morada/contract/collection/messages';
import { granted } from '@morada/domain/access/permissions';
import { mobileNumber } from '@morada/domain/messages/channel-choice';
import { CHANNELS, type Channel } from '@morada/domain/messages/kinds';
import { newToken } from '#api/base/secrets/secrets.ts';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { canMail } from '#api/mail/mail.service.ts';
import { leadsInside } from '#api/outside/internal-addresses.ts';
import { SendFailure } from '#api/outside/sender.ts';
import * as queries from './channels.queries.ts';
import { opened, placeOf, smsOf, whatsAppOf } from './connection.service.ts';
import { listNews } from './news.service.ts';

type ChannelName = Received<typeof messages.removeChannel>['params']['channel'];

const channelOf = (name: ChannelName) => name.toUpperCase() as Channel;
const idOf = (channel: Channel) => CHANNELS.indexOf(channel) + 1;

export async function showSettings(ctx: Context) {
  const [setting, rows, news, site_alerts] = await Promise.all([
    queries.findSetting(ctx.db),
    queries.findChannels(ctx.db),
    listNews(ctx.db),
    queries.countAlerts(ctx.db),
  ]);
  const known = new Map(rows.map((row) => [row.channel, row]));
  const { channels, whatsapp_cost, email_cost, sms_cost, version } = setting;
  return {
    ...{ channels, whatsapp_cost, email_cost, sms_cost, version, news },
    states: CHANNELS.map((channel) => stateOf(ctx, channel, known.get(channel))),
    ...{ has_address: Boolean(ctx.publicUrl), site_alerts },
  };
}

function stateOf(ctx: Context, channel: Channel, row: queries.ChannelRow | undefined): ChannelState {
  const mayEdit = granted(ctx.actor.permissions, messages.saveWhatsApp.access) !== undefined;
  const word = row && channel !== 'EMAIL' && mayEdit ? opened(ctx, row, 'verify_token') : undefined;
  return {
    channel,
    connected: channel === 'EMAIL' ? canMail(ctx) : row?.active === true,
    base_url: row?.base_url ?? null,
    sender: row?.sender ?? null,
    template: row?.template ?? null,
    deduplicates: row?.deduplicates ?? false,
    notices: noticesOf(ctx, channel, word),
    verify_token: channel === 'WHATSAPP' ? (word ?? null) : null,
    answered_at: row?.answered_at ?? null,
    failing_since: row?.failing_since ?? null,
    problem: row?.problem ?? null,
    wait_until: row?.wait_until ?? null,
  };
}

/** Webhook address of a channel; that of SMS contains a secret. */
function noticesOf({ publicUrl }: Context, channel: Channel, word: string | undefined): string | null {
  if (!publicUrl || channel === 'EMAIL') return null;
  const api = `${new URL(publicUrl).origin}/api`;
  if (channel === 'WHATSAPP') return `${api}${messages.whatsappNotice.path}`;
  return word === undefined ? null : `${api}${messages.smsNotice.path.replace(':token', word)}`;
}

export function saveSettings(ctx: Context, given: Received<typeof messages.saveSettings>['body']) {
  return change(ctx, async (trx) => {
    const before = await queries.findSetting(trx);
    await queries.updateSetting(trx, given);
    const told = { ...given, channels: given.channels.join() };
    const changes = difference({ ...before, channels: before.channels.join() } as Record<string, unknown>, told);
    await leaveTrail(trx, ctx, 'message_setting', 1, 'update', changes);
    await notify(trx, 'messages');
  });
}

export const saveWhatsApp = (ctx: Context, given: Received<typeof messages.saveWhatsApp>['body']) =>
  save(ctx, 'WHATSAPP', given.base_url, async (trx, before) => {
    const { base_url, sender, template } = given;
    // Stored secrets are reused only for the same number.
    const same = before?.base_url === base_url && before.sender === sender ? before : undefined;
    const token = given.token ?? (same && opened(ctx, same, 'token'));
    if (token === undefined) throw messageProblems.MESSAGE_TOKEN_MISSING();
    const secret = given.app_secret ?? (same && opened(ctx, same, 'app_secret'));
    if (secret === undefined) throw messageProblems.MESSAGE_APP_SECRET_MISSING();
    const verify = (before && opened(ctx, before, 'verify_token')) ?? newToken();
    await queries.saveChannel(trx, {
      ...{
        channel: 'WHATSAPP',
        base_url,
        sender,
        template,
        ...sealed(ctx, 'WHATSAPP', { token, verify_token: verify }),
      },
      app_secret: ctx.secrets.sealText(placeOf('app_secret', 'WHATSAPP'), secret),
    });
    return { base_url, sender, template };
  });

export const saveSms = (ctx: Context, given: Received<typeof messages.saveSms>['body']) =>
  save(ctx, 'SMS', given.base_url, async (trx, before) => {
    const { base_url, deduplicates } = given;
    const sender = given.sender ?? null;
    const same = before?.base_url === base_url ? before : undefined;
    const token = given.token ?? (same && opened(ctx, same, 'token'));
    if (token === undefined) throw messageProblems.MESSAGE_TOKEN_MISSING();
    const verify = (before && opened(ctx, before, 'verify_token')) ?? newToken();
    await queries.saveChannel(trx, {
      ...{ channel: 'SMS', base_url, sender, deduplicates, ...sealed(ctx, 'SMS', { token, verify_token: verify }) },
    });
    return { base_url, sender, deduplicates };
  });

const sealed = ({ secrets }: Context, channel: Channel, of: { token: string; verify_token: string }) => ({
  token: secrets.sealText(placeOf('token', channel), of.token),
  verify_token: secrets.sealText(placeOf('verify_token', channel), of.verify_token),
});

const LOOPBACK = ['127.0.0.1', 'localhost'];

/** Requires https, except in an installation without a public address or with a loopback one. */
function isAllowed({ publicUrl }: Pick<Context, 'publicUrl'>, address: string): boolean {
  if (new URL(address).protocol === 'https:') return true;
  return !publicUrl || LOOPBACK.includes(new URL(publicUrl).hostname);
}

async function save(
  ctx: Context,
  channel: Channel,
  address: string,
  keep: (trx: Db, before: queries.ChannelRow | undefined) => Promise<Record<string, unknown>>,
) {
  if (!ctx.secrets.prefix) throw messageProblems.MESSAGE_NO_SEAL();
  if (!isAllowed(ctx, address)) throw messageProblems.MESSAGE_ADDRESS();
  if (await leadsInside(address)) throw messageProblems.MESSAGE_INTERNAL();
  return change(ctx, async (trx) => {
    const before = (await queries.lockChannels(trx)).find((row) => row.channel === channel);
    const kept = await keep(trx, before);
    await leaveTrail(trx, ctx, 'message_channel', idOf(channel), 'update', { channel, ...kept });
    await notify(trx, 'messages');
  });
}

/** Switches a channel off: its secrets are deleted, and queued messages go by the other channels. */
export function removeChannel(ctx: Context, name: ChannelName) {
  const channel = channelOf(name);
  return change(ctx, async (trx) => {
    const { numDeletedRows } = await queries.deleteChannel(trx, channel);
    if (numDeletedRows === 0n) throw messageProblems.MESSAGE_CHANNEL_OFF();
    await leaveTrail(trx, ctx, 'message_channel', idOf(channel), 'delete', { channel });
    await notify(trx, 'messages');
  });
}

const TEST_TEXT = 'Este é um teste do canal de mensagens. Não é preciso responder.';

/** Tests a channel now: WhatsApp by reading its number, the others by a message to an address of the staff. */
export async function testChannel(ctx: Context, name: ChannelName, to: string | null) {
  const channel = channelOf(name);
  const told = await tested(ctx, channel, to);
  await change(ctx, (trx) => leaveTrail(trx, ctx, 'message_channel', idOf(channel), 'test', { channel, ok: told.ok }));
  return told;
}

async function tested(ctx: Context, channel: Channel, to: string | null): Promise<{ ok: boolean; told: string }> {
  const row = await queries.findChannel(ctx.db, channel);
  const isOn = channel === 'EMAIL' ? canMail(ctx) : row !== undefined;
  if (!isOn) throw messageProblems.MESSAGE_CHANNEL_OFF();
  try {
    const told = await tryOut(ctx, channel, row, to);
    await queries.noteAnswer(ctx.db, channel);
    return { ok: true, told };
  } catch (error) {
    const problem = failureOf(error);
    if (problem === undefined) throw error;
    await queries.noteFailure(ctx.db, channel, problem);
    return { ok: false, told: problem };
  }
}

function failureOf(error: unknown): string | undefined {
  if (error instanceof SendFailure) return error.message;
  return error instanceof Error && ['Refused', 'Unavailable'].includes(error.name)
    ? 'O servidor de e-mail não aceitou a mensagem.'
    : undefined;
}

async function tryOut(ctx: Context, channel: Channel, row: queries.ChannelRow | undefined, to: string | null) {
  if (channel === 'WHATSAPP' && row) {
    const { name, number } = await whatsAppOf(ctx, row).check();
    return `O WhatsApp respondeu: ${name || 'sem nome'}, ${number || 'sem número'}.`;
  }
  if (to === null) throw messageProblems.MESSAGE_TEST_TO();
  const token = newToken();
  if (channel === 'SMS' && row) {
    await smsOf(ctx, row).send({ to: mobileOf(to), text: TEST_TEXT, token });
    return 'O serviço de SMS aceitou a mensagem de teste.';
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw messageProblems.MESSAGE_TEST_TO({ message: 'Informe um e-mail válido' });
  await ctx.outside.mail?.send({
    key: `morada-test-${token}`,
    to,
    subject: 'Teste do canal de mensagens',
    text: TEST_TEXT,
  });
  return 'O servidor de e-mail aceitou a mensagem de teste.';
}

function mobileOf(text: string): string {
  const number = mobileNumber(text);
  if (number === undefined) throw messageProblems.MESSAGE_TEST_TO({ message: 'Informe um celular com DDD' });
  return number;
}
