import type { CommissionKind, RuleShare } from '@morada/domain/rent/people/share';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type RuleRow = {
  id: number;
  kind: CommissionKind;
  property_id: number | null;
  proposal_id: number | null;
  shares: RuleShare[];
  street: string | null;
  number: string | null;
  complement: string | null;
};

/** All rules, the agency's first. */
export async function findRules(db: Db): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select r.id, r.kind, r.property_id, r.proposal_id, r.shares, p.street, p.number, p.complement
    from commission_rule r left join proposal o on o.id = r.proposal_id left join property p on p.id = coalesce(r.property_id, o.property_id)
    order by r.property_id is not null or r.proposal_id is not null, r.kind, r.id desc`.execute(db);
  return rows;
}

type Scope = { kind: CommissionKind; property_id: number | null; proposal_id: number | null };

/** Locks what a rule is of, so that no payment is divided by it meanwhile; undefined: it doesn't exist. */
export const lockScope = async (trx: Db, { property_id, proposal_id }: Scope) => {
  if (proposal_id !== null)
    return trx
      .selectFrom('proposal')
      .select('id')
      .where('id', '=', proposal_id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
  if (property_id !== null)
    return trx
      .selectFrom('property')
      .select('id')
      .where('id', '=', property_id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
  return { id: 0 };
};

export async function findRule(trx: Db, { kind, property_id, proposal_id }: Scope) {
  const { rows } = await sql<{ id: number; shares: RuleShare[] }>`
    select id, shares from commission_rule where kind = ${kind} and coalesce(property_id, 0) = ${property_id ?? 0}
      and coalesce(proposal_id, 0) = ${proposal_id ?? 0}`.execute(trx);
  return rows[0];
}

export async function putRule(trx: Db, { kind, property_id, proposal_id }: Scope, shares: readonly RuleShare[]) {
  const { rows } = await sql<{ id: number }>`
    insert into commission_rule (kind, property_id, proposal_id, shares)
    values (${kind}, ${property_id}, ${proposal_id}, ${JSON.stringify(shares)}::jsonb)
    on conflict (kind, coalesce(property_id, 0), coalesce(proposal_id, 0))
    do update set shares = excluded.shares, version = commission_rule.version + 1
    returning id`.execute(trx);
  return rows[0];
}

export const deleteRule = (trx: Db, id: number) =>
  trx
    .deleteFrom('commission_rule')
    .where('id', '=', id)
    .returning(['kind', 'property_id', 'proposal_id', 'shares'])
    .executeTakeFirst();

/** Names of people of the staff, with those who left. */
export const findNames = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('admin_user')
    .select(['id', 'name', 'deleted_at'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();

/** People of the staff, by name. */
export const findStaff = (db: Db) =>
  db
    .selectFrom('admin_user')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(unaccent(name))`)
    .orderBy('id')
    .execute();
