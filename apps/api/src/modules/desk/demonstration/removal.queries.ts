import type { DEMONSTRATION_KINDS } from '@morada/contract/desk/demonstration';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

const of = (kind: string) => sql`select record_id as id from demonstration_record where kind = ${kind}`;

/**
 * Records to remove: those of the demonstration and everything that depends on them, whichever person created it. A property is
 * removed with its owner, and a contract, with all its money, with its parties, owner or property. A bank
 * file, remittance or batch is removed when nothing remains in it.
 */
const GOING = sql`
  going_client as (${of('client')}),
  going_property as (${of('property')}
    union select property_id from property_owner where client_id in (select id from going_client)),
  going_proposal as (${of('proposal')}
    union select id from proposal where user_id in (select id from going_client) or property_id in (select id from going_property)
    union select proposal_id from contract_party where client_id in (select id from going_client) or of_client_id in (select id from going_client)
    union select proposal_id from invoice where user_id in (select id from going_client) or property_id in (select id from going_property)
    union select proposal_id from transfer where proposal_id is not null
      and (user_id in (select id from going_client) or property_id in (select id from going_property))),
  going_invoice as (select id from invoice where proposal_id in (select id from going_proposal)),
  going_transfer as (
    select id from transfer where proposal_id in (select id from going_proposal)
    union select id from transfer where invoice_id in (select id from going_invoice)
    union select id from transfer where user_id in (select id from going_client) or property_id in (select id from going_property)),
  going_movimentation as (
    ${of('movimentation')}
    union select p.movimentation_id from commission_payment p join people_commission c on p.id in (c.payment_id, c.collected_by)
      join commission_receipt r on r.id = c.receipt_id where r.property_id in (select id from going_property)),
  going_darf as (select id from darf where tenant_id in (select id from going_client)),
  going_entry as (
    select id from ledger_entry where invoice_id in (select id from going_invoice)
    union select id from ledger_entry where transfer_id in (select id from going_transfer)
    union select id from ledger_entry where movimentation_id in (select id from going_movimentation)
    union select id from ledger_entry where darf_id in (select id from going_darf)),
  going_explanation as (select explanation_id as id from explanation_entry where entry_id in (select id from going_entry)),
  going_agreement as (
    select id from debt_agreement where proposal_id in (select id from going_proposal) or user_id in (select id from going_client)),
  going_recurrence as (
    select id from recurrence where proposal_id in (select id from going_proposal) or client_id in (select id from going_client)),
  going_boleto as (
    select id from boleto where proposal_id in (select id from going_proposal)
    union select id from boleto where invoice_id in (select id from going_invoice)),
  going_remittance as (
    select remittance_id as id from remittance_boleto group by 1
    having bool_and(boleto_id in (select id from going_boleto))),
  going_bank_file as (
    select file_id as id from bank_settlement group by 1 having bool_and(invoice_id in (select id from going_invoice))),
  going_payment_batch as (
    select batch_id as id from payment_batch_transfer group by 1
    having bool_and(transfer_id in (select id from going_transfer))),
  going_readjustment_batch as (
    select batch_id as id from readjustment where batch_id is not null group by 1
    having bool_and(proposal_id in (select id from going_proposal))),
  going_debt as (
    select id from debt_register where proposal_id in (select id from going_proposal) or client_id in (select id from going_client)),
  going_maintenance as (
    select id from maintenance where property_id in (select id from going_property) or client_id in (select id from going_client)
    or decided_by in (select id from going_client)),
  going_application as (
    select id from application where property_id in (select id from going_property) or proposal_id in (select id from going_proposal)),
  going_application_party as (select id from application_party where application_id in (select id from going_application)),
  going_signature as (
    select id from signature_envelope where proposal_id in (select id from going_proposal)
      or debt_agreement_id in (select id from going_agreement) or application_id in (select id from going_application)
      or property_id in (select id from going_property)),
  going_stored_file as (
    select file_id as id from proposal_document where proposal_id in (select id from going_proposal)
    union select file_id from transfer_file where transfer_id in (select id from going_transfer)
    union select file_id from application_document where party_id in (select id from going_application_party)
    union select document_id from debt_agreement where document_id is not null and id in (select id from going_agreement)
    union select file_id from debt_register where file_id is not null and id in (select id from going_debt)
    union select file_id from debt_end where file_id is not null and register_id in (select id from going_debt)
    union select file_id from signature_envelope where id in (select id from going_signature)
    union select signed_file_id from signature_envelope where signed_file_id is not null and id in (select id from going_signature)
    union select file_id from maintenance_photo where maintenance_id in (select id from going_maintenance)
    union select file_id from maintenance_quote where file_id is not null and maintenance_id in (select id from going_maintenance)),
  going (kind, id) as (
    select 'client', id from going_client
    union all select 'property', id from going_property
    union all select 'proposal', id from going_proposal
    union all select 'invoice', id from going_invoice
    union all select 'transfer', id from going_transfer
    union all select 'movimentation', id from going_movimentation
    union all select 'ledger_entry', id from going_entry
    union all select 'darf', id from going_darf
    union all select 'movement_explanation', id from going_explanation
    union all select 'debt_agreement', id from going_agreement
    union all select 'recurrence', id from going_recurrence
    union all select 'pix_charge', id from pix_charge
      where invoice_id in (select id from going_invoice) or recurrence_id in (select id from going_recurrence)
    union all select 'boleto', id from going_boleto
    union all select 'remittance', id from going_remittance
    union all select 'bank_file', id from going_bank_file
    union all select 'payment_batch', id from going_payment_batch
    union all select 'readjustment_batch', id from going_readjustment_batch
    union all select 'stored_file', id from going_stored_file
    union all select 'debt_register', id from going_debt
    union all select 'maintenance', id from going_maintenance
    union all select 'application', id from going_application
    union all select 'application_party', id from going_application_party
    union all select 'signature_envelope', id from going_signature
    union all select 'bid', id from bid where property_id in (select id from going_property)
      or client_id in (select id from going_client) or proposal_id in (select id from going_proposal)
    union all select 'property_image', id from property_image where property_id in (select id from going_property)
    union all select 'bank_account', id from bank_account where client_id in (select id from going_client)
    union all select 'extra_value', id from extra_value where proposal_id in (select id from going_proposal)
    union all select 'termination', id from termination where proposal_id in (select id from going_proposal)
    union all select 'schedule', id from schedule
      where property_id in (select id from going_property) or client_id in (select id from going_client)
    union all select 'ticket', id from ticket where user_id in (select id from going_client)
    union all ${sql.join(
      ['contact_message', 'lead', 'post', 'system_notification'].map(
        (kind) => sql`select ${kind}::text, record_id from demonstration_record where kind = ${kind}`,
      ),
      sql` union all `,
    )})`;

