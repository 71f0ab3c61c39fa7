import type { CalendarDate } from '@morada/domain/base/calendar';
import type { DebtAct, DebtorRole, NoticeWay } from '@morada/domain/debt-papers/debt-register';
import type { NoteKind } from '@morada/domain/fiscal/service-note';
import type { OfferState } from '@morada/domain/property/offer';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#api/context.ts';
import { ownTrailOf, standings } from './links.queries.ts';
import { findSentTo } from './sent.queries.ts';

type KeptDebt = {
  proposal_id: number;
  kind: DebtAct;
  role: DebtorRole;
  done_on: CalendarDate;
  way: NoticeWay | null;
  delivered_on: CalendarDate | null;
  body: string | null;
  protocol: string | null;
  amount: number;
  ended_on: CalendarDate | null;
  end_protocol: string | null;
  undone_at: string | null;
};

type KeptNote = {
  kind: NoteKind;
  key: string;
  competence: CalendarDate;
  /** Null: it was issued elsewhere. */
  amount: number | null;
  /** By this person, as the owner who lets. */
  issued: boolean;
  canceled_at: string | null;
};

/** Data kept of a client, deleted records included. */
export const findKept = async (db: Db, id: number, today: CalendarDate) => ({
  accounts: await db.selectFrom('bank_account').selectAll().where('client_id', '=', id).orderBy('id').execute(),
  properties: await db
    .selectFrom('property_owner')
    .innerJoin('property', 'property.id', 'property_owner.property_id')
    .select(['property.id', 'property.street', 'property.number', 'property.complement', 'property_owner.share'])
    .where('property_owner.client_id', '=', id)
    .orderBy('property.id')
    .execute(),
  contracts: await db
    .selectFrom(standings(id, today).as('stands'))
    .innerJoin('proposal', 'proposal.id', 'stands.proposal_id')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .selectAll('proposal')
    .select(['stands.role', 'stands.former', 'property.street', 'property.number', 'property.complement'])
    .orderBy('proposal.id')
    .execute(),
  parties: await db
    .selectFrom('contract_party')
    .select(['proposal_id', 'role', 'principal', 'valid_from', 'valid_to', 'created_at'])
    .where('client_id', '=', id)
    .orderBy('id')
    .execute(),
  invoices: await db.selectFrom('invoice').selectAll().where('user_id', '=', id).orderBy('id').execute(),
  agreements: await db
    .selectFrom('debt_agreement')
    .select(['id', 'proposal_id', 'state', 'offered_on', 'instalments', 'total', 'text', 'accepted_at', 'accepted_how'])
    .select(['accepted_name', 'accepted_address', 'ended_on', 'end_reason'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute(),
  declarations: await db
    .selectFrom('reform_declaration')
    .select(['year', 'income', 'properties', 'declared_on'])
    .where('client_id', '=', id)
    .orderBy('year')
    .execute(),
  notes: (
    await sql<KeptNote>`
      select n.kind, coalesce(n.key, n.city_number) as key, n.competence, n.amount, n.taker_id is distinct from ${id} as issued, n.canceled_at from service_note n
      where coalesce(n.key, n.city_number) is not null and (n.taker_id = ${id} or n.issuer_id = ${id})
      union all
      select 'LEASE', l.key, x.received_on, null, x.user_id = ${id}, null
      from lease_note l join transfer x on x.id = l.transfer_id join invoice i on i.id = x.invoice_id
      where (x.user_id = ${id} or i.user_id = ${id}) and not exists (select from service_note s where s.key = l.key)
      order by 3, 2`.execute(db)
  ).rows,
  debts: (
    await sql<KeptDebt>`
      select r.proposal_id, r.kind, r.role, r.done_on, r.way, r.delivered_on, r.body, r.protocol, r.amount, e.done_on as ended_on,
        e.protocol as end_protocol, r.undone_at
      from debt_register r left join debt_end e on e.register_id = r.id and e.undone_at is null
      where r.client_id = ${id} order by r.id`.execute(db)
  ).rows,
  papers: await db
    .selectFrom('issued_paper')
    .select(['code', 'issued_on', 'figures'])
    .where('client_id', '=', id)
    .orderBy('id')
    .execute(),
  transfers: await db.selectFrom('transfer').selectAll().where('user_id', '=', id).orderBy('id').execute(),
  tickets: await db.selectFrom('ticket').selectAll().where('user_id', '=', id).orderBy('id').execute(),
  messages: await db
    .selectFrom('ticket_message')
    .innerJoin('ticket', 'ticket.id', 'ticket_message.ticket_id')
    .select(['ticket_id', 'author', 'data', 'ticket_message.created_at'])
    .where('ticket.user_id', '=', id)
    .orderBy('ticket_message.id')
    .execute(),
  repairs: await db
    .selectFrom('maintenance')
    .select(['id', 'title', 'description', 'state', 'created_at', 'closed_at', 'cost', 'charged_to'])
    .where('client_id', '=', id)
    .orderBy('id')
    .execute(),
  accountRequests: await db
    .selectFrom('bank_account_request')
    .select(['state', 'bank_name', 'agency_number', 'account_number', 'pix_key', 'holder_name', 'document'])
    .select(['created_at', 'confirmed_at', 'decided_at', 'refusal'])
    .where('client_id', '=', id)
    .orderBy('id')
    .execute(),
  people: await db
    .selectFrom('client_person')
    .select(['name', 'email', 'created_at'])
    .where('client_id', '=', id)
    .orderBy('id')
    .execute(),
  visits: await db
    .selectFrom('schedule')
    .innerJoin('property', 'property.id', 'schedule.property_id')
    .selectAll('schedule')
    .select(['property.street', 'property.number', 'property.complement'])
    .where('schedule.client_id', '=', id)
    .orderBy('schedule.id')
    .execute(),
  leads: await db
    .selectFrom('lead')
    .leftJoin('property', 'property.id', 'lead.property_id')
    .select(['lead.id', 'lead.kind', 'lead.source', 'lead.stage', 'lead.name', 'lead.phone', 'lead.email'])
    .select(['lead.campaign', 'lead.loss_reason', 'lead.loss_note', 'lead.received_at', 'lead.closed_at'])
    .select(['property.street', 'property.number', 'property.complement'])
    .select((q) =>
      jsonArrayFrom(
        q
          .selectFrom('lead_event')
          .select(['lead_event.at', 'lead_event.event', 'lead_event.note'])
          .whereRef('lead_event.lead_id', '=', 'lead.id')
          .orderBy('lead_event.id'),
      ).as('events'),
    )
    .select((q) =>
      jsonArrayFrom(
        q
          .selectFrom('lead_seen')
          .select(['lead_seen.property_id', 'lead_seen.seen_at'])
          .whereRef('lead_seen.lead_id', '=', 'lead.id')
          .orderBy('lead_seen.seen_at'),
      ).as('seen'),
    )
    .where((q) =>
      q.or([
        q('lead.client_id', '=', id),
        q('lead.email', '=', q.selectFrom('client').select(sql<string>`lower(email)`.as('email')).where('id', '=', id)),
      ]),
    )
    .orderBy('lead.id')
    .execute(),
  /** Forms by link: the document tells whose they are. */
  applications: await db
    .selectFrom('application_party')
    .innerJoin('client', 'client.cpf_cnpj', 'application_party.cpf')
    .select(['application_party.application_id', 'application_party.role', 'application_party.name', 'answers'])
    .select(['consent_at', 'proven_income'])
    .select((q) =>
      jsonArrayFrom(
        q
          .selectFrom('credit_inquiry as i')
          .select(['i.asked_at', 'i.score', 'i.commitment', 'i.capacity', 'i.reasons', 'i.query_id', 'i.note'])
          .whereRef('i.party_id', '=', 'application_party.id')
          .whereRef('i.document', '=', 'client.cpf_cnpj')
          .orderBy('i.id'),
      ).as('inquiries'),
    )
    .where('client.id', '=', id)
    .orderBy('application_party.id')
    .execute(),
  /** Papers that the client was asked to sign, by the register or by the document. */
  signatures: await db
    .selectFrom('signature_signer as s')
    .innerJoin('signature_envelope as e', 'e.id', 's.envelope_id')
    .innerJoin('client as c', (join) =>
      join.on((q) => q.or([q('s.client_id', '=', q.ref('c.id')), q('s.cpf', '=', q.ref('c.cpf_cnpj'))])),
    )
    .select(['e.kind', 'e.title', 'e.state', 's.role', 's.name', 's.email', 's.phone', 's.channel', 's.asked_at'])
    .select(['s.read_at', 's.signed_at', 's.refused_at', 's.reason', 's.device', 's.consent_version'])
    .select(sql<string | null>`host(s.address)`.as('address'))
    .where('c.id', '=', id)
    .where('e.state', '<>', 'DRAFT')
    .orderBy('s.id')
    .execute(),
  bids: await db
    .selectFrom('bid')
    .innerJoin('bid_version', 'bid_version.bid_id', 'bid.id')
    .innerJoin('property', 'property.id', 'bid.property_id')
    .select(['bid.id', 'bid.kind', 'bid.state', 'bid.end_reason', 'bid.expires_on', 'bid_version.number as version'])
    .select(['bid_version.party', 'bid_version.amount', 'bid_version.guarantee', 'bid_version.term_months'])
    .select(['bid_version.start_on', 'bid_version.down_payment', 'bid_version.financed', 'bid_version.instalments'])
    .select(['bid_version.conditions', 'bid_version.created_at'])
    .select(['property.street', 'property.number', 'property.complement'])
    .where('bid.client_id', '=', id)
    .orderBy('bid.id')
    .orderBy('bid_version.number')
    .execute(),
  /** Properties that the client offered on the site: only the e-mail tells whose they are. */
  offers: await db
    .selectFrom('property_request')
    .innerJoin('property', 'property.id', 'property_request.property_id')
    .innerJoin('client', (join) => join.on(sql`lower(client.email)`, '=', sql`lower(property_request.email)`))
    .select([
      'property_request.name',
      'property_request.email',
      'property_request.phone',
      'property_request.state',
      'property_request.visit_on',
      'property_request.consented_at',
      'property.street',
      'property.number',
      'property.complement',
    ])
    .where('client.id', '=', id)
    .$narrowType<{ state: OfferState }>()
    .orderBy('property.id')
    .execute(),
  sentMessages: await db
    .selectFrom('message')
    .select([
      'kind',
      'subject',
      'body',
      'channel',
      'recipient',
      'state',
      'created_at',
      'sent_at',
      'delivered_at',
      'read_at',
    ])
    .where('client_id', '=', id)
    .orderBy('id')
    .execute(),
  collectionCalls: await db
    .selectFrom('collection_call')
    .innerJoin('invoice', 'invoice.id', 'collection_call.invoice_id')
    .select(['invoice_id', 'outcome', 'promised_for', 'note', 'called_at'])
    .where('invoice.user_id', '=', id)
    .orderBy('collection_call.id')
    .execute(),
  collectionPauses: await db
    .selectFrom('collection_pause as p')
    .leftJoin('invoice', 'invoice.id', 'p.invoice_id')
    .leftJoin('proposal', 'proposal.id', 'p.proposal_id')
    .select(['p.invoice_id', 'p.proposal_id', 'p.reason', 'p.note', 'p.until', 'p.created_at', 'p.ended_at'])
    .where((q) => q.or([q('invoice.user_id', '=', id), q('proposal.user_id', '=', id)]))
    .orderBy('p.id')
    .execute(),
  consents: await db.selectFrom('message_consent').selectAll().where('client_id', '=', id).orderBy('id').execute(),
  refusals: await db.selectFrom('message_refusal').selectAll().where('client_id', '=', id).orderBy('id').execute(),
  searchAlerts: await db
    .selectFrom('search_alert')
    .innerJoin('client', 'client.email', 'search_alert.email')
    .select([
      'search_alert.search',
      'search_alert.consent',
      'search_alert.contact_consent',
      'search_alert.consented_at',
      'search_alert.confirmed_at',
    ])
    .where('client.id', '=', id)
    .orderBy('search_alert.id')
    .execute(),
  replies: await db.selectFrom('message_reply').selectAll().where('client_id', '=', id).orderBy('id').execute(),
  trail: await db
    .selectFrom('trail')
    .select(['at', 'record', 'action', 'changes', 'admin_user_id'])
    .where(ownTrailOf(id))
    .orderBy('id')
    .execute(),
  sent: (await findSentTo(db, id)).toReversed(),
});

export type Kept = Awaited<ReturnType<typeof findKept>>;
