import type { CalendarDate } from '@morada/domain/base/calendar';
import type { ClientType } from '@morada/domain/people/client';
import { addressLine } from '@morada/domain/property/property';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { PAGE, rowsBefore } from '#api/db/reading/page.ts';
import { paidAsOwner, standsAsOwner } from '#api/db/standing.ts';

type Place = { street: string; number: string | null; complement: string | null };

const withProperty = <T extends Place>({ street, number, complement, ...row }: T) => ({
  ...row,
  property: addressLine({ street, number, complement }),
});

const PLACE = ['property.street', 'property.number', 'property.complement'] as const;

/** Every contract of a client, with their role in it. */
export const roles = (db: Db, id: number) =>
  db
    .selectFrom('proposal')
    .select(['proposal.id as proposal_id', sql<ClientType>`'TENANT'`.as('role')])
    .where('user_id', '=', id)
    .unionAll(
      db
        .selectFrom('property_owner')
        .innerJoin('proposal', 'proposal.property_id', 'property_owner.property_id')
        .select(['proposal.id as proposal_id', sql<ClientType>`'OWNER'`.as('role')])
        .where('client_id', '=', id),
    )
    .unionAll(
      db
        .selectFrom('proposal_guarantor')
        .select(['proposal_id', sql<ClientType>`'GUARANTOR'`.as('role')])
        .where('user_id', '=', id),
    );

/**
 * Contracts whose data are the client's own, with the role. `former`: as owner of a contract that paid them and goes on
 * with other owners, whose terms of today are not theirs.
 */
export const standings = (id: number) => sql<{ proposal_id: number; role: ClientType; former: boolean }>`
  (select k.id as proposal_id, 'TENANT' as role, false as former from proposal k where k.user_id = ${id}
  union all select k.id, 'OWNER', not ${standsAsOwner(id)} from proposal k
    where ${standsAsOwner(id)} or ${paidAsOwner(id)}
  union all select g.proposal_id, 'GUARANTOR', false from proposal_guarantor g where g.user_id = ${id})`;

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
