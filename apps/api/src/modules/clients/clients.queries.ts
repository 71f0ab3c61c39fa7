import type { ClientSearch } from '@morada/contract/clients.search';
import { PAGE_SIZE } from '@morada/contract/fields';
import type { ClientType } from '@morada/domain/client';
import { addressLine } from '@morada/domain/property';
import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type * as z from 'zod/mini';
import type { Db } from '../../context.ts';
import type { BankAccount, Client, DB } from '../../db/schema.ts';
import { matches } from '../../db/search.ts';

type Search = z.output<typeof ClientSearch>;
type Place = { street: string; number: string | null; complement: string | null };

/** How many invoices and transfers a client's own page shows. */
const RECENT = 20;
const PLACE = ['property.street', 'property.number', 'property.complement'] as const;

const withProperty = <T extends Place>({ street, number, complement, ...row }: T) => ({
  ...row,
  property: addressLine({ street, number, complement }),
});

const clients = (db: Db) => db.selectFrom('client').where('client.deleted_at', 'is', null);

const found = (db: Db, { id, query }: Search) => {
  let selection = clients(db);
  if (id !== undefined) selection = selection.where('client.id', '=', id);
  if (query !== undefined) selection = selection.where(matches(sql.ref('client.search'), query));
  return selection;
};

const contractsAsTenant = (q: ExpressionBuilder<DB, 'client'>) =>
  jsonArrayFrom(
    q
      .selectFrom('proposal')
      .innerJoin('property', 'property.id', 'proposal.property_id')
      .select(['proposal.id', 'proposal.status', ...PLACE])
      .whereRef('proposal.user_id', '=', 'client.id')
      .where('proposal.deleted_at', 'is', null)
      .orderBy('proposal.id', 'desc'),
  );

/** Newest first: a page of ids before anything is joined to it, or everybody when no page is asked for. */
export async function findClients(db: Db, search: Search) {
  const { page } = search;
  const ids = found(db, search).select('client.id').orderBy('client.id', 'desc');
  const cut = page === undefined ? ids : ids.limit(PAGE_SIZE).offset((page - 1) * PAGE_SIZE);
  const rows = await db
    .selectFrom(cut.as('cut'))
    .innerJoin('client', 'client.id', 'cut.id')
    .select((q) => [
      'client.id',
      'client.name',
      'client.type',
      'client.cpf_cnpj',
      'client.email',
      // Whoever gave one number only gave it as either.
      q.fn.coalesce('client.phone', 'client.cellphone').as('phone'),
      'client.created_at',
      contractsAsTenant(q).as('proposals'),
    ])
    .orderBy('client.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, proposals: row.proposals.map(withProperty) }));
}

export const countClients = async (db: Db, search: Search) => {
  const { total } = await found(db, search)
    .select((q) => q.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

/** Whoever is registered as an owner, or owns something, by name. */
export const findOwners = (db: Db) =>
  clients(db)
    .select((q) => [
      'client.id',
      'client.name',
      'client.type',
      'client.cpf_cnpj',
      jsonArrayFrom(
        q
          .selectFrom('property_owner')
          .innerJoin('property', 'property.id', 'property_owner.property_id')
          .select([
            'property.id',
            'property.status',
            'property.street',
            'property.number',
            'property.neighborhood',
            'property.price',
          ])
          .whereRef('property_owner.client_id', '=', 'client.id')
          .where('property.deleted_at', 'is', null)
          .orderBy('property.id', 'desc'),
      ).as('properties'),
    ])
    .where((q) =>
      q.or([
        q('client.type', '=', 'OWNER'),
        q(
          'client.id',
          'in',
          q
            .selectFrom('property_owner')
            .innerJoin('property', 'property.id', 'property_owner.property_id')
            .select('property_owner.client_id')
            .where('property.deleted_at', 'is', null),
        ),
      ]),
    )
    .orderBy('client.name')
    .orderBy('client.id')
    .execute();

export const findClient = (db: Db, id: number) => clients(db).selectAll().where('id', '=', id).executeTakeFirst();

export const lockClient = (trx: Db, id: number) =>
  clients(trx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export type FoundClient = NonNullable<Awaited<ReturnType<typeof lockClient>>>;

export const insertClient = (trx: Db, client: Insertable<Client>) =>
  trx.insertInto('client').values(client).returning('id').executeTakeFirstOrThrow();

export const updateClient = (trx: Db, id: number, changes: Updateable<Client>) =>
  trx
    .updateTable('client')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** What holds a client in the register. */
export const findTies = (trx: Db, id: number) =>
  trx
    .selectNoFrom((q) => [
      q
        .exists(
          q
            .selectFrom('property_owner')
            .innerJoin('property', 'property.id', 'property_owner.property_id')
            .select('property.id')
            .where('property_owner.client_id', '=', id)
            .where('property.deleted_at', 'is', null),
        )
        .as('property'),
      q
        .exists(
          q
            .selectFrom(roles(trx, id).as('role'))
            .innerJoin('proposal', 'proposal.id', 'role.proposal_id')
            .select('proposal.id')
            .where('proposal.deleted_at', 'is', null),
        )
        .as('contract'),
      q
        .exists(q.selectFrom('transfer').select('id').where('user_id', '=', id).where('deleted_at', 'is', null))
        .as('transfer'),
    ])
    .executeTakeFirstOrThrow();

/** Every contract in which a client stands, and as what. */
const roles = (db: Db, id: number) =>
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
        'proposal.next_readjustment',
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

export const findInvoicesOf = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('invoice')
      .innerJoin('property', 'property.id', 'invoice.property_id')
      .select(['invoice.id', 'invoice.reference', 'invoice.due_date', 'invoice.status', ...PLACE])
      .select((q) => q.ref('invoice.amount').$notNull().as('amount'))
      .where('invoice.user_id', '=', id)
      .where('invoice.deleted_at', 'is', null)
      .orderBy('invoice.due_date', 'desc')
      .orderBy('invoice.id', 'desc')
      .limit(RECENT)
      .execute()
  ).map(withProperty);

export const findTransfersOf = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('transfer')
      .innerJoin('property', 'property.id', 'transfer.property_id')
      .select(['transfer.id', 'transfer.due_date', 'transfer.amount', 'transfer.status', ...PLACE])
      .where('transfer.user_id', '=', id)
      .where('transfer.deleted_at', 'is', null)
      .orderBy('transfer.id', 'desc')
      .limit(RECENT)
      .execute()
  ).map(withProperty);

export const findBankAccounts = (db: Db, clientId: number) =>
  db
    .selectFrom('bank_account')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

export const insertBankAccount = (trx: Db, account: Insertable<BankAccount>) =>
  trx.insertInto('bank_account').values(account).returningAll().executeTakeFirstOrThrow();

export const dropBankAccount = (trx: Db, clientId: number, id: number) =>
  trx
    .updateTable('bank_account')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .returning(['bank_name', 'agency_number', 'account_number', 'document', 'pix_key'])
    .executeTakeFirst();
