import type { CalendarDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import type { Db } from '#api/context.ts';

/** Leases in force that an earlier version stopped billing at their end, with the months to bill or waive. */
export const findLapsed = async (db: Db, today: CalendarDate, ids?: number[]) =>
  (
    await db
      .selectFrom('lapsed_lease')
      .innerJoin('proposal', 'proposal.id', 'lapsed_lease.proposal_id')
      .innerJoin('property', 'property.id', 'proposal.property_id')
      .innerJoin('client', 'client.id', 'proposal.user_id')
      .selectAll('proposal')
      .select(['lapsed_lease.from_reference', 'lapsed_lease.to_reference', 'lapsed_lease.by_days'])
      .select(['client.name as tenant', 'property.street', 'property.number', 'property.complement'])
      .where('lapsed_lease.decision', 'is', null)
      .where('proposal.status', '=', 'APPROVED')
      .where('proposal.deleted_at', 'is', null)
      .where('proposal.end_date', '<', today)
      .$if(ids !== undefined, (q) => q.where('proposal.id', 'in', ids ?? []))
      .orderBy('proposal.end_date')
      .orderBy('proposal.id')
      .execute()
  ).map(({ street, number, complement, ...row }) => ({
    ...row,
    property: addressLine({ street, number, complement }),
  }));

export type Lapsed = Awaited<ReturnType<typeof findLapsed>>[number];

export const findIssued = (db: Db, proposalIds: number[]) =>
  db
    .selectFrom('invoice')
    .select(['proposal_id', 'reference', 'price'])
    .where('proposal_id', 'in', proposalIds)
    .where('deleted_at', 'is', null)
    .execute();

/** Conditional UPDATE; undefined when it was decided meanwhile. */
export const decide = (
  trx: Db,
  id: number,
  values: { decision: 'BILLED' | 'WAIVED'; decided_on: CalendarDate; admin_user_id: number | null },
) =>
  trx
    .updateTable('lapsed_lease')
    .set(values)
    .where('proposal_id', '=', id)
    .where('decision', 'is', null)
    .returning('proposal_id')
    .executeTakeFirst();

/** Drops the remainder, which an extension has charged or waived. */
export const dropRest = (trx: Db, proposalId: number) =>
  trx.updateTable('lapsed_lease').set({ by_days: false }).where('proposal_id', '=', proposalId).execute();
