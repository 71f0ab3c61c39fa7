import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { ContractDocument } from '@morada/domain/lease/contract-documents';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type Owner = { name: string; document: string; share: number | null };

export async function findOwners(db: Db, propertyId: number): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select c.name, c.cpf_cnpj as document, o.share from property_owner o join client c on c.id = o.client_id
    where o.property_id = ${propertyId} order by o.position`.execute(db);
  return rows;
}

export type ChargedInvoice = {
  id: number;
  reference: Reference;
  due_date: CalendarDate;
  amount: number;
  lines: { name: string; amount: number }[];
  boletos: {
    nosso_numero: string;
    digitable_line: string;
    due_date: CalendarDate;
    amount: number;
    status: 'OPEN' | 'PAID' | 'CANCELED';
  }[];
};

/** Invoices by line, with the boletos of each, in one statement. */
export async function findCharges(db: Db, ids: readonly number[]): Promise<ChargedInvoice[]> {
  const { rows } = await sql<ChargedInvoice>`
    select i.id, i.reference, i.due_date, i.amount, i.lines, coalesce(issued.boletos, '[]') as boletos
    from invoice i left join lateral (select jsonb_agg(jsonb_build_object('nosso_numero', b.nosso_numero,
      'digitable_line', b.digitable_line, 'due_date', b.due_date, 'amount', b.amount, 'status', b.status) order by b.id) as boletos
      from boleto b where b.invoice_id = i.id) issued on true
    where i.id = any(${ids}::bigint[]) order by i.due_date, i.id`.execute(db);
  return rows;
}

export type KeptFile = { id: number; key: string; name: string; media_type: string };

/** The contract's documents that a dossier takes: the contract itself, and what proves its guarantee. */
export const findDocuments = (db: Db, proposalId: number, types: readonly ContractDocument[]) =>
  db
    .selectFrom('proposal_document')
    .innerJoin('stored_file', 'stored_file.id', 'proposal_document.file_id')
    .select([
      'stored_file.id',
      'stored_file.key',
      'stored_file.name',
      'stored_file.media_type',
      'proposal_document.type',
    ])
    .where('proposal_document.proposal_id', '=', proposalId)
    .where('proposal_document.type', 'in', [...types])
    .where('stored_file.deleted_at', 'is', null)
    .orderBy('stored_file.id')
    .execute();

/** Files of entries in force and of their ends. */
export async function findProofs(db: Db, proposalId: number) {
  const { rows } = await sql<KeptFile & { register_id: number; is_end: boolean }>`
    select f.id, f.key, f.name, f.media_type, r.id as register_id, false as is_end
    from debt_register r join stored_file f on f.id = r.file_id
    where r.proposal_id = ${proposalId} and r.undone_at is null and f.deleted_at is null
    union all select f.id, f.key, f.name, f.media_type, r.id, true
    from debt_register r join debt_end e on e.register_id = r.id and e.undone_at is null join stored_file f on f.id = e.file_id
    where r.proposal_id = ${proposalId} and r.undone_at is null and f.deleted_at is null
    order by register_id, is_end`.execute(db);
  return rows;
}

export type SentRow = {
  at: string;
  person: string;
  /** Kind and channel of a message that staff sent in their own application; null for a message of the outbox. */
  sent_kind: string | null;
  sent_channel: string | null;
  invoice_id: number | null;
  /** This field and the following ones are set for a message of the outbox only. */
  subject: string | null;
  channel: 'WHATSAPP' | 'EMAIL' | 'SMS' | null;
  state: string | null;
  reason: string | null;
  sent_at: string | null;
  delivered_at: string | null;
  read_at: string | null;
};

/** Cursor in a contract's messages: the instant, in full precision, and the key of the last row of a page. */
export type After = { exact: string; place: string };

/** Messages sent about a contract, oldest first: those of the outbox, and those that staff opened to send. */
export async function findMessages(db: Db, proposalId: number, after: After | undefined, limit: number) {
  const from = after ? sql`where (at, place) > (${after.exact}::timestamptz, ${after.place})` : sql``;
  const { rows } = await sql<SentRow & After>`
    select sent.*, at::text as exact from (
      select t.at, 'trail:' || lpad(t.id::text, 18, '0') as place, c.name as person, t.changes ->> 'kind' as sent_kind,
        t.changes ->> 'channel' as sent_channel, i.id as invoice_id, null as subject, null as channel, null as state, null as reason,
        null::timestamptz as sent_at, null::timestamptz as delivered_at, null::timestamptz as read_at
      from invoice i join trail t on t.record = 'invoice' and t.record_id = i.id and t.action = 'send' join client c on c.id = i.user_id
      where i.proposal_id = ${proposalId}
      union all select m.created_at, 'message:' || lpad(m.id::text, 18, '0'), c.name, null, null, m.invoice_id, m.subject, m.channel, m.state,
        m.reason, m.sent_at, m.delivered_at, m.read_at
      from message m join client c on c.id = m.client_id
      where m.contract_id = ${proposalId} or m.invoice_id in (select id from invoice where proposal_id = ${proposalId})) as sent
    ${from} order by at, place limit ${limit}`.execute(db);
  return rows;
}

export type SentMessage = { at: string; person: string; what: string; delivery: string };