type Kind = (typeof DEMONSTRATION_KINDS)[number];
export type KindCount = { kind: Kind; goes: number; later: number; stays: number };

/** Visible rows of each kind: deleted ones are not counted. */
const SEEN: Record<Kind, string> = {
  client: 'deleted_at is null',
  property: 'deleted_at is null',
  property_image: 'true',
  proposal: 'deleted_at is null',
  stored_file: 'deleted_at is null',
  invoice: 'deleted_at is null',
  boleto: 'true',
  transfer: 'deleted_at is null',
  movimentation: 'deleted_at is null',
  schedule: 'true',
  ticket: 'deleted_at is null',
  contact_message: 'true',
  lead: 'true',
  post: 'deleted_at is null',
  system_notification: 'deleted_at is null',
};

/** Counts of each kind: records to remove, how many of these were created later, and records that stay. */
export async function countGoing(db: Db, kinds: readonly Kind[]): Promise<KindCount[]> {
  const seen = kinds.map(
    (kind) => sql`select ${kind}::text as kind, id from ${sql.table(kind)} where ${sql.raw(SEEN[kind])}`,
  );
  const { rows } = await sql<KindCount>`
    with ${GOING}, seen as (${sql.join(seen, sql` union all `)})
    select s.kind, count(g.id) as goes, count(g.id) filter (where d.record_id is null) as later, count(*) - count(g.id) as stays
    from seen s left join going g on (g.kind, g.id) = (s.kind, s.id)
      left join demonstration_record d on (d.kind, d.record_id) = (s.kind, s.id)
    group by s.kind`.execute(db);
  return kinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, goes: 0, later: 0, stays: 0 });
}

/**
 * Locks the roots, so that no dependent record is added: contracts before people and properties, in the order of money
 * events.
 */
