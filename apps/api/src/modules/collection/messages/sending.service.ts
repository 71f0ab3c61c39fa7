import type { Cents } from '@morada/domain/base/money';
import { CHANNELS, type Channel } from '@morada/domain/messages/kinds';
import {
  type Decision,
  type DueMessage,
  decideRound,
  minutesToRetry,
  secondsToRest,
} from '@morada/domain/messages/round';
import type { LocalMoment } from '@morada/domain/messages/send-time';
import { parameterOf } from '@morada/domain/messages/text';
import { instantOf, localMoment } from '#api/base/local-moment.ts';
import type { Deps } from '#api/context.ts';
import { notify } from '#api/live/notify.ts';
import { agencySender, canMail, leaveHeaders } from '#api/mail/mail.service.ts';
import { Refused } from '#api/outside/mail.ts';
import { SendFailure } from '#api/outside/sender.ts';
import { Unavailable } from '#api/outside/service.ts';
import * as channels from './channels.queries.ts';
import { smsOf, whatsAppOf } from './connection.service.ts';
import { optOutAddress } from './opt-out.service.ts';
import * as queries from './sending.queries.ts';

/** Messages that one round claims: few, so that a server that dies holds few. */
const BATCH = 40;
/** Messages handed over at the same time. */
const AT_ONCE = 8;
/** Age from which a claim belongs to a dead worker: a round takes a minute at most. */
const CLAIM_MS = 180_000;
/** Days to wait for a channel's notice about a message whose response was lost. */
const TOLD_DAYS = 3;
const DAY_MS = 86_400_000;

export type Clock = () => Date;

type Open = {
  rows: ReadonlyMap<Channel, channels.ChannelRow>;
  connected: ReadonlyMap<Channel, LocalMoment | undefined>;
};

/**
 * Sends due messages, in rounds until none is left: each round claims messages in one transaction, then hands them
 * over, a few at a time. Several servers may run it concurrently.
 * @returns how many were handed over.
 */
export async function sendMessages(deps: Deps, clock: Clock = () => new Date()): Promise<number> {
  await recoverLost(deps, clock());
  let sent = 0;
  for (;;) {
    const claimed = await claimRound(deps, clock());
    if (claimed === undefined) break;
    await eachAtOnce(claimed, (message) => handOver(deps, message, clock));
    sent += claimed.length;
    await notify(deps.db, 'messages');
  }
  return sent;
}

async function recoverLost({ db }: Pick<Deps, 'db'>, now: Date) {
  const rows = await channels.findChannels(db);
  const again: Channel[] = [
    'EMAIL',
    ...rows.flatMap((row) => (row.channel === 'SMS' && row.deduplicates ? ['SMS' as const] : [])),
  ];
  await queries.recover(db, { again, before: new Date(now.getTime() - CLAIM_MS).toISOString() });
  await queries.closeUncertain(db, {
    before: new Date(now.getTime() - TOLD_DAYS * DAY_MS).toISOString(),
    now: now.toISOString(),
  });
}

/** Channels that can send, each with the moment until which it is paused. */
async function openChannels(deps: Pick<Deps, 'db' | 'outside' | 'publicUrl'>, db: Deps['db']): Promise<Open> {
  const rows = new Map((await channels.findChannels(db)).map((row) => [row.channel, row]));
  const isOpen = (channel: Channel) => (channel === 'EMAIL' ? canMail(deps) : rows.get(channel)?.active === true);
  const restOf = (channel: Channel) => {
    const until = rows.get(channel)?.wait_until;
    return until ? localMoment(new Date(until)) : undefined;
  };
  return { rows, connected: new Map(CHANNELS.filter(isOpen).map((channel) => [channel, restOf(channel)])) };
}

/** Decides on due messages and claims those to send now. @returns undefined when none is due. */
function claimRound(deps: Deps, moment: Date): Promise<queries.ClaimedRow[] | undefined> {
  const now = moment.toISOString();
  return deps.db.transaction().execute(async (trx) => {
    await queries.lockClaims(trx);
    const local = localMoment(moment);
    const due = await queries.lockDue(trx, { now, day: local.day }, BATCH);
    if (due.length === 0) return undefined;
    const { connected } = await openChannels(deps, trx);
    const setting = await channels.findSetting(trx);
    const served = await queries.findServed(
      trx,
      due.map(({ id }) => id),
      local.day,
    );
    const decisions = decideRound(
      due.map((row) => dueMessage(row, setting.channels)),
      {
        now: local,
        connected,
        served: new Set(served),
      },
    );
    return carryOut(trx, decisions, { local, now });
  });
}

function dueMessage(row: queries.DueRow, order: readonly Channel[]): DueMessage {
  const { id, receiver, kind, tried, last_day: lastDay, holds, consents, refusals } = row;
  const { email, cellphone, phone } = row;
  return {
    ...{ id, receiver, kind, tried, lastDay, holds },
    order: row.channels ?? row.kind_channels ?? order,
    person: row.gone ? undefined : { email, phones: [cellphone, phone], consents, refusals },
  };
}

async function carryOut(
  trx: Deps['db'],
  decisions: readonly Decision[],
  { local, now }: { local: LocalMoment; now: string },
) {
  const waiting = decisions.flatMap((one) =>
    one.outcome === 'WAIT' ? [{ id: one.id, send_at: instantOf(one.until) }] : [],
  );
  const dropped = decisions.flatMap((one) => (one.outcome === 'DROP' ? [{ id: one.id, reason: one.reason }] : []));
  const claims = decisions.flatMap((one) =>
    one.outcome === 'SEND' ? [{ id: one.id, channel: one.channel, recipient: one.address }] : [],
  );
  if (waiting.length > 0) await queries.postpone(trx, waiting);
  if (dropped.length > 0) await queries.drop(trx, dropped, now);
  return claims.length > 0 ? queries.claim(trx, claims, local.day, now) : [];
}

