import { sql } from 'kysely';
import type { Db } from '../../context.ts';

export const lockBoletos = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('boleto')
    .select(['id', 'status', 'registration', 'registration_note', 'cancel_due', 'version'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
type Locked = Awaited<ReturnType<typeof lockBoletos>>[number];

/** Writes what the bank's notices made of locked boletos; `closed`: cancelled by one of them. */
export const setRegistrations = (trx: Db, boletos: readonly (Locked & { closed: boolean })[]) =>
  sql`update boleto set registration = told.registration, registration_note = told.registration_note,
      cancel_due = told.cancel_due, version = told.version,
      status = case when told.closed then 'CANCELED' else boleto.status end,
      canceled_at = case when told.closed then now() else boleto.canceled_at end,
      settled_at = case when told.closed then null else boleto.settled_at end
    from jsonb_to_recordset(${JSON.stringify(boletos)}::jsonb) as told (id bigint, registration text, registration_note text,
      cancel_due boolean, version int, closed boolean)
    where boleto.id = told.id and told.version <> boleto.version`.execute(trx);