export async function lockRoots(trx: Db) {
  for (const kind of ['proposal', 'client', 'property'])
    await sql`select id from ${sql.table(kind)} where id in (${of(kind)}) order by id for update`.execute(trx);
}

export const keepGoing = (trx: Db) =>
  sql`insert into demonstration_record with ${GOING} select kind, id from going on conflict do nothing`.execute(trx);

/** Storage keys, read before their rows are deleted. */
export async function findFiles(trx: Db): Promise<{ images: string[]; documents: string[] }> {
  const images = await sql<{ key: string }>`
    select key from property_image where id in (${of('property_image')})
    union all select image from post where id in (${of('post')})`.execute(trx);
  const documents = await sql<{ key: string }>`
    select key from stored_file where id in (${of('stored_file')})
    union all select f.key from fiscal_file f, demonstration d
    where f.created_at >= d.created_at and f.receipt is null`.execute(trx);
  return { images: images.rows.map(({ key }) => key), documents: documents.rows.map(({ key }) => key) };
}

/** Tables in order of deletion, dependents first. */
const DELETED: readonly [table: string, column: string, kind: string][] = [
  ['debt_end', 'register_id', 'debt_register'],
  ['debt_register_invoice', 'register_id', 'debt_register'],
  ['debt_register_invoice', 'invoice_id', 'invoice'],
  ['debt_register', 'id', 'debt_register'],
  ['debt_terms', 'proposal_id', 'proposal'],
  ['issued_paper', 'client_id', 'client'],
  ['income_statement_mail', 'client_id', 'client'],
  ['darf', 'id', 'darf'],
  ['recurring_charge', 'recurrence_id', 'recurrence'],
  ['recurring_charge', 'invoice_id', 'invoice'],
  ['pix_charge', 'id', 'pix_charge'],
  ['recurrence_step', 'recurrence_id', 'recurrence'],
  ['recurrence', 'id', 'recurrence'],
  ['bank_settlement', 'invoice_id', 'invoice'],
  ['bank_settlement', 'file_id', 'bank_file'],
  ['bank_line', 'file_id', 'bank_file'],
  ['pix_payment', 'file_id', 'bank_file'],
  ['boleto_payment', 'file_id', 'bank_file'],
  ['bank_file', 'id', 'bank_file'],
  ['remittance_boleto', 'boleto_id', 'boleto'],
  ['remittance', 'id', 'remittance'],
  ['boleto_call', 'boleto_id', 'boleto'],
  ['boleto', 'id', 'boleto'],
  ['payment_batch_transfer', 'transfer_id', 'transfer'],
  ['service_note_part', 'transfer_id', 'transfer'],
  ['service_note', 'transfer_id', 'transfer'],
  ['lease_note', 'transfer_id', 'transfer'],
  ['payout', 'batch_id', 'payment_batch'],
  ['payment_approval', 'batch_id', 'payment_batch'],
  ['payment_batch', 'id', 'payment_batch'],
  ['transfer_file', 'transfer_id', 'transfer'],
  ['proposal_document', 'proposal_id', 'proposal'],
  ['maintenance_photo', 'maintenance_id', 'maintenance'],
  ['maintenance_quote', 'maintenance_id', 'maintenance'],
  ['maintenance', 'id', 'maintenance'],
  ['signature_envelope', 'id', 'signature_envelope'],
  ['application_document', 'party_id', 'application_party'],
  ['application_party', 'id', 'application_party'],
  ['application_opinion', 'application_id', 'application'],
  ['application', 'id', 'application'],
  ['bid', 'id', 'bid'],
  ['lead_seen', 'lead_id', 'lead'],
  ['lead_event', 'lead_id', 'lead'],
  ['lead', 'id', 'lead'],
  ['commission_receipt', 'proposal_id', 'proposal'],
  ['commission_receipt', 'property_id', 'property'],
  ['commission_payment', 'movimentation_id', 'movimentation'],
  ['termination', 'proposal_id', 'proposal'],
  ['extra_value', 'id', 'extra_value'],
  ['readjustment', 'proposal_id', 'proposal'],
  ['readjustment_batch', 'id', 'readjustment_batch'],
  ['transfer', 'id', 'transfer'],
  ['debt_agreement_invoice', 'agreement_id', 'debt_agreement'],
  ['debt_agreement_invoice', 'invoice_id', 'invoice'],
  ['invoice', 'id', 'invoice'],
  ['debt_agreement', 'id', 'debt_agreement'],
  ['stored_file', 'id', 'stored_file'],
  ['movimentation', 'id', 'movimentation'],
  ['proposal', 'id', 'proposal'],
  ['schedule', 'id', 'schedule'],
  ['ticket', 'id', 'ticket'],
  ['contact_message', 'id', 'contact_message'],
  ['post', 'id', 'post'],
  ['system_notification', 'id', 'system_notification'],
  ['property', 'id', 'property'],
  ['bank_account_request', 'client_id', 'client'],
  ['bank_account', 'id', 'bank_account'],
  ['note_certificate', 'client_id', 'client'],
  ['note_series', 'issuer_id', 'client'],
  ['client_email_link', 'client_id', 'client'],
  ['client', 'id', 'client'],
];

