import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { toldByCall } from './payments.queries.ts';

type Undone = { invoice_id: number; boleto_id: number | null; waits: boolean };

const REFUNDED = 'A baixa deste pagamento foi estornada';

/**
 * Undoes settlements of invoices. Their payments wait for a person again, but for those that the bank gave back, and for
 * those of a file that is being undone: a person may send it again, unless a bank's call tells of them too. `waits`: the money is
 * still in the account.
 */
export async function undoSettlements(
  trx: Db,
  invoiceIds: readonly number[],
  givenBack: readonly number[],
): Promise<Undone[]> {
  const { rows } = await sql<Undone>`
    with undone as (
      update bank_settlement s set undone_at = now() from bank_file f
      where f.id = s.file_id and s.invoice_id = any(${invoiceIds}::bigint[]) and s.undone_at is null
      returning s.invoice_id, s.boleto_id, s.file_id, s.line, s.fingerprint, s.paid_on, s.paid_amount,
        (f.status <> 'UNDOING' or f.kind in ('PIX', 'BOLETO') or ${toldByCall(sql`s.fingerprint`)}) and not s.invoice_id = any(${givenBack}::bigint[]) as waits),
    known as (
      update bank_line l set state = 'OPEN', invoice_id = u.invoice_id from undone u
      where l.state = 'SETTLED' and l.fingerprint = u.fingerprint),
    again as (
      insert into bank_line (file_id, line, fingerprint, entry, paid_on, amount, reason, invoice_id)
      select u.file_id, u.line, u.fingerprint, e.entry, u.paid_on, u.paid_amount, ${REFUNDED}, u.invoice_id
      from undone u join bank_file f on f.id = u.file_id
        join lateral (select entry from jsonb_array_elements(f.entries) as entries (entry)
          where (entry->>'line')::int = u.line limit 1) e on true
      where u.waits order by u.fingerprint
      on conflict (fingerprint) do nothing)
    select invoice_id, boleto_id, waits from undone`.execute(trx);
  return rows;
}

export const moveWaiting = (trx: Db, moved: readonly { id: number; debt_in: number }[]) =>
  sql`update bank_line l set invoice_id = m.debt_in from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id bigint, debt_in bigint)
    where l.invoice_id = m.id and l.state = 'OPEN'`.execute(trx);
