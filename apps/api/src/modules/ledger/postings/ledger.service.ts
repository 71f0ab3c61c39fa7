import type { CalendarDate } from '@morada/domain/base/calendar';
import type { BasisPoints, Cents } from '@morada/domain/base/money';
import { mirror, type Posting } from '@morada/domain/ledger/ledger';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import type { Actor, Context, Db, Deps } from '#api/context.ts';
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
  | { kind: 'DARF'; darf_id: number }
  | { kind: 'MOVIMENTATION'; movimentation_id: number; department: 'SALE' | 'OTHER' }
);

export type Entry = { actor: Actor; event: Event; postings: readonly Posting[] };

/** Posts money events, in the events' transaction. */
export async function postAll(trx: Db, entries: readonly Entry[]) {
  if (entries.length === 0) return;
  await queries.insertEntries(
    trx,
    entries.map(({ actor, event, postings }) => ({ ...event, admin_user_id: actor.id, postings })),
  );
}

/** Posts one money event, in the event's transaction. */
export const post = (trx: Db, { actor }: Context, event: Event, postings: readonly Posting[]) =>
  postAll(trx, [{ actor, event, postings }]);

const SUBJECT = {
  SETTLEMENT: 'invoice_id',
  PAYOUT: 'transfer_id',
  MANUAL_TRANSFER: 'transfer_id',
  REFUND: 'transfer_id',
  MOVIMENTATION: 'movimentation_id',
  DARF: 'darf_id',
} as const satisfies Record<Event['kind'], queries.Subject>;

/**
 * Reverses the entry in force of each invoice, transfer or movimentation by posting its mirror with today's date: the
 * ledger is append-only. Corrections of the cash book are dated as their original, so that its day is unchanged.
 */
export async function reverseAll(trx: Db, ctx: Context, kind: Event['kind'], ids: readonly number[]) {
  if (ids.length === 0) return;
  const subject = SUBJECT[kind];
  const found = await queries.findStandingEntries(trx, kind, subject, ids);
  const entryOf = new Map(found.map((entry) => [entry[subject], entry]));
  await queries.insertEntries(
    trx,
    ids.map((id) => {
      const entry = entryOf.get(id);
      if (!entry) throw new Error(`no standing ${kind} entry for ${subject} ${id}`);
      const { id: reverses, day, description, rent, lines, ...links } = entry;
      return {
        ...links,
        kind: 'REVERSAL',
        day: kind === 'MOVIMENTATION' ? day : ctx.today(),
        description: `Estorno: ${description}`,
        rent: rent === null ? null : 0 - rent,
        reverses,
        admin_user_id: ctx.actor.id,
        postings: mirror(lines.map(({ client_id, ...line }) => ({ ...line, client_id: client_id ?? undefined }))),
      };
    }),
  );
}

/** Reverses the entry in force of one record. */
export const reverse = (trx: Db, ctx: Context, kind: Event['kind'], id: number) => reverseAll(trx, ctx, kind, [id]);

/** Whether an entry belongs to an invoice or a transfer. */
export const isRent = async (trx: Db, id: number) => (await queries.findRentEntry(trx, id)) !== undefined;

/** Folds the day totals that postings appended. */
export const tidyTotals = ({ db }: Pick<Deps, 'db'>) => queries.compactDayTotals(db);
