import type { BidState } from '@morada/domain/lease/bid';
import { BID_KINDS, BID_STATES } from '@morada/domain/lease/bid-words';
import * as z from 'zod/mini';
import { calendarDate, instant, money } from '../base/fields.ts';

export const State = z.enum(Object.keys(BID_STATES) as [BidState, ...BidState[]]);
export const Kind = z.enum(Object.keys(BID_KINDS) as ['RENT', 'SALE']);

export const BidRow = z.object({
  id: z.int(),
  kind: Kind,
  state: State,
  property_id: z.int(),
  property: z.string(),
  client_id: z.nullable(z.int()),
  /** Null: the person was erased. */
  name: z.nullable(z.string()),
  amount: money,
  /** Versions so far. */
  versions: z.int(),
  expires_on: calendarDate(),
  /** While it lasts. */
  reserved_until: z.nullable(calendarDate()),
  proposal_id: z.nullable(z.int()),
  created_at: instant,
});
export type BidRow = z.output<typeof BidRow>;
