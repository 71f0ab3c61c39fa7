import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { type Channel, daysKept, type MessageKind } from '@morada/domain/messages/kinds';
import { sendTime } from '@morada/domain/messages/send-time';
import { instantOf, localMoment } from '#api/base/local-moment.ts';
import type { Context, Db } from '#api/context.ts';
import { notify } from '#api/live/notify.ts';
import { cancelEnded, type Scope } from './causes.queries.ts';
import * as outbox from './outbox.queries.ts';

export type NewMessage = {
  /**
   * Unique key of what the message is about: a message whose key exists is not queued again. e.g.
   * `ruler:12:invoice:345`
   */
  key: string;
  kind: MessageKind;
  /** Client who receives it; null: the visitor of `visit`, who has no record. */
  client: number | null;
  visit?: number | undefined;
  contract?: number | undefined;
  invoice?: number | undefined;
  /** Record of the kind that the message is about: what ends it calls the message off. */
  about?: number | undefined;
  /** Order of preference; without it, the agency's for the kind. */
  channels?: readonly Channel[] | undefined;
  /** Rendered, with its link. */
  subject: string;
  text: string;
  /** Approved template at WhatsApp with its parameters; without it, the channel's own carries the text. */
  template?: { name: string; values: readonly string[] } | undefined;
  /**
   * Sent only while the invoice is open: a payment cancels the message, and claiming and sending it check the invoice
   * again.
   */
  whileOpen?: boolean | undefined;
  /** Instant before which it is not sent; quiet hours and the limit of one a person a day move it later. */
  notBefore?: string | undefined;
  /** Last day on which it makes sense; without it, that of the kind. After it the message is dropped with the reason. */
  until?: CalendarDate | undefined;
};

/**
 * Queues messages in the caller's transaction, in one statement: they are sent if it commits.
 * @returns how many are new.
 */
export async function queueMessages(trx: Db, messages: readonly NewMessage[], now: Date = new Date()): Promise<number> {
  if (messages.length === 0) return 0;
  const queued = await outbox.insertMessages(
    trx,
    messages.map((message) => rowOf(message, now)),
  );
  if (queued.length === 0) return 0;
  await outbox.askForSending(trx);
  await notify(trx, 'messages');
  return queued.length;
}

function rowOf({ key, kind, client, subject, text, template, ...message }: NewMessage, now: Date): outbox.QueuedRow {
  const wanted = localMoment(message.notBefore === undefined ? now : new Date(message.notBefore));
  const moment = sendTime(wanted);
  return {
    ...{ key, kind, client_id: client, visit_id: message.visit ?? null, subject, body: text },
    contract_id: message.contract ?? null,
    invoice_id: message.invoice ?? null,
    about_id: message.about ?? null,
    channels: message.channels ?? null,
    template: template?.name ?? null,
    template_values: template?.values ?? null,
    while_open: message.whileOpen === true,
    send_at: instantOf(moment),
    last_day: message.until ?? addDays(moment.day, daysKept(kind)),
  };
}

/**
 * Calls off queued messages of the scope whose cause is over, in the transaction of what ended it: a person who left, a
 * record that was cancelled. `causes.queries` says for each kind what its cause is.
 */
export async function callOffEnded(trx: Db, ctx: Pick<Context, 'today'>, scope: Scope): Promise<void> {
  if ((await cancelEnded(trx, scope, ctx.today())) > 0) await notify(trx, 'messages');
}

/** Filter of the messages to cancel: all given parts must match. */
export type CancelledMessages = {
  invoices?: readonly number[];
  contract?: number;
  client?: number;
  kinds?: readonly MessageKind[];
};

/**
 * Cancels messages that were not handed to a provider yet, in the caller's transaction.
 * @throws RangeError without an invoice, contract, client or kind.
 */
export async function cancelMessages(trx: Db, of: CancelledMessages): Promise<void> {
  if (Object.values(of).every((part) => part === undefined))
    throw new RangeError('Messages are canceled of an invoice, contract, client or kind');
  if (of.invoices?.length === 0) return;
  const canceled = await outbox.cancelQueued(trx, of, 'CALLED_OFF');
  if (canceled > 0) await notify(trx, 'messages');
}
