import type { CalendarDate } from '@morada/domain/base/calendar';
import type { FixedRateConditions } from '@morada/domain/fiscal/reform';
import type { TaxRegime } from '@morada/domain/fiscal/taxpayer';
import type { PropertyPurpose } from '@morada/domain/lease/lease-purposes';
import type { LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import type { PropertyLocation } from '@morada/domain/property/property-words';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { FIXED_RATE_OPTION } from '#api/db/fixed-rate.ts';

/** A lease of which an owner pays IBS and CBS. */
export type TaxedLease = {
  id: number;
  lease_tax: LeaseTaxMode;
  purpose: PropertyPurpose | null;
  property: { purpose: PropertyPurpose | null; location: PropertyLocation; comercial: boolean | null };
  option: FixedRateConditions | null;
  owners: {
    client_id: number;
    share: number | null;
    name: string;
    tax_regime: TaxRegime | null;
    taxpayer_since: CalendarDate | null;
  }[];
};

/** Leases among these contracts of which an owner pays IBS and CBS, whatever the day. */
export async function findTaxedLeases(db: Db, ids: readonly number[]) {
  const { rows } = await sql<TaxedLease>`
    select k.id, k.lease_tax, k.purpose,
      json_build_object('purpose', p.purpose, 'location', p.location, 'comercial', p.comercial) as property,
      ${FIXED_RATE_OPTION} as option,
      (select json_agg(json_build_object('client_id', w.client_id, 'share', w.share, 'name', o.name, 'tax_regime', o.tax_regime,
          'taxpayer_since', o.taxpayer_since) order by w.position)
        from property_owner w join client o on o.id = w.client_id where w.property_id = p.id) as owners
    from proposal k join property p on p.id = k.property_id left join reform_option r on r.proposal_id = k.id
    where k.id = any(${ids}::bigint[]) and exists (
      select from property_owner w join client o on o.id = w.client_id where w.property_id = p.id and o.tax_regime = 'REGULAR')`.execute(
    db,
  );
  return rows;
}

/** Leases in force of which an owner pays IBS and CBS. */
export async function findTaxedIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct k.id from client o join property_owner w on w.client_id = o.id join proposal k on k.property_id = w.property_id
    where o.tax_regime = 'REGULAR' and k.kind = 'RENT' and k.status = 'APPROVED' and k.deleted_at is null
    order by k.id`.execute(db);
  return rows.map(({ id }) => id);
}
