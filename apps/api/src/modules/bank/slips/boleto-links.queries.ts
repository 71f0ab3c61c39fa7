import type { BoletoBankCode } from '@morada/domain/bank/boleto-banks';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type AgreementRow = { id: number; bank: BoletoBankCode; fields: Record<string, string>; active: boolean };

/** Agreements, the current one first. */
export async function findAgreements(db: Db): Promise<AgreementRow[]> {
  const { rows } = await sql<AgreementRow>`
    select id, bank, fields, active from bank_agreement order by active desc, id desc`.execute(db);
  return rows;
}

/**
 * Whether the bank of `link` still has boletos of it, or reported payments of the last ninety days, which it may withdraw.
 */
export const hasWork = sql<boolean>`(exists (
    select from boleto_call c where c.link_id = link.id and c.state in ('WAITING', 'PENDING', 'ACTIVE', 'REMOVING'))
  or exists (
    select from boleto_payment p where p.link_id = link.id and p.reported_at > now() - interval '90 days'))`;

export async function countStates(db: Db, linkId: number) {
  const { rows } = await sql<Record<'waiting' | 'active' | 'refused' | 'paid', number>>`
    select count(*) filter (where state in ('WAITING', 'PENDING', 'REMOVING')) as waiting,
      count(*) filter (where state = 'ACTIVE') as active, count(*) filter (where state = 'REFUSED') as refused,
      count(*) filter (where state = 'PAID') as paid
    from boleto_call where link_id = ${linkId}`.execute(db);
  return rows[0] ?? { waiting: 0, active: 0, refused: 0, paid: 0 };
}
