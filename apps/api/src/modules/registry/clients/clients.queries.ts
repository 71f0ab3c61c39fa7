import type { ClientSearch } from '@morada/contract/registry/clients.search';
import { addressLine } from '@morada/domain/property/property';
import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { civilDayOf } from '#api/db/civil-day.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { PAGE, rowsBefore } from '#api/db/reading/page.ts';
import { matchesPerson, type Seen } from '#api/db/reading/search.ts';
import type { Client, DB } from '#api/db/schema.ts';
import { roles } from './links.queries.ts';

type Search = z.output<typeof ClientSearch> & { seen: Seen };
type Place = { street: string; number: string | null; complement: string | null };

const PLACE = ['property.street', 'property.number', 'property.complement'] as const;

const withProperty = <T extends Place>({ street, number, complement, ...row }: T) => ({
  ...row,
  property: addressLine({ street, number, complement }),
});

const clients = (db: Db) => db.selectFrom('client').where('client.deleted_at', 'is', null);

const deletedClients = (db: Db) =>
  db.selectFrom('client').where('client.deleted_at', 'is not', null).where('client.anonymised_at', 'is', null);

const found = (db: Db, { id, query, type, situation, seen }: Omit<Search, 'page'>) => {
  // Of deleted clients those are listed whose data are still here.
  let selection = situation === 'DELETED' ? deletedClients(db) : clients(db);
  if (id !== undefined) selection = selection.where('client.id', '=', id);
  if (query !== undefined) selection = selection.where(matchesPerson(query, seen));
  if (type !== undefined) selection = selection.where('client.type', '=', type);
  if (situation === 'ACTIVE' || situation === 'INACTIVE')
    selection = selection.where('client.active', '=', situation === 'ACTIVE');
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

/** Newest first: a page of ids cut before any join, or all clients without a page. */
export async function findClients(db: Db, search: Search) {
  const { page } = search;
  const ids = found(db, search).select('client.id').orderBy('client.id', 'desc');
  const cut = page === undefined ? ids : ids.limit(PAGE).offset(rowsBefore(page));
  const rows = await db
    .selectFrom(cut.as('cut'))
    .innerJoin('client', 'client.id', 'cut.id')
    .select((q) => [
      'client.id',
      'client.name',
      'client.type',
      'client.cpf_cnpj',
      'client.active',
      'client.email',
      // Clients who registered a single number have it as either phone or cellphone.
      q.fn.coalesce('client.phone', 'client.cellphone').as('phone'),
      'client.created_at',
      contractsAsTenant(q).as('proposals'),
    ])
    .orderBy('client.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, proposals: row.proposals.map(withProperty) }));
}

/** Newest first, with only the name and what distinguishes namesakes. */
export const findFewClients = (db: Db, search: Pick<Search, 'id' | 'query' | 'seen'>, limit: number) =>
  found(db, search)
    .select((q) => [
      'client.id',
      'client.name',
      'client.type',
      'client.cpf_cnpj',
      q.fn.coalesce('client.phone', 'client.cellphone').as('phone'),
      'client.active',
    ])
    .orderBy('client.id', 'desc')
    .limit(limit)
    .execute();

/** Ids of all clients that the filters match, newest first. */
export const findClientIds = async (db: Db, search: Search, most?: number) =>
  (
    await found(db, search)
      .select('client.id')
      .orderBy('client.id', 'desc')
      .$if(most !== undefined, (q) => q.limit(most ?? 0))
      .execute()
  ).map((row) => row.id);

const SAVED = [
  'id',
  'name',
  'type',
  'cpf_cnpj',
  'email',
  'phone',
  'cellphone',
  'street',
  'number',
  'complement',
  'neighborhood',
  'city',
  'state',
  'cep',
  'active',
] as const;

export const findClientsToSave = (db: Db, ids: number[]) =>
  db
    .selectFrom('client')
    .select(SAVED)
    .select(civilDayOf('created_at').as('registered_on'))
    .where('id', '=', sql<number>`any(${ids})`)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();

export type SavedClient = Awaited<ReturnType<typeof findClientsToSave>>[number];

/** The client that has a document, or else an e-mail, compared as the unique indexes do. */
export const findHolder = async (
  db: Db,
  { cpf_cnpj, email }: { cpf_cnpj: string; email?: string | null | undefined },
) =>
  (
    await db
      .selectFrom('client')
      .select('id')
      .where((q) => q.or([q('cpf_cnpj', '=', cpf_cnpj), q('email', '=', email ?? null)]))
      .where('deleted_at', 'is', null)
      .orderBy((q) => q.case().when('cpf_cnpj', '=', cpf_cnpj).then(0).else(1).end())
      .limit(1)
      .executeTakeFirst()
  )?.id;

const TYPES = ['TENANT', 'OWNER', 'GUARANTOR'] as const;

export const countClients = async (db: Db, search: Search) => {
  const { id, query, type, situation } = search;
  if (id === undefined && query === undefined && situation !== 'DELETED')
    return listTotal(
      db,
      'client',
      (type ? [type] : TYPES).flatMap((one) => [
        ...(situation === 'INACTIVE' ? [] : [one]),
        ...(situation === 'ACTIVE' ? [] : [`${one}:INACTIVE` as const]),
      ]),
    );
  const { total } = await found(db, search)
    .select((q) => q.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

/** Active clients registered as owners, and clients who own a property, by name. */
export const findOwners = (db: Db) =>
  clients(db)
    .select((q) => [
      'client.id',
      'client.name',
      'client.type',
      'client.cpf_cnpj',
      'client.active',
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
        q.and([q('client.type', '=', 'OWNER'), q('client.active', '=', true)]),
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

/** Also a deleted one: the law reaches its data too. */
export const findAnyClient = (db: Db, id: number) =>
  db.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirst();

/** Also a deleted one. */
export const lockAnyClient = (trx: Db, id: number) =>
  trx.selectFrom('client').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockClient = (trx: Db, id: number) =>
  clients(trx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * Prevents deletion and anonymising during the transaction, without blocking invoices and transfers of the client (FOR
 * KEY SHARE).
 */
export const holdClient = (trx: Db, id: number) =>
  clients(trx).select(['id', 'anonymised_at']).where('id', '=', id).forKeyShare().executeTakeFirst();

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

/** Records that prevent a client's deletion. */
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

export const setPassword = (trx: Db, id: number, password_hash: string) =>
  trx.updateTable('client').set({ password_hash }).where('id', '=', id).execute();
