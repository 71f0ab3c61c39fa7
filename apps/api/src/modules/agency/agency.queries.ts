import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../context.ts';
import { readAgency } from '../../db/agency.ts';
import type { Agency } from '../../db/schema.ts';

export type AgencyRow = Omit<Selectable<Agency>, 'only_row'>;

const agency = (db: Db) => db.selectFrom('agency').selectAll();

export const findAgency = (db: Db) => agency(db).executeTakeFirstOrThrow();

export const lockAgency = (trx: Db) => agency(trx).forUpdate().executeTakeFirstOrThrow();

export type AgencyChange = Updateable<Agency>;

export const updateAgency = (trx: Db, changes: AgencyChange) =>
  trx
    .updateTable('agency')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Setting the logo keeps the agency's version, so open forms of the settings don't conflict. */
export const setLogo = (trx: Db, logo: string | null) =>
  trx.updateTable('agency').set({ logo }).returningAll().executeTakeFirstOrThrow();

export const findLogo = async (db: Db) => (await readAgency(db, ['logo'])).logo;
