import type { Begun } from '@morada/contract/access/session';
import { sql } from 'kysely';
import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';

const SHOWN = 8;

/** Published properties by number of views, of every kind or for rent only. The limit applies before any join. */
export const findPopular = (db: Db, type?: 'RENT') =>
  db
    .selectFrom(
      db
        .selectFrom('property')
        .select('property.id')
        .where('property.status', '=', 'AVAILABLE')
        .$if(type !== undefined, (q) => q.where('property.type', '=', type ?? 'RENT'))
        .where('property.deleted_at', 'is', null)
        .orderBy('property.views', 'desc')
        .orderBy('property.id')
        .limit(SHOWN)
        .as('cut'),
    )
    .innerJoin('property', 'property.id', 'cut.id')
    .select((q) => [
      'property.id',
      'property.street',
      'property.number',
      'property.complement',
      'property.neighborhood',
      'property.city',
      'property.type',
      'property.location',
      'property.price',
      'property.views',
      q
        .selectFrom('property_image')
        .select('property_image.key')
        .whereRef('property_image.property_id', '=', 'property.id')
        .orderBy('property_image.position')
        .orderBy('property_image.id')
        .limit(1)
        .as('image_key'),
    ])
    .orderBy('property.views', 'desc')
    .orderBy('property.id')
    .execute();

/** What the agency has begun to use of what not every agency needs. */
export async function findBegun(db: Db): Promise<Begun> {
  const { rows } = await sql<Begun>`
    select exists (select from proposal where withholding <> 'NONE' and deleted_at is null) as withholding,
      exists (select from reform_declaration) or exists (select from reform_option) as reform,
      exists (select from note_certificate) or exists (select from note_intermediary) or exists (select from service_note) as notes,
      exists (select from accounting_chart where version > 1)
        or exists (select from fiscal_file where kind = 'ACCOUNTING') as accounting,
      coalesce(bool_or(kind = 'PIX'), false) as pix, coalesce(bool_or(kind = 'BOLETO'), false) as boletos,
      coalesce(bool_or(kind = 'PAYOUT'), false) as payouts, coalesce(bool_or(kind = 'STATEMENT'), false) as statements
    from bank_link where active`.execute(db);
  return present(rows[0], 'the row of an aggregate');
}
