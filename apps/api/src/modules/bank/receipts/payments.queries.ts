import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { LOCKS } from '#api/db/locks.ts';

/** Locks payments by their names until the transaction ends, so that none is settled while it is taken back. */
export const lockPayments = (trx: Db, names: readonly string[]) =>
  sql`select pg_advisory_xact_lock(${LOCKS.bankPayments}::int, key)
      from (select distinct hashtext(name) as key from unnest(${names}::text[]) as told (name) order by 1) as keys`.execute(
    trx,
  );

export type KnownPayment = { name: string; fingerprint: string; given_back: boolean };

/** What is known of payments by any of their names: their fingerprints, and whether the bank gave them back. */
export async function findPayments(trx: Db, names: readonly string[]): Promise<KnownPayment[]> {
  const { rows } = await sql<KnownPayment>`
    select told.name, coalesce(n.fingerprint, told.name) as fingerprint, l.state is not distinct from 'GIVEN_BACK' as given_back
    from unnest(${names}::text[]) as told (name) left join bank_payment_name n on n.name = told.name
      left join bank_line l on l.fingerprint = coalesce(n.fingerprint, told.name)
    where n.name is not null or l.state = 'GIVEN_BACK'`.execute(trx);
  return rows;
}

/** Records further names of payments. A name that is known keeps its payment. */
export const insertNames = (trx: Db, names: readonly { name: string; fingerprint: string }[]) =>
  sql`insert into bank_payment_name (name, fingerprint)
      select name, fingerprint from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as told (name text, fingerprint text)
      where name <> fingerprint order by name on conflict do nothing`.execute(trx);

/**
 * Fingerprint of a payment: the one that another channel's name leads to, or that a settlement or a line has; by default
 * the first name.
 */
export async function findFingerprint(trx: Db, names: readonly string[]): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    select fingerprint from (
      select 1 as rank, n.fingerprint from bank_payment_name n where n.name = any(${names}::text[])
      union all select 2, s.fingerprint from bank_settlement s where s.undone_at is null and s.fingerprint = any(${names}::text[])
      union all select 3, l.fingerprint from bank_line l where l.fingerprint = any(${names}::text[])) as known
    order by rank limit 1`.execute(trx);
  return rows[0]?.fingerprint ?? names[0] ?? '';
}

/**
 * Whether a bank's call tells of a payment as well, under any of its names. Nobody can send such a payment again, so it goes on
 * waiting when a file that told of it is undone.
 */
export const toldByCall = (fingerprint: RawBuilder<unknown>) => sql<boolean>`exists (
  select from (select ${fingerprint} as name union all select n.name from bank_payment_name n where n.fingerprint = ${fingerprint}) as told
    left join pix_payment p on told.name like 'pix %' and p.end_to_end_id = substr(told.name, 5) and p.file_id is not null
    left join boleto_payment b on b.taken_back_at is null and b.file_id is not null
      and b.boleto_id = case when told.name like 'boleto %' then split_part(told.name, ' ', 2)::bigint end
      and b.paid_on::text = split_part(told.name, ' ', 3) and b.paid::text = split_part(told.name, ' ', 4)
  where p.end_to_end_id is not null or b.id is not null)`;

/** The invoice that a payment has settled, while its settlement is in force. */
export const findSettledBy = (trx: Db, fingerprint: string) =>
  trx
    .selectFrom('bank_settlement')
    .select(['invoice_id', 'file_id', 'line'])
    .where('fingerprint', '=', fingerprint)
    .where('undone_at', 'is', null)
    .executeTakeFirst();

/** Whether a person settled the invoice by hand with a payment of that day and amount, and no file did. */
export async function isSettledByHand(
  trx: Db,
  invoiceId: number,
  { paid_on, paid_amount }: Pick<BankEntry, 'paid_on' | 'paid_amount'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from invoice i where i.id = ${invoiceId} and i.status = 'PAID' and i.deleted_at is null
      and i.pay_day = ${paid_on}::date and i.paid_amount = ${paid_amount}::bigint
      and not exists (select from bank_settlement s where s.invoice_id = i.id and s.undone_at is null)`.execute(trx);
  return rows.length > 0;
}

export type GivenBackLine = {
  file_id: number;
  line: number;
  fingerprint: string;
  entry: BankEntry;
  invoice_id: number | null;
  given_back_by: 'PIX' | 'BOLETO';
  /** Why an invoice stays paid although the payment was given back. */
  problem: string | null;
};

const REASON = 'O banco devolveu este pagamento ao pagador';

/** Marks the line of a payment as given back, whatever its state, or inserts it. */
export const markGivenBack = (trx: Db, line: GivenBackLine) =>
  sql`insert into bank_line (file_id, line, fingerprint, entry, paid_on, amount, reason, state, invoice_id, given_back_by, problem)
      values (${line.file_id}, ${line.line}, ${line.fingerprint}, ${JSON.stringify(line.entry)}::jsonb, ${line.entry.paid_on}::date,
        ${line.entry.paid_amount}::bigint, ${REASON}, 'GIVEN_BACK', ${line.invoice_id}, ${line.given_back_by}, ${line.problem})
      on conflict (fingerprint) do update set state = 'GIVEN_BACK', given_back_by = excluded.given_back_by, reason = excluded.reason,
        problem = excluded.problem, invoice_id = coalesce(excluded.invoice_id, bank_line.invoice_id), ignored_reason = null,
        ignored_at = null, ignored_by = null`.execute(trx);

const PART_REASON = 'O banco devolveu uma parte deste pagamento: o valor é o que ficou na conta';

/** Leaves to a line that waits what the bank has not given back. Whether there was one. */
export async function keepRest(trx: Db, fingerprint: string, rest: number): Promise<boolean> {
  const { rows } = await sql`
    update bank_line set amount = ${rest}::bigint, entry = entry || jsonb_build_object('paid_amount', ${rest}::bigint),
      reason = ${PART_REASON}
    where fingerprint = ${fingerprint} and state in ('OPEN', 'IGNORED') returning id`.execute(trx);
  return rows.length > 0;
}

const MOST_SHOWN = 50;

export type GivenBackTask = { invoice_id: number; amount: number; problem: string };

/** Payments given back whose invoices are still paid by them: by their settlement, or by hand. */
export async function findGivenBack(db: Db, by: 'PIX' | 'BOLETO'): Promise<GivenBackTask[]> {
  const { rows } = await sql<GivenBackTask>`
    select l.invoice_id, l.amount, l.problem from bank_line l join invoice i on i.id = l.invoice_id and i.status = 'PAID'
      left join bank_settlement s on s.invoice_id = i.id and s.undone_at is null
    where l.problem is not null and l.given_back_by = ${by}
      and (s.fingerprint = l.fingerprint or (s.id is null and i.pay_day = l.paid_on and i.paid_amount = l.amount))
    order by l.paid_on, l.id limit ${MOST_SHOWN}`.execute(db);
  return rows;
}
