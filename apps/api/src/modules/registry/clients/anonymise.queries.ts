import type { CalendarDate } from '@morada/domain/base/calendar';
import { formatDocument } from '@morada/domain/base/documents';
import { type Identity, redacted, redactedWithin, redactionOf, traces } from '@morada/domain/people/redacted';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { answersFor } from '#api/db/parties.ts';
import { ownTrailOf, rolesOfToday } from './links.queries.ts';
import { REDACTED } from './personal-places.data.ts';

type Holds = { contract: boolean; money: boolean; listed: boolean; years: number[]; declared: number[] };

/**
 * Reasons against anonymising: contracts in force, pending amounts, acts about a debt that have not ended, and years in
 * which rent or a sale of the person is declared to the tax office. Each needs the person's identity.
 */
export async function findHolds(trx: Db, id: number, today: CalendarDate): Promise<Holds> {
  const { rows } = await sql<Holds>`
    with stands as ${rolesOfToday(trx, id, today)}
    select exists (select from proposal where id in (select proposal_id from stands) and status = 'APPROVED' and deleted_at is null) as contract,
      exists (select from invoice i where (${answersFor(id)} or proposal_id in (select proposal_id from stands)) and status = 'PENDING' and deleted_at is null)
        or exists (select from transfer where user_id = ${id} and status = 'PENDING' and deleted_at is null) as money,
      exists (select from debt_register r where r.client_id = ${id} and r.kind <> 'NOTICE' and r.undone_at is null
        and not exists (select from debt_end e where e.register_id = r.id and e.undone_at is null)) as listed,
      array(select distinct extract(year from t.received_on)::int from transfer t
          join proposal c on c.id = t.proposal_id left join invoice i on i.id = t.invoice_id
        where t.received_on is not null and (t.deleted_at is null or t.taken_by is not null)
          and (t.user_id = ${id} or coalesce(i.user_id, c.user_id) = ${id})
        union select extract(year from c.start_date)::int from proposal c
        where c.kind = 'SALE' and c.deleted_at is null and (c.user_id = ${id}
          or exists (select from proposal_seller s where s.proposal_id = c.id and s.client_id = ${id}))) as years,
      array(select distinct period::int from fiscal_file where kind = 'DIMOB' and rectifies is null) as declared`.execute(
    trx,
  );
  const [found] = rows;
  if (!found) throw new TypeError('A query without a table answers one row');
  return found;
}

/**
 * Clears everything that identifies a client, in every table. Ids, dates and amounts stay, and so does data without a
 * link to the client: addresses of properties, visits and messages from the site, except offers with the client's
 * e-mail. Returns the e-mail addresses that the person signed in with.
 */
export async function anonymise(trx: Db, id: number): Promise<{ emails: string[] }> {
  const words = await findWords(trx, id);
  const identity = await findIdentity(trx, id);
  const { rows: cleared } = await contractAccounts(id, words).execute(trx);
  for (const statement of [
    contractTrail(
      cleared.map((contract) => contract.id),
      words,
    ),
    ownTrail(id),
    answers(identity),
    views(identity),
    accounts(id),
    tickets(id),
    chats(id),
    repairs(id),
    accountRequests(id),
    emailLinks(id),
    visits(id),
    offers(identity.emails),
    peopleMail(id),
    trailOfPeople(id),
    people(id),
    access(id),
    links(id),
    declarations(id),
    papers(id),
    debtAgreements(id),
    mail(words),
    searchAlerts(words),
    sentMessages(id),
    consents(id),
    refusals(id),
    replies(id),
    remittances(id),
    boletos(id),
    paymentFiles(id),
    paymentOrders(id),
    imported(id),
    register(id),
  ])
    await statement.execute(trx);
  for (const place of REDACTED) await redact(trx, place, identity);
  return { emails: identity.emails };
}

