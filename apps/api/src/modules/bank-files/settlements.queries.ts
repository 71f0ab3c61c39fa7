import { sql } from 'kysely';
import type { Db } from '../../context.ts';

export async function undoSettlements(trx: Db, invoiceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ boleto_id: number | null }>`
    with undone as (
      update bank_settlement set undone_at = now() where invoice_id = any(${invoiceIds}::bigint[]) and undone_at is null
      returning boleto_id, fingerprint),
    waits as (update bank_line set state = 'OPEN' where state = 'SETTLED' and fingerprint in (select fingerprint from undone))
    select boleto_id from undone`.execute(trx);
  return rows.flatMap(({ boleto_id }) => boleto_id ?? []);
}
