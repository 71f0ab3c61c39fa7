import type { ImportKind } from '@morada/contract/desk/imports.search';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { standing, type Table } from './imports.queries.ts';

/** Trail actions that don't count as a change after the import: creation and reading. */
const UNCHANGED = sql`('import', 'create', 'clone', 'personal-data')`;
const changed = (table: Table) =>
  sql`select record_id from trail where record = ${table} and action not in ${UNCHANGED}`;

/** Ties that prevent an undo, by kind: queries for the ids of tied records. */
export const TIES = {
  people: {
    properties: sql`select o.client_id from property_owner o join property p on p.id = o.property_id and p.deleted_at is null`,
    contracts: sql`select y.client_id from contract_party y join proposal c on c.id = y.proposal_id and c.deleted_at is null
      union all select y.of_client_id from contract_party y join proposal c on c.id = y.proposal_id and c.deleted_at is null
        where y.of_client_id is not null`,
    money: sql`select user_id from invoice where deleted_at is null
      union all select user_id from transfer where deleted_at is null
      union all select client_id from ledger_line where client_id is not null`,
    tickets: sql`select user_id from ticket`,
    visits: sql`select client_id from schedule where client_id is not null`,
    repairs: sql`select client_id from maintenance where client_id is not null
      union all select decided_by from maintenance where decided_by is not null`,
    records: sql`select client_id from bank_account_request
      union all select client_id from client_person
      union all select client_id from issued_paper
      union all select client_id from income_statement_mail
      union all select client_id from reform_declaration
      union all select client_id from note_certificate where client_id is not null
      union all select client_id from lead where client_id is not null
      union all select client_id from bid where client_id is not null
      union all select client_id from signature_signer where client_id is not null
      union all select o.client_id from former_owner o join property p on p.id = o.property_id and p.deleted_at is null
      union all select user_id from debt_agreement
      union all select client_id from debt_register
      union all select client_id from recurrence
      union all select tenant_id from darf where tenant_id is not null`,
    // An account imported with its person has the same timestamp.
    edited: sql`${changed('client')} union all select b.client_id from bank_account b join client c on c.id = b.client_id
      where b.created_at > c.created_at or b.deleted_at is not null or b.version > 1`,
  },
  properties: {
    contracts: sql`select property_id from proposal where deleted_at is null`,
    money: sql`select property_id from invoice where deleted_at is null
      union all select property_id from transfer where deleted_at is null`,
    visits: sql`select property_id from schedule`,
    tickets: sql`select property_id from ticket where property_id is not null`,
    repairs: sql`select property_id from maintenance`,
    records: sql`select property_id from contact_message where property_id is not null
      union all select property_id from property_request
      union all select property_id from lead where property_id is not null
      union all select property_id from lead_event where property_id is not null
      union all select property_id from lead_seen
      union all select property_id from whatsapp_opening where property_id is not null
      union all select property_id from bid
      union all select property_id from application
      union all select property_id from signature_envelope where property_id is not null
      union all select property_id from commission_rule where property_id is not null
      union all select property_id from commission_receipt
      union all select property_id from former_owner`,
    edited: changed('property'),
  },
  contracts: {
    money: sql`select proposal_id from invoice where deleted_at is null
      union all select proposal_id from transfer where deleted_at is null and proposal_id is not null`,
    extras: sql`select proposal_id from extra_value where deleted_at is null`,
    records: sql`select proposal_id from debt_agreement
      union all select proposal_id from debt_register
      union all select proposal_id from debt_terms
      union all select proposal_id from recurrence
      union all select proposal_id from termination
      union all select proposal_id from readjustment
      union all select proposal_id from proposal_document
      union all select proposal_id from bid where proposal_id is not null
      union all select proposal_id from application where proposal_id is not null
      union all select proposal_id from signature_envelope where proposal_id is not null
      union all select proposal_id from commission_rule where proposal_id is not null
      union all select proposal_id from commission_receipt where proposal_id is not null
      union all select proposal_id from collection_pause where proposal_id is not null
      union all select proposal_id from collection_exception where proposal_id is not null`,
    edited: changed('proposal'),
  },
  leads: {
    records: sql`select lead_id from bid where lead_id is not null
      union all select lead_id from application where lead_id is not null
      union all select lead_id from portal_lead where lead_id is not null
      union all select lead_id from lead_seen
      union all select merged_into_id from lead where merged_into_id is not null`,
    // What happened since has a line of its own in the history.
    edited: sql`${changed('lead')} union all select lead_id from lead_event where source is distinct from 'IMPORT'`,
  },
} as const satisfies Record<ImportKind, Record<string, RawBuilder<unknown>>>;

export type Tie = { [Kind in ImportKind]: keyof (typeof TIES)[Kind] }[ImportKind];

export const TABLES = { people: 'client', properties: 'property', contracts: 'proposal', leads: 'lead' } as const;

/** Records of the run that still exist, locked against new ties. */
export const lockMade = async (trx: Db, runId: number, kind: ImportKind) =>
  (
    await sql<{ id: number }>`
      with made as materialized (
        select record_id from import_record where run_id = ${runId} and made and kind = ${TABLES[kind]})
      select r.id from made join ${sql.table(TABLES[kind])} r on r.id = made.record_id
      where ${standing(TABLES[kind])} order by r.id for update of r`.execute(trx)
  ).rows.map(({ id }) => id);

/** Number of these records with each tie. */
export async function countTies(trx: Db, kind: ImportKind, ids: number[]) {
  const counts = Object.entries(TIES[kind]).map(
    ([tie, held]) => sql`(select count(*) from unnest(${ids}::bigint[]) id where id in (${held})) as ${sql.ref(tie)}`,
  );
  const { rows } = await sql<Partial<Record<Tie, number>>>`select ${sql.join(counts)}`.execute(trx);
  return rows[0] ?? {};
}

/** Deletes people like a manual deletion, and their accounts for good: data imported by mistake is not kept. */
export async function deletePeople(trx: Db, ids: number[]) {
  await sql`delete from bank_account where client_id = any(${ids}::bigint[])`.execute(trx);
  await sql`update client set deleted_at = now(), version = version + 1, name = '', cpf_cnpj = '', email = null, phone = null,
      birth_date = null, cep = null, street = null, neighborhood = null, number = null, city = null, state = null, complement = null
    where id = any(${ids}::bigint[])`.execute(trx);
}

export const deleteProperties = (trx: Db, ids: number[]) =>
  sql`update property set deleted_at = now(), version = version + 1 where id = any(${ids}::bigint[])`.execute(trx);

export async function deleteContracts(trx: Db, ids: number[]) {
  await sql`update proposal set deleted_at = now(), version = version + 1 where id = any(${ids}::bigint[])`.execute(
    trx,
  );
}

/** After an undo the lines are no longer recognised. */
export const forgetRun = (trx: Db, runId: number) =>
  trx.deleteFrom('import_record').where('run_id', '=', runId).execute();

/** Sets the run from DONE to UNDONE; undefined when another call did so first. Every undo goes through here. */
export const markUndone = (trx: Db, runId: number) =>
  trx
    .updateTable('import_run')
    .set({ status: 'UNDONE' })
    .where('id', '=', runId)
    .where('status', '=', 'DONE')
    .returning('id')
    .executeTakeFirst();
