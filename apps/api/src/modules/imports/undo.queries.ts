import type { ImportKind } from '@morada/contract/imports.search';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../context.ts';
import type { Table } from './imports.queries.ts';

const made = (runId: number, table: Table) => sql`
  select r.* from import_record i join ${sql.table(table)} r on r.id = i.record_id and r.deleted_at is null
  where i.run_id = ${runId} and i.made and i.kind = ${table}`;

/** What bringing a record in leaves in its trail, and what only looks at it. */
const UNCHANGED = sql`('import', 'create', 'clone', 'personal-data')`;
const edited = (table: Table) =>
  sql`exists (select from trail t where t.record = ${table} and t.record_id = r.id and t.action not in ${UNCHANGED})`;

const LIVE_LEASE = sql`c.deleted_at is null`;

/** Per kind, what may hold a record, each as a condition on the record `r`. */
const TIES = {
  people: {
    properties: sql`exists (select from property_owner o join property p on p.id = o.property_id and p.deleted_at is null
      where o.client_id = r.id)`,
    contracts: sql`exists (select from proposal c where c.user_id = r.id and ${LIVE_LEASE})
      or exists (select from proposal_guarantor g join proposal c on c.id = g.proposal_id and ${LIVE_LEASE} where g.user_id = r.id)`,
    money: sql`exists (select from invoice i where i.user_id = r.id and i.deleted_at is null)
      or exists (select from transfer x where x.user_id = r.id and x.deleted_at is null)
      or r.id in (select distinct client_id from ledger_line where client_id is not null)`,
    tickets: sql`exists (select from ticket k where k.user_id = r.id)`,
    // The account that came with a person has the person's own moment.
    edited: sql`${edited('client')} or exists (select from bank_account b
      where b.client_id = r.id and (b.created_at > r.created_at or b.deleted_at is not null))`,
  },
  properties: {
    contracts: sql`exists (select from proposal c where c.property_id = r.id and ${LIVE_LEASE})`,
    money: sql`exists (select from invoice i where i.property_id = r.id and i.deleted_at is null)
      or exists (select from transfer x where x.property_id = r.id and x.deleted_at is null)`,
    visits: sql`exists (select from schedule s where s.property_id = r.id)`,
    tickets: sql`exists (select from ticket k where k.property_id = r.id)`,
    edited: edited('property'),
  },
  contracts: {
    money: sql`exists (select from invoice i where i.proposal_id = r.id and i.deleted_at is null)
      or exists (select from transfer x where x.proposal_id = r.id and x.deleted_at is null)`,
    extras: sql`exists (select from extra_value e where e.proposal_id = r.id and e.deleted_at is null)`,
    edited: edited('proposal'),
  },
} as const satisfies Record<ImportKind, Record<string, RawBuilder<unknown>>>;

export type Tie = { [Kind in ImportKind]: keyof (typeof TIES)[Kind] }[ImportKind];

export const TABLES = { people: 'client', properties: 'property', contracts: 'proposal' } as const;

/** How many of the records that a run made are held, by what; locked, so that nothing ties them meanwhile. */
export async function lockTies(trx: Db, runId: number, kind: ImportKind) {
  const table = TABLES[kind];
  await sql`${made(runId, table)} order by r.id for update of r`.execute(trx);
  const counts = Object.entries(TIES[kind]).map(
    ([tie, holds]) => sql`count(*) filter (where ${holds}) as ${sql.ref(tie)}`,
  );
  const { rows } = await sql<Partial<Record<Tie, number>>>`
    select ${sql.join(counts)} from (${made(runId, table)}) r`.execute(trx);
  return rows[0] ?? {};
}

/** Ids of what a run made and still stands. */
export const findMade = async (trx: Db, runId: number, kind: ImportKind) =>
  (await sql<{ id: number }>`select id from (${made(runId, TABLES[kind])}) r`.execute(trx)).rows.map(({ id }) => id);

/** As one is deleted by hand; and what came in by mistake about people is not kept. */
export async function deletePeople(trx: Db, ids: number[]) {
  await sql`delete from bank_account where client_id = any(${ids}::bigint[])`.execute(trx);
  await sql`update client set deleted_at = now(), version = version + 1, name = '', cpf_cnpj = '', email = null, phone = null,
      birth_date = null, cep = null, street = null, neighborhood = null, number = null, city = null, state = null, complement = null
    where id = any(${ids}::bigint[])`.execute(trx);
}

export const deleteProperties = (trx: Db, ids: number[]) =>
  sql`update property set deleted_at = now(), version = version + 1 where id = any(${ids}::bigint[])`.execute(trx);

/** The properties are free again, as when a contract is deleted by hand. */
export async function deleteContracts(trx: Db, ids: number[]) {
  await sql`update property set status = 'AVAILABLE', updated_at = now(), version = version + 1
    where id in (select property_id from proposal where id = any(${ids}::bigint[]) and status = 'APPROVED')`.execute(
    trx,
  );
  await sql`update proposal set deleted_at = now(), version = version + 1 where id = any(${ids}::bigint[])`.execute(
    trx,
  );
}

/** Undone, its lines are no longer known. */
export const forgetRun = (trx: Db, runId: number) =>
  trx.deleteFrom('import_record').where('run_id', '=', runId).execute();

/** The one way out of DONE: undefined when somebody was faster. */
export const markUndone = (trx: Db, runId: number) =>
  trx
    .updateTable('import_run')
    .set({ status: 'UNDONE' })
    .where('id', '=', runId)
    .where('status', '=', 'DONE')
    .returning('id')
    .executeTakeFirst();
