import type { Agreement } from '@morada/domain/bank/boleto-banks';
import type { KnownBoleto, KnownSettlement, KnownWaiting } from '@morada/domain/bank/matching/find';
import { type RawBuilder, sql } from 'kysely';
import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { issuesAnother } from '#api/db/next-invoice.ts';
import type { LookupText, NamedInvoice, Register } from './matching/matching.map.ts';

const agreementOf = ({ bank, fields }: { bank: string; fields: unknown }) =>
  ({ ...(fields as object), bank }) as Agreement;

/** Includes inactive agreements: boletos issued under them are still paid. */
export const findAgreements = async (db: Db): Promise<Agreement[]> =>
  (await db.selectFrom('bank_agreement').select(['bank', 'fields']).execute()).map(agreementOf);

/** A query's rows as JSON text: thousands are passed to the thread that matches them without being parsed here. */
const asText = async (db: Db, rows: RawBuilder<unknown>) =>
  present(
    (
      await sql<{ text: string }>`
        select coalesce(json_agg(found), '[]')::text as text from (${rows}) as found`.execute(db)
    ).rows[0],
    'the answer of a query',
  ).text;

/** Like `asText`, with the ids of the rows' invoices as the text of an array. */
const withInvoices = async (db: Db, rows: RawBuilder<unknown>) =>
  present(
    (
      await sql<{ text: string; invoices: string }>`
        select coalesce(json_agg(found), '[]')::text as text, coalesce(array_agg(distinct invoice_id), '{}')::text as invoices
        from (${rows}) as found`.execute(db)
    ).rows[0],
    'the answer of a query',
  );

/** All boletos that a line of the file may refer to. */
const boletosOf = (lookup: LookupText): RawBuilder<KnownBoleto> => sql`
    with hit as (
      select id from boleto where nosso_numero = any(${lookup.numbers}::text[])
      union select id from boleto where digitable_line = any(${lookup.digitable_lines}::text[])
      union select b.id from boleto b join unnest(${lookup.due_dates}::date[], ${lookup.due_amounts}::bigint[])
          as line (due_date, amount) on b.due_date = line.due_date and b.amount = line.amount where b.status = 'OPEN'
      union select id from boleto where status = 'OPEN' and amount = any(${lookup.amounts}::bigint[])
      union select id from boleto where id = any(${lookup.boletos}::bigint[]))
    select b.id, b.invoice_id, b.nosso_numero, b.slip->>'nosso_numero' as shown, b.digitable_line, b.issued_on, b.due_date, b.amount,
      b.slip->'bank_charges' as bank_charges, b.status, a.fields || jsonb_build_object('bank', a.bank) as agreement
    from hit join boleto b on b.id = hit.id join bank_agreement a on a.id = b.agreement_id order by b.id`;

/** Settlements in force that came from files, for these invoices or from lines with these names. */
const settlementsOf = (invoices: RawBuilder<number[]>, names: string): RawBuilder<KnownSettlement> => sql`
      select file_id, line, fingerprint, invoice_id, boleto_id, paid_on, credited_on, paid_amount,
        (created_at at time zone 'America/Sao_Paulo')::date as settled_on,
        (select payment_method from invoice i where i.id = bank_settlement.invoice_id) as method,
        array(select name from bank_payment_name n where n.fingerprint = bank_settlement.fingerprint) as names
      from bank_settlement
      where undone_at is null and (invoice_id = any(${invoices}) or fingerprint = any(${names}::text[])
        or fingerprint in (select fingerprint from bank_payment_name where name = any(${names}::text[])))`;

/** Payments that name these invoices and wait for a person, or that the bank gave back. */
const waitingOf = (invoices: RawBuilder<number[]>): RawBuilder<KnownWaiting> => sql`
      select fingerprint, invoice_id, paid_on, (entry->>'credited_on')::date as credited_on, amount as paid_amount, entry,
        array(select name from bank_payment_name n where n.fingerprint = bank_line.fingerprint) as names, state = 'GIVEN_BACK' as given_back
      from bank_line where state <> 'SETTLED' and paid_on is not null and amount is not null and invoice_id = any(${invoices})`;

/** Records that the lines of a file are matched against. */
export async function findRegister(db: Db, lookup: LookupText): Promise<Register> {
  const boletos = await withInvoices(db, boletosOf(lookup));
  const spoken = sql<number[]>`${boletos.invoices}::bigint[] || ${lookup.invoices}::bigint[]`;
  const settlements = await withInvoices(db, settlementsOf(spoken, lookup.fingerprints));
  const waiting = await asText(db, waitingOf(spoken));
  const invoices = await asText(db, invoicesOf(sql`${spoken} || ${settlements.invoices}::bigint[]`));
  return { boletos: boletos.text, settlements: settlements.text, waiting, invoices };
}

const invoicesOf = (ids: RawBuilder<number[]>): RawBuilder<NamedInvoice> => sql`
      select i.id, i.amount, i.old_charges, i.due_date, i.status, i.pay_day, i.issued_on, o.start_date as contract_start,
        i.deleted_at is not null as deleted,
        i.user_id, c.name as tenant, ${issuesAnother('o', 'p')} as continues, p.street, p.number, p.complement
      from invoice i join client c on c.id = i.user_id join property p on p.id = i.property_id
        join proposal o on o.id = i.proposal_id
      where i.id = any(${ids})`;

export const findInvoices = async (db: Db, ids: number[]) => (await invoicesOf(sql`${ids}::bigint[]`).execute(db)).rows;

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