/** Fields of the register and the accounts, present and past, that identify the person. */
const WORDS = sql`array['name', 'email', 'phone', 'cellphone', 'cpf_cnpj', 'rg', 'spounce_name', 'spounce_rg', 'spounce_cpf',
  'holder_name', 'account_number', 'document', 'pix_key', 'tax_cnpj', 'municipal_registration']`;

async function findWords(trx: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with kept as (
      select to_jsonb(client) as fields from client where id = ${id}
      union all select to_jsonb(bank_account) from bank_account where client_id = ${id}
      union all select changes from trail where ${ownTrailOf(id)})
    select distinct value #>> '{}' as word from kept, unnest(${WORDS}) as field, jsonb_path_query(fields -> field, 'lax $[*]') as value
    where jsonb_typeof(value) = 'string' and value <> '""'`.execute(trx);
  return rows.flatMap(({ word }) => [word, formatDocument(word)]);
}

const BANK_FIELDS = sql`array['bank_code', 'bank_name', 'bank_full_name', 'bank_account', 'bank_agency', 'bank_cpf', 'bank_pix', 'bank_obs']`;

/** A contract in force of another owner that pays into this person's account keeps it. */
const NOT_IN_FORCE = sql`(status <> 'APPROVED' or deleted_at is not null)`;

const contractAccounts = (id: number, words: string[]) => sql<{ id: number }>`
  update proposal set bank_code = null, bank_name = null, bank_full_name = null, bank_account = null, bank_agency = null, bank_cpf = null,
    bank_pix = null, bank_obs = null
  where ${NOT_IN_FORCE} and (
    bank_cpf = any(${words}) or bank_pix = any(${words}) or bank_account = any(${words}) and bank_full_name = any(${words})
    or ${id} = (select client_id from property_owner where property_id = proposal.property_id order by position limit 1))
  returning id`;

const contractTrail = (cleared: number[], words: string[]) => sql`
  update trail set changes = changes || (select jsonb_object_agg(field, null) from unnest(${BANK_FIELDS}) as field where changes ? field)
  where record = 'proposal' and changes ?| ${BANK_FIELDS} and (
    record_id = any(${cleared})
    or (${holds(sql.ref('changes'), words)} and record_id in (select id from proposal where ${NOT_IN_FORCE})))`;

/** The trail keeps field, time and author of each change, without the values. */
const ownTrail = (id: number) => sql`
  update trail set changes = (select jsonb_object_agg(field, null) from jsonb_object_keys(changes) as field)
  where changes is not null and ${ownTrailOf(id)}`;

const answers = (identity: Identity) =>
  sql`delete from idempotency_key where ${mentions(sql`answer::text`, identity)} or ${mentions(sql.ref('key'), identity)}`;

/** Saved filters that search for this person. */
const views = (identity: Identity) =>
  sql`delete from saved_view where ${mentions(sql.ref('name'), identity)} or ${mentions(sql`filters::text`, identity)}`;

const holds = (column: RawBuilder<unknown>, words: string[]) =>
  sql`exists (select from jsonb_path_query(${column}, 'strict $.**') as value where value #>> '{}' = any(${words}))`;

const accounts = (id: number) => sql`
  update bank_account set code = '', bank_name = '', holder_name = '', account_number = '', agency_number = '', operation_number = null,
    document = '', pix_key = null, obs = null, deleted_at = coalesce(deleted_at, now())
  where client_id = ${id}`;

/** Tickets and what was said in them. */
const tickets = (id: number) => sql`update ticket set title = 'Ticket anonimizado' where user_id = ${id}`;

const chats = (id: number) => sql`
  update ticket_message set data = 'Mensagem anonimizada' where ticket_id in (select ticket.id from ticket where user_id = ${id})`;

/** The state, cost and quotes of a repair stay with the property. */
const repairs = (id: number) => sql`
  update maintenance set title = 'Pedido anonimizado', description = 'Texto anonimizado' where client_id = ${id}`;
/** Accounts that the person asked for; what took effect is among the accounts, which are cleared too. */
const accountRequests = (id: number) => sql`delete from bank_account_request where client_id = ${id}`;
const emailLinks = (id: number) => sql`delete from client_email_link where client_id = ${id}`;

const visits = (id: number) => sql`
  update schedule set name = 'Titular anonimizado', phone = null, email = null, note = null, cancel_reason = null,
    result_note = null, campaign = null where client_id = ${id}`;

/** Offers that the person made on the site are deleted; the properties stay. */
const offers = (emails: string[]) =>
  sql`delete from property_request where lower(email) = any(${emails.map((email) => email.toLowerCase())})`;

/** People who signed in for a company: what they were sent, and their names in the trail of what they did. */
const peopleMail = (id: number) =>
  sql`delete from outgoing_mail where recipient in (select email from client_person where client_id = ${id})`;
const trailOfPeople = (id: number) => sql`update trail set person = null where client_id = ${id}`;
const people = (id: number) => sql`delete from client_person where client_id = ${id}`;

const access = (id: number) => sql`delete from client_session where client_id = ${id}`;
const links = (id: number) => sql`delete from client_access_link where client_id = ${id}`;
/** The person's declarations of income elsewhere, which the books don't need. */
const declarations = (id: number) => sql`delete from reform_declaration where client_id = ${id}`;
/** An issued paper doesn't name the person, but shows their payments to others. */
const papers = (id: number) => sql`delete from issued_paper where client_id = ${id}`;
/** The plan and its hash stay with the books; the signed text is a document of the contract, erased with the others. */
const debtAgreements = (id: number) => sql`
  update debt_agreement set text = 'Termo anonimizado', accepted_name = null, accepted_address = null where user_id = ${id}`;
const mail = (words: string[]) => sql`delete from outgoing_mail where recipient = any(${words})`;
/** Search alerts of the site, which identify a person by the e-mail address alone. */
const searchAlerts = (words: string[]) => sql`delete from search_alert where email = any(${words})`;

/** Sent messages stay counted, without their text; queued ones are cancelled. */
const sentMessages = (id: number) => sql`
  update message set subject = 'Mensagem anonimizada', body = '', template_values = null, recipient = null, provider_id = null,
    problem = null, counts_on = case when state in ('QUEUED', 'SENDING') then null else counts_on end,
    closed_at = case when state in ('QUEUED', 'SENDING') then now() else closed_at end,
    reason = case when state in ('QUEUED', 'SENDING') then 'GONE' else reason end,
    state = case when state in ('QUEUED', 'SENDING') then 'CANCELLED' else state end
  where client_id = ${id}`;
const consents = (id: number) => sql`delete from message_consent where client_id = ${id}`;
const refusals = (id: number) => sql`update message_refusal set note = null where client_id = ${id}`;
const replies = (id: number) => sql`delete from message_reply where client_id = ${id}`;

const boletosOf = (id: number) =>
  sql`select b.id from boleto b join invoice i on i.id = b.invoice_id where i.user_id = ${id}`;

/** Numbers and amounts stay: the bank's files are compared with them. */
const boletos = (id: number) => sql`
  update boleto set slip = slip || jsonb_build_object('payer',
    jsonb_build_object('name', 'Titular anonimizado ' || ${id}::bigint, 'document', '', 'address', '{}'::jsonb))
  where id in (${boletosOf(id)})`;

/** The content of remittances lists the payers; the link to their boletos stays. */
const remittances = (id: number) => sql`
  update remittance set content = '' where id in (select remittance_id from remittance_boleto where boleto_id in (${boletosOf(id)}))`;

/** The content of payment files names the payee and account; amounts and transfers stay. */
const ordersOf = (id: number) => sql`
  select o.batch_id, o.transfer_id from payment_batch_transfer o join transfer t on t.id = o.transfer_id where t.user_id = ${id}`;

const paymentFiles = (id: number) => sql`
  update payment_batch set files = (select coalesce(jsonb_agg(file || '{"content":""}'), '[]') from jsonb_array_elements(files) as file)
  where id in (select batch_id from (${ordersOf(id)}) as mine)`;

const paymentOrders = (id: number) => sql`
  update payment_batch_transfer set target = target
    || jsonb_build_object('user', jsonb_build_object('id', ${id}::bigint, 'name', 'Titular anonimizado ' || ${id}::bigint))
    || jsonb_build_object('target', target -> 'target' || '{"label":"Conta anonimizada","holder":"","document":""}',
      'to', '{"kind":"ACCOUNT","bank":"","type":"CORRENTE","agency":"","account":""}'::jsonb)
  where (batch_id, transfer_id) in (${ordersOf(id)})`;

/**
 * Names and numbers of the person, present and past. Those of a spouse or account holder are excluded: they may be
 * another client's.
 */
async function findIdentity(trx: Db, id: number): Promise<Identity & { emails: string[] }> {
  const { rows } = await sql<{ field: string; word: string }>`
    with kept as (
      select to_jsonb(client) as fields from client where id = ${id}
      union all select jsonb_build_object('name', holder_name) from bank_account
        where client_id = ${id} and document = (select cpf_cnpj from client where id = ${id})
      union all select changes from trail where record = 'client' and record_id = ${id})
    select distinct field, value #>> '{}' as word
    from kept, unnest(array['name', 'email', 'phone', 'cellphone', 'cpf_cnpj', 'rg']) as field,
      jsonb_path_query(fields -> field, 'lax $[*]') as value
    where jsonb_typeof(value) = 'string' and value <> '""'`.execute(trx);
  const of = (...fields: string[]) => rows.flatMap(({ field, word }) => (fields.includes(field) ? [word] : []));
  return {
    names: of('name'),
    documents: of('cpf_cnpj'),
    others: of('email', 'phone', 'cellphone', 'rg'),
    emails: of('email'),
  };
}

/** Prefilter for rows that may mention the person, ignoring accents, case and separators. */
const mentions = (text: RawBuilder<unknown>, identity: Identity) => sql`
  exists (select from unnest(${traces(identity)}::text[]) as trace
    where strpos(regexp_replace(search_text(${text}), '[^a-z0-9]', '', 'g'), trace) > 0)`;

/** Replaces mentions of the person in every text of a column; the rest of each text stays. */
async function redact(trx: Db, place: (typeof REDACTED)[number], identity: Identity): Promise<void> {
  const [table = '', column = ''] = place.split('.');
  const [at, name] = [sql.table(table), sql.ref(column)];
  const rules = redactionOf(identity);
  const { rows } = await sql<{ row: string; value: unknown; type: string }>`
    select ctid::text as row, ${name} as value, pg_typeof(${name})::text as type from ${at} where ${mentions(sql`${name}::text`, identity)} for update`.execute(
    trx,
  );
  for (const { row, value, type } of rows) {
    const bare = typeof value === 'string' && type === 'text' ? redacted(value, rules) : redactedWithin(value, rules);
    const given =
      type === 'jsonb'
        ? sql`${JSON.stringify(bare)}::jsonb`
        : sql`${bare}::${sql.raw(type === 'text[]' ? 'text[]' : 'text')}`;
    await sql`update ${at} set ${name} = ${given} where ctid = ${row}::tid`.execute(trx);
  }
}

/** The document would let an import match the person again; some agencies use documents as codes. */
const imported = (id: number) => sql`
  update import_record set code = 'anonimizado', fingerprint = gen_random_uuid() where kind = 'client' and record_id = ${id}`;

const register = (id: number) => sql`
  update client set name = 'Titular anonimizado ' || id, cpf_cnpj = '', email = null, phone = null, cellphone = null, rg = null,
    birth_date = null, profession = null, marital_status = null, spounce_name = null, spounce_rg = null, spounce_cpf = null,
    spouse_profession = null, cep = null, street = null, neighborhood = null, number = null, city = null, state = null, complement = null,
    latitude = null, longitude = null, tax_cnpj = null, municipal_registration = null, dps_series = null, password_hash = null, active = false, anonymised_at = now(), version = version + 1
  where id = ${id}`;
