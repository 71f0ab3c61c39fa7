import type { Selectable, Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import type { Agency } from '#api/db/schema.ts';

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

/** Setting a picture keeps the agency's version, so open forms of the settings don't conflict. */
export const setPicture = (trx: Db, columns: Updateable<Agency>) =>
  trx.updateTable('agency').set(columns).returningAll().executeTakeFirstOrThrow();

export const findPictures = (db: Db) => readAgency(db, ['logo', 'logo_dark', 'icon', 'cover']);

/** What the public pages show. */
export const findFace = (db: Db) =>
  readAgency(db, [
    ...(['name', 'cnpj', 'creci', 'phone', 'email', 'whatsapp'] as const),
    ...(['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'cep'] as const),
    ...(['headline', 'about', 'hours_weekdays', 'hours_saturday', 'hours_sunday', 'hours_dates'] as const),
    ...([
      'instagram',
      'facebook',
      'youtube',
      'linkedin',
      'analytics_id',
      'ads_id',
      'meta_pixel',
      'names_product',
      'privacy',
      'accent',
    ] as const),
    ...(['logo', 'logo_dark', 'icon', 'cover', 'cover_width', 'cover_height', 'logo_ratio', 'shows_name'] as const),
  ]);
