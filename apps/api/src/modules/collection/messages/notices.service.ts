import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Received } from '@morada/contract/base/endpoint';
import { messageProblems, type messages } from '@morada/contract/collection/messages';
import { afterTold, type ToldState } from '@morada/domain/messages/message-state';
import { isRefusal } from '@morada/domain/messages/refusal-words';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { type Db, type Deps, systemContext } from '#api/context.ts';
import { notify } from '#api/live/notify.ts';
import { isSigned } from '#api/outside/signed-body.ts';
import { readWebhook, type ToldTemplate } from '#api/outside/whatsapp.ts';
import * as channels from './channels.queries.ts';
import { opened } from './connection.service.ts';
import * as queries from './notices.queries.ts';
import { askForSending } from './outbox.queries.ts';
import * as people from './people.queries.ts';
import { refuse, refuseVisitors } from './people.service.ts';

const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other));

/** Answers Meta's verification request for the webhook's address. */
export async function confirmAddress(deps: Deps, query: Received<typeof messages.whatsappAddress>['query']) {
  const row = await channels.findChannel(deps.db, 'WHATSAPP');
  const word = row && opened(deps, row, 'verify_token');
  const isOurs =
    word !== undefined && query['hub.mode'] === 'subscribe' && isSame(word, query['hub.verify_token'] ?? '');
  if (!isOurs) throw messageProblems.MESSAGE_NOTICE_UNSIGNED();
  return Readable.from([query['hub.challenge'] ?? '']);
}

/** Handles a webhook call of WhatsApp, signed over its raw body: states of messages, answers, states of templates. */
export async function takeWhatsApp(deps: Deps, body: unknown, raw: string, signature: unknown): Promise<void> {
  const row = await channels.findChannel(deps.db, 'WHATSAPP');
  const secret = row && opened(deps, row, 'app_secret');
  if (!row || secret === undefined || !isSigned(raw, signature, secret))
    throw messageProblems.MESSAGE_NOTICE_UNSIGNED();
  const { statuses, answers, templates } = readWebhook(body, row.sender ?? '');
  // Answers first, so that refusals take effect before the rest of the notice.
  for (const { provider_id, from, text, replyTo } of answers)
    await takeAnswer(deps, 'WHATSAPP', { provider_id, from, text, replyTo });
  await takeStates(
    deps,
    'WHATSAPP',
    statuses.map(({ failure, ...status }) => ({ ...status, problem: failure?.message ?? null })),
  );
  await noteTemplates(deps, templates);
}

/** Handles a notice of the SMS gateway, authenticated by the word in the address. */
export async function takeSms(
  deps: Deps,
  token: string,
  body: Received<typeof messages.smsNotice>['body'],
): Promise<void> {
  const row = await channels.findChannel(deps.db, 'SMS');
  const word = row && opened(deps, row, 'verify_token');
  if (word === undefined || !isSame(word, token)) throw messageProblems.MESSAGE_NOTICE_UNSIGNED();
  const { id, status, from, text } = body;
  if (from !== undefined && text !== undefined)
    await takeAnswer(deps, 'SMS', { provider_id: `sms:${id}`, from, text, replyTo: undefined });
  const state = SMS_STATES[status?.toLowerCase() ?? ''];
  if (state === undefined) return;
  const problem = state === 'FAILED' ? 'O SMS não foi entregue.' : null;
  await takeStates(deps, 'SMS', [
    { provider_id: id, token: undefined, state, at: new Date(), problem, billable: undefined },
  ]);
}

const SMS_STATES: Readonly<Record<string, ToldState>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  failed: 'FAILED',
  undelivered: 'FAILED',
};

type State = {
  provider_id: string;
  token: string | undefined;
  state: ToldState;
  at: Date;
  problem: string | null;
  billable: boolean | undefined;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Applies states in the order in which they happened; a later state already recorded stays. */
async function takeStates(deps: Deps, channel: 'WHATSAPP' | 'SMS', told: readonly State[]): Promise<void> {
  if (told.length === 0) return;
  const states = told
    .map((one) => ({ ...one, token: one.token !== undefined && UUID.test(one.token) ? one.token : undefined }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  await deps.db.transaction().execute(async (trx) => {
    const known = await queries.lockTold(trx, channel, states);
    const updates = known.flatMap((message) => updateOf(message, states));
    if (updates.length === 0) return;
    await queries.applyTold(trx, updates);
    if (updates.some(({ state }) => state === 'QUEUED')) await askForSending(trx);
    await notify(trx, 'messages');
  });
}

function updateOf(message: queries.Known, states: readonly State[]): queries.Update[] {
  const own = states.filter(
    ({ provider_id, token }) => message.provider_id === provider_id || (token !== undefined && token === message.token),
  );
  let { state } = message;
  const applied = own.filter(({ state: told }) => {
    const next = afterTold(state, told);
    if (next !== undefined) state = next;
    return next !== undefined;
  });
  const last = applied.at(-1);
  if (!last) return [];
  const at = (told: ToldState) => own.find((one) => one.state === told)?.at.toISOString() ?? null;
  return [
    {
      id: message.id,
      state,
      provider_id: last.provider_id,
      ...{ sent_at: at('SENT') ?? last.at.toISOString(), delivered_at: at('DELIVERED'), read_at: at('READ') },
      problem: last.problem,
      free: own.some(({ billable }) => billable === false),
    },
  ];
}

/** Longest answer that is kept. */
const MAX_ANSWER = 2_000;

/** Stores a person's answer. A request for no more messages is a refusal of all, on every channel. */
async function takeAnswer(
  deps: Deps,
  channel: 'WHATSAPP' | 'SMS',
  {
    provider_id,
    from,
    text,
    replyTo,
  }: { provider_id: string; from: string; text: string; replyTo: string | undefined },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const clients = await people.findClientsOf(trx, { number: from, message: replyTo });
    const is_refusal = isRefusal(text);
    const body = text.slice(0, MAX_ANSWER).replaceAll('\0', '');
    const sender = from.slice(0, 30).replaceAll('\0', '');
    const isNew = await people.insertReply(trx, {
      ...{ channel, provider_id, sender, client_id: clients[0] ?? null, body, is_refusal },
    });
    if (!isNew) return;
    if (is_refusal && clients.length > 0) await refuseAll(trx, deps, clients, channel);
    if (is_refusal)
      await refuseVisitors(trx, await people.findVisitsOf(trx, { number: from, message: replyTo }), channel);
    await notify(trx, 'messages');
  });
}

const refuseAll = (trx: Db, deps: Deps, clients: readonly number[], source: 'WHATSAPP' | 'SMS') =>
  refuse(trx, systemContext(deps), clients, { channel: null, kind: null, source, note: null });

const TEMPLATE_EVENTS: Readonly<Record<string, string>> = {
  REJECTED: 'foi recusado pela Meta',
  PAUSED: 'foi pausado, por causa de avaliações ruins',
  DISABLED: 'foi desativado',
  FLAGGED: 'está perto de ser pausado, por causa de avaliações ruins',
};

/** Records, for staff, that WhatsApp rejected, paused, disabled or flagged a template. */
async function noteTemplates({ db }: Deps, templates: readonly ToldTemplate[]): Promise<void> {
  for (const { name, event } of templates) {
    const words = TEMPLATE_EVENTS[event];
    if (words === undefined) continue;
    await channels.noteFailure(db, 'WHATSAPP', `O modelo ${name.slice(0, 100)} ${words}.`);
    await notify(db, 'messages');
  }
}
