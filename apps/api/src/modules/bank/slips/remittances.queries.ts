import { type BoletoBankCode, boletoBank } from '@morada/domain/bank/boleto-banks';
import type { Slip } from '@morada/domain/bank/slip';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { HELD_BACK } from './life.queries.ts';

export type WaitingBoleto = {
  id: number;
  invoice_id: number;
  agreement_id: number;
  number: number;
  issued_on: CalendarDate;
  due_date: CalendarDate;
  amount: number;
  slip: Slip;
  movement: 'REGISTER' | 'CANCEL';
};

/** The boleto goes to the bank by calls: it already has one, or its agreement's new boletos go that way. */
const CALLED = sql`(exists (select from boleto_call where boleto_call.boleto_id = boleto.id) or (not cancel_due and exists (
  select from bank_link where kind = 'BOLETO' and active and bank_link.agreement_id = boleto.agreement_id)))`;

/** Boletos whose registration or cancellation is due to be sent by file, locked in order of id. */
export async function lockWaiting(trx: Db) {
  const { rows } = await sql<WaitingBoleto>`
    select id, invoice_id, agreement_id, number, issued_on, due_date, amount, slip,
      case when cancel_due then 'CANCEL' else 'REGISTER' end as movement
    from boleto where not ${CALLED}
      and ((status = 'OPEN' and registration in ('NONE', 'REFUSED')) or (cancel_due and ${HELD_BACK} is not true))
    order by id for no key update`.execute(trx);
  return rows;
}

export type AgreementToTell = { id: number; bank: BoletoBankCode; fields: Record<string, string> };

/** The active agreement first. */
export async function findAgreements(trx: Db, ids: readonly number[]) {
  const { rows } = await sql<AgreementToTell>`
    select id, bank, fields from bank_agreement where id = any(${ids}::bigint[]) order by active desc, id desc`.execute(
    trx,
  );
  return rows;
}

type NewRemittance = {
  agreement_id: number;
  sequence: number;
  name: string;
  content: string;
  boletos: number;
  amount: number;
  admin_user_id: number | null;
};

export async function insertRemittance(trx: Db, remittance: NewRemittance, told: readonly WaitingBoleto[]) {
  const { id } = await trx.insertInto('remittance').values(remittance).returning('id').executeTakeFirstOrThrow();
  await sql`
    insert into remittance_boleto (remittance_id, boleto_id, movement) select ${id}, id, movement
    from jsonb_to_recordset(${JSON.stringify(told.map(({ id, movement }) => ({ id, movement })))}::jsonb) as told(id bigint, movement text)`.execute(
    trx,
  );
  return id;
}

const RECENT = 50;

const countOf = (movement: WaitingBoleto['movement']) =>
  sql<number>`(select count(*) from remittance_boleto told where told.remittance_id = remittance.id and told.movement = ${movement})`;

export async function findRemittances(db: Db, id?: number) {
  const rows = await db
    .selectFrom('remittance')
    .innerJoin('bank_agreement', 'bank_agreement.id', 'remittance.agreement_id')
    .leftJoin('admin_user', 'admin_user.id', 'remittance.admin_user_id')
    .select(['remittance.id', 'remittance.name', 'remittance.sequence', 'remittance.boletos', 'remittance.amount'])
    .select([countOf('REGISTER').as('registrations'), countOf('CANCEL').as('cancellations')])
    .select(['remittance.created_at', 'bank_agreement.bank as code', 'admin_user.name as by'])
    .where((where) => (id === undefined ? where.lit(true) : where('remittance.id', '=', id)))
    .orderBy('remittance.id', 'desc')
    .limit(RECENT)
    .execute();
  return rows.map(({ code, ...row }) => ({ ...row, bank: boletoBank(code)?.name ?? code }));
}

export const findFile = (db: Db, id: number) =>
  db.selectFrom('remittance').select(['name', 'content']).where('id', '=', id).executeTakeFirst();
