import type { CalendarDate } from '@morada/domain/base/calendar';
import type { ContractRole } from '@morada/domain/lease/parties';
import { addressLine } from '@morada/domain/property/property';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { STOOD } from '#api/db/parties.ts';
import { PAGE, rowsBefore } from '#api/db/reading/page.ts';
import { paidAsOwner, standsAsOwner } from '#api/db/standing.ts';

type Place = { street: string; number: string | null; complement: string | null };

const withProperty = <T extends Place>({ street, number, complement, ...row }: T) => ({
  ...row,
  property: addressLine({ street, number, complement }),
});

const PLACE = ['property.street', 'property.number', 'property.complement'] as const;

/** Every contract of a client, also those they left, with their role in it. */
export const roles = (db: Db, id: number) =>
  db
    .selectFrom('property_owner')
    .innerJoin('proposal', 'proposal.property_id', 'property_owner.property_id')
    .select(['proposal.id as proposal_id', sql<ContractRole>`'OWNER'`.as('role')])
    .where('client_id', '=', id)
    .unionAll(
      db
        .selectFrom('contract_party as y')
        .select(['y.proposal_id', sql<ContractRole>`y.role`.as('role')])
        .distinct()
        .where('y.client_id', '=', id)
        .where(STOOD),
    );

/** Contracts in which a client stands today or will, with their role. */
export const rolesOfToday = (db: Db, id: number, today: CalendarDate) =>
  db
    .selectFrom('property_owner')
    .innerJoin('proposal', 'proposal.property_id', 'property_owner.property_id')
    .select('proposal.id as proposal_id')
    .where('client_id', '=', id)
    .unionAll(
      db
        .selectFrom('contract_party as y')
        .select('y.proposal_id')
        .where((q) => q.or([q('y.client_id', '=', id), q('y.of_client_id', '=', id)]))
        .where(sql<boolean>`(y.valid_to is null or y.valid_to >= ${today})`)
        .where(STOOD),
    );

/**
 * Contracts whose data are the client's own, with the role. `former`: who left a contract that goes on, whose terms of today are
 * not theirs; as owner, one that paid them and goes on with other owners.
 */
export const standings = (id: number, today: CalendarDate) => sql<{
  proposal_id: number;
  role: ContractRole;
  former: boolean;
}>`
  (select k.id as proposal_id, 'OWNER' as role, not ${standsAsOwner(id)} as former from proposal k
    where ${standsAsOwner(id)} or ${paidAsOwner(id)}
  union all select k.id, y.role, k.status = 'APPROVED' and bool_and(coalesce(y.valid_to < ${today}, false))
    from contract_party y join proposal k on k.id = y.proposal_id where y.client_id = ${id} and ${STOOD} group by k.id, y.role)`;

export const findContractsOf = async (db: Db, id: number) =>
  (
    await db
      .selectFrom(roles(db, id).as('stands'))
      .innerJoin('proposal', 'proposal.id', 'stands.proposal_id')
      .innerJoin('property', 'property.id', 'proposal.property_id')
      .innerJoin('client as tenant', 'tenant.id', 'proposal.user_id')
      .select([
        'proposal.id',
        'proposal.status',
        'stands.role',
        'proposal.property_id',
        'tenant.name as tenant',
        'proposal.current_price',
        'proposal.start_date',
        'proposal.end_date',
        sql<boolean>`proposal.ends_at_term or property.type <> 'RENT'`.as('ends_at_term'),
        // Sales are never readjusted; their column holds a meaningless date.
        sql<CalendarDate | null>`case when property.type = 'RENT' then proposal.readjusts_on end`.as(
          'next_readjustment',
        ),
        ...PLACE,
      ])
      .where('proposal.deleted_at', 'is', null)
      .orderBy('proposal.id', 'desc')
      .execute()
  ).map(withProperty);

export const findPropertiesOf = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('property_owner')
      .innerJoin('property', 'property.id', 'property_owner.property_id')
      .select(['property.id', 'property.status', 'property.type', 'property.price', 'property_owner.share', ...PLACE])
      .where('property_owner.client_id', '=', id)
      .where('property.deleted_at', 'is', null)
      .orderBy('property.id', 'desc')
      .execute()
  ).map(({ street, number, complement, ...row }) => ({ ...row, address: addressLine({ street, number, complement }) }));

const ofTenant = (db: Db, id: number) =>
  db.selectFrom('invoice').where('invoice.user_id', '=', id).where('invoice.deleted_at', 'is', null);

const ofOwner = (db: Db, id: number) =>
  db.selectFrom('transfer').where('transfer.user_id', '=', id).where('transfer.deleted_at', 'is', null);

/** Newest first. */
export const findInvoicesOf = async (db: Db, id: number, page = 1) =>
  (
    await ofTenant(db, id)
      .innerJoin('property', 'property.id', 'invoice.property_id')
      .select(['invoice.id', 'invoice.reference', 'invoice.due_date', 'invoice.status', ...PLACE])
      .select((q) => q.ref('invoice.amount').$notNull().as('amount'))
      .orderBy('invoice.due_date', 'desc')
      .orderBy('invoice.id', 'desc')
      .limit(PAGE)
      .offset(rowsBefore(page))
      .execute()
  ).map(withProperty);

/** Newest first. */
export const findTransfersOf = async (db: Db, id: number, page = 1) =>
  (
    await ofOwner(db, id)
      .innerJoin('property', 'property.id', 'transfer.property_id')
      .select(['transfer.id', 'transfer.due_date', 'transfer.amount', 'transfer.status', ...PLACE])
      .orderBy('transfer.id', 'desc')
      .limit(PAGE)
      .offset(rowsBefore(page))
      .execute()
  ).map(withProperty);

export const countInvoicesOf = async (db: Db, id: number) => {
  const { total } = await ofTenant(db, id)
    .select((q) => q.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

export const countTransfersOf = async (db: Db, id: number) => {
  const { total } = await ofOwner(db, id)
    .select((q) => q.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

/** Total count of each kind of link. */
export const countLinksOf = async (db: Db, id: number) => {
  const { rows } = await sql<{ invoices: number; messages: number }>`select
    (select count(*) from invoice where user_id = ${id} and deleted_at is null) as invoices,
    (select count(*) from ticket where user_id = ${id}) as messages`.execute(db);
  return rows[0] ?? { invoices: 0, messages: 0 };
};

/** Trail of a client's register and accounts. */
export const ownTrailOf = (id: number) => sql<boolean>`(record, record_id) in (
  select 'client', ${id}::bigint union all select 'bank_account', id from bank_account where client_id = ${id})`;