/** References by kind and id without a foreign key: links, sessions, imports, bulk items. */
const NAMED: readonly [table: string, column: string][] = [
  ['link_revocation', 'record'],
  ['page_view', 'record'],
  ['import_record', 'kind'],
];

export async function deleteGoing(trx: Db) {
  // Movements of the agency's own account stay, unexplained.
  await sql`update bank_movement set explanation_id = null where explanation_id in (${of('movement_explanation')})`.execute(
    trx,
  );
  await sql`delete from explanation_entry where explanation_id in (${of('movement_explanation')})`.execute(trx);
  await sql`delete from movement_explanation where id in (${of('movement_explanation')})`.execute(trx);
  // Ledger and trail only grow for the role that serves. The totals of the ledger are computed from what is deleted below.
  await sql`select remove_demonstration_history()`.execute(trx);
  // Messages of visitors stay, without the property.
  for (const table of ['contact_message', 'ticket'])
    await sql`update ${sql.table(table)} set property_id = null
      where property_id in (${of('property')}) and id not in (${of(table)})`.execute(trx);
  for (const table of ['lead', 'lead_event'])
    await sql`update ${sql.table(table)} set property_id = null where property_id in (${of('property')})`.execute(trx);
  // What was begun since for one of its leads stays, without the lead; one that was joined to it stands alone again.
  for (const table of ['bid', 'application', 'portal_lead'])
    await sql`update ${sql.table(table)} set lead_id = null where lead_id in (${of('lead')})`.execute(trx);
  await sql`update application set bid_id = null where bid_id in (${of('bid')})`.execute(trx);
  await sql`update lead set merged_into_id = null where merged_into_id in (${of('lead')})`.execute(trx);
  await sql`delete from lead_seen where property_id in (${of('property')})`.execute(trx);
  await sql`delete from whatsapp_opening where property_id in (${of('property')})`.execute(trx);
  // A client of the demonstration may sign a paper that stays.
  await sql`update signature_signer set client_id = null where client_id in (${of('client')})`.execute(trx);
  await sql`update lead set client_id = null where client_id in (${of('client')})`.execute(trx);
  // A request and its chosen quote refer to each other.
  await sql`update maintenance set quote_id = null where id in (${of('maintenance')})`.execute(trx);
  for (const [table, column, kind] of DELETED)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${of(kind)})`.execute(trx);
  for (const [table, column] of NAMED)
    await sql`delete from ${sql.table(table)} t using demonstration_record d
      where t.${sql.ref(column)} = d.kind and t.record_id = d.record_id`.execute(trx);
  // Bulk runs since the filling covered removed records and can't be undone.
  await sql`delete from bulk_run r using demonstration d where r.created_at >= d.created_at`.execute(trx);
  // Declarations made since the filling name people of the demonstration; one with a receipt was delivered.
  await sql`delete from income_statement_run r using demonstration d where r.created_at >= d.created_at`.execute(trx);
  await sql`delete from fiscal_file f using demonstration d where f.created_at >= d.created_at and f.receipt is null`.execute(
    trx,
  );
  await sql`delete from dimob_check`.execute(trx);
}

export async function endDemonstration(trx: Db) {
  await trx.deleteFrom('demonstration_record').execute();
  await trx.deleteFrom('demonstration').execute();
}

/** Files are removed after the commit, by a job that retries. */
export const enqueueFiles = (trx: Db, files: { images: string[]; documents: string[] }) =>
  sql`select graphile_worker.add_job('drop-files', ${JSON.stringify(files)}::json)`.execute(trx);
