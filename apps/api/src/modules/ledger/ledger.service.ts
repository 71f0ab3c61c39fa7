import type { CalendarDate } from '@morada/domain/base/calendar';
import type { BasisPoints, Cents } from '@morada/domain/base/money';
import { mirror, type Posting } from '@morada/domain/ledger/ledger';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import type { Context, Db, Deps } from '../../context.ts';
import * as queries from './ledger.queries.ts';

type Event = { day: CalendarDate; description: string } & (
  | {
      kind: 'SETTLEMENT';
      invoice_id: number;
      payment_method: PaymentMethod;
      /** Rent within the amount, and the rate of its administration fee. */
      rent: Cents;
      fee_rate: BasisPoints;
    }
  | { kind: 'PAYOUT' | 'MANUAL_TRANSFER' | 'REFUND'; transfer_id: number }
  | { kind: 'MOVIMENTATION'; movimentation_id: number; department: 'SALE' | 'OTHER' }
);

/** Posts one money event, in the event's own transaction. */
export async function post(trx: Db, ctx: Context, event: Event, postings: readonly Posting[]) {
  const entry = await queries.insertEntry(trx, { ...event, admin_user_id: ctx.actor.id });
  if (postings.length > 0) await queries.insertLines(trx, entry.id, postings);
}

const SUBJECT = {
  SETTLEMENT: 'invoice_id',
  PAYOUT: 'transfer_id',
  MANUAL_TRANSFER: 'transfer_id',
  REFUND: 'transfer_id',
  MOVIMENTATION: 'movimentation_id',
} as const satisfies Record<Event['kind'], queries.Subject>;

/**
 * Reverses the entry in force of an invoice, transfer or movimentation by posting its mirror with today's date: the
 * ledger is append-only. Corrections of the cash book are dated as their original, so that its day is unchanged.
 */
export async function reverse(trx: Db, ctx: Context, kind: Event['kind'], id: number) {
  const entry = await queries.findStandingEntry(trx, kind, SUBJECT[kind], id);
  if (!entry) throw new Error(`no standing ${kind} entry for ${SUBJECT[kind]} ${id}`);
  const postings = await queries.findPostings(trx, entry.id);
  const { id: reversed, day, description, rent, ...links } = entry;
  const undo = await queries.insertEntry(trx, {
    ...links,
    kind: 'REVERSAL',
    day: kind === 'MOVIMENTATION' ? day : ctx.today(),
    description: `Estorno: ${description}`,
    rent: rent === null ? null : 0 - rent,
    reverses: reversed,
    admin_user_id: ctx.actor.id,
  });
  if (postings.length > 0) await queries.insertLines(trx, undo.id, mirror(postings));
}

/** Whether an entry belongs to an invoice or a transfer. */
export const isRent = async (trx: Db, id: number) => (await queries.findRentEntry(trx, id)) !== undefined;

/** Folds the day totals that postings appended. */
export const tidyTotals = ({ db }: Pick<Deps, 'db'>) => queries.compactDayTotals(db);
