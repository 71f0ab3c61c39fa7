import { readjustmentProblems } from '@morada/contract/lease/readjustments';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { PriceIndex } from '@morada/domain/lease/readjustment';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import * as queries from './readjusting.queries.ts';

/** A change of a contract's rent, as it is recorded. */
export type Made = {
  contract: { id: number; current_price: number; next_readjustment: CalendarDate };
  index: PriceIndex | null;
  percent: number;
  new_price: number;
  new_next: CalendarDate;
  batch_id?: number;
};

/** Records how rents were computed, in the transaction that changes them. */
export async function keepReadjustments(trx: Db, ctx: Context, made: readonly Made[]): Promise<void> {
  const { rows } = await queries.insertReadjustments(
    trx,
    made.map(({ contract, ...one }) => ({
      ...one,
      proposal_id: contract.id,
      old_price: contract.current_price,
      old_next: contract.next_readjustment,
      applied_on: ctx.today(),
    })),
  );
  await emit(trx, ctx, 'rents.readjusted', rows);
}

/** Refuses sales, which have no rent to readjust. */
export async function checkReadjustable(trx: Db, id: number): Promise<void> {
  if (!(await queries.isLease(trx, id))) throw readjustmentProblems.SALE_NOT_READJUSTED();
}