/** Runs `work` on all items, a few at a time. */
async function eachAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>) {
  const rest = [...all];
  const worker = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function handOver(deps: Deps, message: queries.ClaimedRow, clock: Clock) {
  const { db } = deps;
  const { rows, connected } = await openChannels(deps, db);
  const row = rows.get(message.channel);
  const rests = connected.get(message.channel);
  const moment = clock();
  const { day } = localMoment(moment);
  // The channel was switched off, or asked to slow down, since the claim.
  const isOut = !connected.has(message.channel) || (rests !== undefined && isAfter(rests, localMoment(moment)));
  if (isOut || !(await queries.begin(db, message.id, { now: moment.toISOString(), day }))) {
    await queries.release(db, message.id);
    return;
  }
  try {
    const provider_id = await sendOn(deps, message, row);
    await queries.accept(db, message.id, {
      ...{ provider_id, now: clock().toISOString() },
      cost: await costOn(db, message.channel),
    });
    if (!row?.answered_at || row.problem !== null || row.waits > 0) await channels.noteAnswer(db, message.channel);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    await afterFailure(deps, message, row, error, clock());
  }
}

const isAfter = (one: LocalMoment, other: LocalMoment) =>
  one.day > other.day || (one.day === other.day && one.minute > other.minute);

async function costOn(db: Deps['db'], channel: Channel): Promise<Cents> {
  const { whatsapp_cost, email_cost, sms_cost } = await channels.findSetting(db);
  return { WHATSAPP: whatsapp_cost, EMAIL: email_cost, SMS: sms_cost }[channel];
}

/** Hands a message to its channel. @returns its id there. @throws SendFailure */
async function sendOn(deps: Deps, message: queries.ClaimedRow, row: channels.ChannelRow | undefined): Promise<string> {
  if (message.channel === 'EMAIL') return sendMail(deps, message);
  if (!row) throw new SendFailure('AWAY', 'O canal foi desligado.');
  const { recipient: to, token } = message;
  if (message.channel === 'SMS')
    return smsOf(deps, row).send({ to, token, text: `${message.body}\nResponda SAIR para não receber.` });
  const template = message.template ?? row.template;
  if (template === null) throw new SendFailure('TEMPLATE', 'Falta o nome do modelo aprovado no WhatsApp.');
  const parameters = message.template === null ? [message.subject, message.body] : (message.template_values ?? []);
  return whatsAppOf(deps, row).send({ to, token, template, parameters: parameters.map(parameterOf) });
}

async function sendMail(
  deps: Deps,
  { client_id, visit_id, token, recipient, subject, body }: queries.ClaimedRow,
): Promise<string> {
  const mail = deps.outside.mail;
  const address = await optOutAddress(deps, { client: client_id, visit: visit_id });
  if (!mail || address === undefined) throw new SendFailure('AWAY', 'O e-mail não está configurado.');
  const key = `morada-message-${token}`;
  try {
    await mail.send({
      ...(await agencySender(deps.db)),
      ...{ key, to: recipient, subject },
      text: `${body}\n\nPara não receber mais mensagens: ${address}`,
      headers: leaveHeaders(address),
    });
  } catch (error) {
    if (error instanceof Refused)
      throw new SendFailure('UNREACHABLE', 'O servidor de e-mail recusou o endereço.', error);
    // A retry has the same Message-ID, so the recipient sees one mail.
    if (error instanceof Unavailable) throw new SendFailure('AWAY', 'O servidor de e-mail não respondeu.', error);
    throw error;
  }
  return key;
}

async function afterFailure(
  { db }: Deps,
  { id, channel, tries }: queries.ClaimedRow,
  row: channels.ChannelRow | undefined,
  { kind, message: problem }: SendFailure,
  moment: Date,
) {
  const now = moment.toISOString();
  const after = (seconds: number) => new Date(moment.getTime() + seconds * 1_000).toISOString();
  switch (kind) {
    case 'SLOW': {
      const send_at = after(secondsToRest((row?.waits ?? 0) + 1));
      await channels.rest(db, channel, { now, until: send_at, problem });
      await queries.retry(db, id, { send_at, problem, counted: false });
      return;
    }
    case 'LOST':
      if (channel === 'SMS' && row?.deduplicates) break;
      await queries.markUncertain(db, id, problem);
      await channels.noteFailure(db, channel, problem);
      return;
    case 'DENIED':
    case 'TEMPLATE':
      await channels.noteFailure(db, channel, problem);
      await queries.fallBack(db, id, { reason: 'REJECTED', problem, now });
      return;
    case 'UNREACHABLE':
    case 'REFUSED':
      await queries.fallBack(db, id, { reason: 'REJECTED', problem, now });
      return;
    default:
  }
  if (kind !== 'PAIR') await channels.noteFailure(db, channel, problem);
  const minutes = minutesToRetry(tries + 1);
  if (minutes === undefined) await queries.fallBack(db, id, { reason: 'UNAVAILABLE', problem, now });
  else await queries.retry(db, id, { send_at: after(minutes * 60), problem, counted: true });
}
