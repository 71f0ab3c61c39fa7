import type { EventOf } from '@morada/domain/base/life-cycle';
import type { Channel, MessageKind } from '@morada/domain/messages/kinds';
import { type MessageLifeState, messageLife } from '@morada/domain/messages/message-state';
import type { MessageReason } from '@morada/domain/messages/reasons';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type QueuedRow = {
  key: string;
  kind: MessageKind;
  client_id: number | null;
  /** Visit of a visitor without a record. */
  visit_id: number | null;
  contract_id: number | null;
  invoice_id: number | null;
  about_id: number | null;
  channels: readonly Channel[] | null;
  subject: string;
  body: string;
  template: string | null;
  template_values: readonly string[] | null;
  while_open: boolean;
  /** Instant. */
  send_at: string;
  last_day: string;
};

/** Inserts messages whose key is new, in one statement. @returns their ids. */
export async function insertMessages(trx: Db, rows: readonly QueuedRow[]): Promise<number[]> {
  const inserted = await sql<{ id: number }>`
    insert into message (key, kind, client_id, visit_id, contract_id, invoice_id, about_id, channels, subject, body, template,
      template_values, while_open, send_at, last_day)
    select key, kind, client_id, visit_id, contract_id, invoice_id, about_id, channels, subject, body, template,
      template_values, while_open, send_at, last_day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(key text, kind text, client_id bigint,
      visit_id bigint, contract_id bigint, invoice_id bigint, about_id bigint, channels text[], subject text, body text, template text,
      template_values text[], while_open boolean, send_at timestamptz, last_day date)
    on conflict (key) do nothing
    returning id`.execute(trx);
  return inserted.rows.map(({ id }) => id);
}

const isIn = (state: MessageLifeState) => {
  if (state === 'CLAIMED') return sql`(m.state = 'SENDING' and m.tried_at is null)`;
  return state === 'SENDING' ? sql`(m.state = 'SENDING' and m.tried_at is not null)` : sql`m.state = ${sql.lit(state)}`;
};

/** Whether a message `m` is in a state in which the event is possible. */
export const allows = (event: EventOf<typeof messageLife>) =>
  sql<boolean>`(${sql.join(messageLife.states.filter((state) => messageLife.can(state, event)).map(isIn), sql` or `)})`;

export type Cancelled = {
  invoices?: readonly number[] | undefined;
  contract?: number | undefined;
  client?: number | undefined;
  kinds?: readonly MessageKind[] | undefined;
};

/** Cancels messages that were not handed to a provider yet. @returns how many. */
export async function cancelQueued(
  trx: Db,
  { invoices, contract, client, kinds }: Cancelled,
  reason: MessageReason,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('message as m')
    .set({ state: 'CANCELLED', reason, counts_on: null, closed_at: sql<string>`now()` })
    .where(allows('cancel'))
    .$if(invoices !== undefined, (q) => q.where(sql<boolean>`invoice_id = any(${invoices ?? []}::bigint[])`))
    .$if(contract !== undefined, (q) => q.where('contract_id', '=', contract ?? null))
    .$if(client !== undefined, (q) => q.where('client_id', '=', client ?? null))
    .$if(kinds !== undefined, (q) => q.where('kind', 'in', [...(kinds ?? [])]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Enqueues the job that sends messages; its key merges repeated calls into one run. */
export const askForSending = (db: Db) =>
  sql`select graphile_worker.add_job('messages', max_attempts => 3, job_key => 'messages')`.execute(db);
