import type { TaxRegime } from '@morada/domain/fiscal/taxpayer';
import type { PropertyPurpose } from '@morada/domain/lease/lease-purposes';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { type NotedProperty, type Place, place } from './lease-notes.queries.ts';

type PersonRow = Place & { id: number; name: string; document: string };

export type OwnerRow = PersonRow & {
  tax_regime: TaxRegime | null;
  tax_cnpj: string | null;
  municipal_registration: string | null;
};

export type LeaseRow = {
  id: number;
  purpose: PropertyPurpose | null;
  property: { id: number } & NotedProperty;
  owners: OwnerRow[];
  tenant: PersonRow;
};

const BLOCK = 1_000;

/** Leases in force with their parties, in blocks, by a cursor in the caller's transaction. */
export async function* streamLeases(trx: Db): AsyncGenerator<LeaseRow[]> {
  await sql`declare note_leases no scroll cursor for
    select k.id, k.purpose,
      json_build_object('id', p.id, 'cib', p.cib, 'property_registration', p.property_registration, 'city_code', p.city_code,
        'purpose', p.purpose, 'location', p.location, 'comercial', p.comercial, ${place('p')}) as property,
      coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'document', o.cpf_cnpj, 'tax_regime', o.tax_regime,
          'tax_cnpj', o.tax_cnpj, 'municipal_registration', o.municipal_registration, ${place('o')}) order by w.position)
        from property_owner w join client o on o.id = w.client_id where w.property_id = p.id), '[]') as owners,
      json_build_object('id', t.id, 'name', t.name, 'document', t.cpf_cnpj, ${place('t')}) as tenant
    from proposal k join property p on p.id = k.property_id join client t on t.id = k.user_id
    where k.kind = 'RENT' and k.status = 'APPROVED' and k.deleted_at is null
    order by k.id`.execute(trx);
  for (;;) {
    const { rows } = await sql<LeaseRow>`fetch ${sql.lit(BLOCK)} from note_leases`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close note_leases`.execute(trx);
}
