import type { Insertable, Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { BankAccount } from '#api/db/schema.ts';

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

export const lockBankAccount = (trx: Db, clientId: number, id: number) =>
  trx
    .selectFrom('bank_account')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export type FoundAccount = NonNullable<Awaited<ReturnType<typeof lockBankAccount>>>;

export const updateBankAccount = (trx: Db, id: number, changes: Updateable<BankAccount>) =>
  trx
    .updateTable('bank_account')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const dropBankAccount = (trx: Db, clientId: number, id: number) =>
  trx
    .updateTable('bank_account')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .returning(['bank_name', 'agency_number', 'account_number', 'document', 'pix_key'])
    .executeTakeFirst();
