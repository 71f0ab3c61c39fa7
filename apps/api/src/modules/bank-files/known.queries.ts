import type { Agreement } from '@morada/domain/bank/boleto-banks';
import type { KnownBoleto, KnownInvoice, KnownSettlement } from '@morada/domain/bank/matching/find';
import type { Lookup } from '@morada/domain/bank/matching/lookup';
import type { BankCharges } from '@morada/domain/bank/slip';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '../../context.ts';
import { readAgency } from '../../db/agency.ts';

const agreementOf = ({ bank, fields }: { bank: string; fields: unknown }) =>
  ({ ...(fields as object), bank }) as Agreement;

/** Includes inactive agreements: boletos issued under them are still paid. */
export const findAgreements = async (db: Db): Promise<Agreement[]> =>
  (await db.selectFrom('bank_agreement').select(['bank', 'fields']).execute()).map(agreementOf);

type BoletoRow = Omit<KnownBoleto, 'agreement'> & { bank: string; fields: unknown; bank_charges: BankCharges | null };

/** All boletos that a line of the file may refer to. */
export async function findBoletos(db: Db, lookup: Lookup): Promise<KnownBoleto[]> {
  const { rows } = await sql<BoletoRow>`
    with hit as (
      select id from boleto where nosso_numero = any(${lookup.numbers}::text[])
      union select id from boleto where digitable_line = any(${lookup.digitable_lines}::text[])
      union select b.id from boleto b join unnest(${lookup.due.map(({ due_date }) => due_date)}::date[], ${lookup.due.map(({ amount }) => amount)}::bigint[])
          as line (due_date, amount) on b.due_date = line.due_date and b.amount = line.amount where b.status = 'OPEN'
      union select id from boleto where status = 'OPEN' and amount = any(${lookup.amounts}::bigint[]))
    select b.id, b.invoice_id, b.nosso_numero, b.slip->>'nosso_numero' as shown, b.digitable_line, b.issued_on, b.due_date, b.amount,
      b.slip->'bank_charges' as bank_charges, b.status, a.bank, a.fields
    from hit join boleto b on b.id = hit.id join bank_agreement a on a.id = b.agreement_id order by b.id`.execute(db);
  return rows.map(({ bank, fields, ...boleto }) => ({ ...boleto, agreement: agreementOf({ bank, fields }) }));
}

/** Settlements in force that came from files, for these invoices or from lines with these fingerprints. */
export const findSettlements = async (db: Db, invoices: number[], fingerprints: string[]) =>
  (
    await sql<KnownSettlement & { settled_on: CalendarDate }>`
      select file_id, line, fingerprint, invoice_id, boleto_id, paid_amount, (created_at at time zone 'America/Sao_Paulo')::date as settled_on
      from bank_settlement
      where undone_at is null and (invoice_id = any(${invoices}::bigint[]) or fingerprint = any(${fingerprints}::text[]))`.execute(
      db,
    )
  ).rows;

/** An invoice with the names by which people identify it. */
export type NamedInvoice = KnownInvoice & {
  user_id: number;
  tenant: string;
  street: string;
  number: string | null;
  complement: string | null;
  /** The contract goes on to issue further invoices. */
  continues: boolean;
};

export const findInvoices = async (db: Db, ids: number[]) =>
  (
    await sql<NamedInvoice>`
      select i.id, i.amount, i.due_date, i.status, i.pay_day, i.issued_on, o.start_date as contract_start,
        i.deleted_at is not null as deleted,
        i.user_id, c.name as tenant, o.status = 'APPROVED' as continues, p.street, p.number, p.complement
      from invoice i join client c on c.id = i.user_id join property p on p.id = i.property_id
        join proposal o on o.id = i.proposal_id
      where i.id = any(${ids}::bigint[])`.execute(db)
  ).rows;

/** Pending invoices of the same contract, oldest first. */
export const findPendingBeside = async (db: Db, invoiceId: number) =>
  (
    await db
      .selectFrom('invoice')
      .select('id')
      .where('proposal_id', '=', (q) => q.selectFrom('invoice').select('proposal_id').where('id', '=', invoiceId))
      .where('status', '=', 'PENDING')
      .where('deleted_at', 'is', null)
      .orderBy('due_date')
      .limit(5)
      .execute()
  ).map(({ id }) => id);

export const findSetting = (db: Db) => readAgency(db, ['late_from_business_day']);
