import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { ContractTemplate } from '#api/db/schema.ts';

const templates = (db: Db) => db.selectFrom('contract_template').where('deleted_at', 'is', null);

export const findTemplates = (db: Db) => templates(db).selectAll().orderBy('id', 'desc').execute();

export const findTemplate = (db: Db, id: number) => templates(db).selectAll().where('id', '=', id).executeTakeFirst();

export const lockTemplate = (trx: Db, id: number) =>
  templates(trx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertTemplate = (trx: Db, template: Insertable<ContractTemplate>) =>
  trx.insertInto('contract_template').values(template).returningAll().executeTakeFirstOrThrow();

export const updateTemplate = (trx: Db, id: number, changes: Updateable<ContractTemplate>) =>
  trx
    .updateTable('contract_template')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1), updated_at: sql`now()` }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
