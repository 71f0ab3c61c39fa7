import type { CalendarDate } from '@morada/domain/calendar';
import { mirror, type Posting } from '@morada/domain/ledger';
import type { Context, Db } from '../../context.ts';
import * as queries from './ledger.queries.ts';

type Event = {
  kind: 'SETTLEMENT' | 'PAYOUT' | 'MANUAL_TRANSFER';
  day: CalendarDate;
  description: string;
  invoice_id?: number;
  transfer_id?: number;
  payment_method?: string;
};

/** Posts one money event, in the event's own transaction. */
export async function post(trx: Db, ctx: Context, event: Event, postings: readonly Posting[]) {
  const entry = await queries.insertEntry(trx, { ...event, admin_user_id: ctx.actor.id });
  if (postings.length > 0) await queries.insertLines(trx, entry.id, postings);
}

/** Undoes a standing entry by posting its mirror: nothing in the ledger is ever changed. */
export async function reverse(
  trx: Db,
  ctx: Context,
  kind: Event['kind'],
  subject: { invoice_id: number } | { transfer_id: number },
) {
  const [column, id] =
    'invoice_id' in subject
      ? (['invoice_id', subject.invoice_id] as const)
      : (['transfer_id', subject.transfer_id] as const);
  const entry = await queries.findStandingEntry(trx, kind, column, id);
  if (!entry) throw new Error(`no standing ${kind} entry for ${column} ${id}`);
  const postings = await queries.findPostings(trx, entry.id);
  const { id: reversed, description, ...links } = entry;
  const undo = await queries.insertEntry(trx, {
    ...links,
    kind: 'REVERSAL',
    day: ctx.today(),
    description: `Estorno: ${description}`,
    reverses: reversed,
    admin_user_id: ctx.actor.id,
  });
  if (postings.length > 0) await queries.insertLines(trx, undo.id, mirror(postings));
}
