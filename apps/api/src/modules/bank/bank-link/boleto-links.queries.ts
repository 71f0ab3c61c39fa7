import type { BoletoBankCode } from '@morada/domain/bank/boleto-banks';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** The current agreement. */
export async function findCurrentAgreement(db: Db) {
  const { rows } = await sql<{ id: number; bank: BoletoBankCode; number: string | null }>`
    select id, bank, fields->>'agreement' as number from bank_agreement where active`.execute(db);
  return rows[0];
}

/** Links for boletos, each with its agreement; their secrets are sealed. */
const links = (db: Db) =>
  db
    .selectFrom('bank_link as link')
    .innerJoin('bank_agreement as agreement', 'agreement.id', 'link.agreement_id')
    .selectAll('link')
    .select([sql<BoletoBankCode>`agreement.bank`.as('bank'), 'agreement.fields as agreement_fields'])
    .where('link.kind', '=', 'BOLETO');
export type BoletoLinkRow = Awaited<ReturnType<typeof findWorking>>[number];

/** The active link of the current agreement. */
export const findCurrent = (db: Db) =>
  links(db).where('link.active', '=', true).where('agreement.active', '=', true).executeTakeFirst();

/**
 * Links that have work to do: active ones, and former ones with boletos that the bank still has, or with payments of the
 * last ninety days, which it may withdraw.
 */
export const findWorking = (db: Db) =>
  links(db)
    .where((where) =>
      where.or([
        where('link.active', '=', true),
        where.exists(
          where
            .selectFrom('boleto_call')
            .select('boleto_call.boleto_id')
            .whereRef('boleto_call.link_id', '=', 'link.id')
            .where('boleto_call.state', 'in', ['WAITING', 'PENDING', 'ACTIVE', 'REMOVING']),
        ),
        where.exists(
          where
            .selectFrom('boleto_payment')
            .select('boleto_payment.id')
            .whereRef('boleto_payment.link_id', '=', 'link.id')
            .where('boleto_payment.reported_at', '>', sql<string>`now() - interval '90 days'`),
        ),
      ]),
    )
    .orderBy('link.id')
    .execute();

export const lockOf = (trx: Db, agreementId: number) =>
  trx
    .selectFrom('bank_link')
    .selectAll()
    .where('agreement_id', '=', agreementId)
    .where('active', '=', true)
    .forUpdate()
    .executeTakeFirst();

export const retire = (trx: Db, id: number) =>
  trx.updateTable('bank_link').set({ active: false }).where('id', '=', id).execute();

export async function countStates(db: Db, linkId: number) {
  const { rows } = await sql<Record<'waiting' | 'active' | 'refused' | 'paid', number>>`
    select count(*) filter (where state in ('WAITING', 'PENDING', 'REMOVING')) as waiting,
      count(*) filter (where state = 'ACTIVE') as active, count(*) filter (where state = 'REFUSED') as refused,
      count(*) filter (where state = 'PAID') as paid
    from boleto_call where link_id = ${linkId}`.execute(db);
  return rows[0] ?? { waiting: 0, active: 0, refused: 0, paid: 0 };
}
