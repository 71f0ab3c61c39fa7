import type { ApplicantRole, ApplicationState } from '@morada/domain/application/application';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { DebtAgreementState } from '@morada/domain/debt-agreement/debt-agreement';
import type { PartyRole } from '@morada/domain/lease/parties';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { standsOn } from '#api/db/parties.ts';

/** A person of the register, as far as they sign. */
type PersonRow = {
  client_id: number;
  name: string;
  document: string;
  is_company: boolean;
  email: string | null;
  phone: string | null;
  married: boolean;
  spouse_name: string | null;
  spouse_cpf: string | null;
};

const PERSON = sql`c.id as client_id, c.name, c.cpf_cnpj as document, c.person_type = 'JURIDICA' as is_company, c.email,
  coalesce(c.cellphone, c.phone) as phone, c.marital_status is not distinct from 'CASADO' as married, c.spounce_name as spouse_name,
  c.spounce_cpf as spouse_cpf`;

/** A contract that is there, held against its end. */
export async function holdContract(trx: Db, id: number) {
  const { rows } = await sql<{
    id: number;
    property_id: number;
    status: 'APPROVED' | 'CLOSED';
    start_date: CalendarDate;
  }>`select id, property_id, status, start_date from proposal where id = ${id} and deleted_at is null for share`.execute(
    trx,
  );
  return rows[0];
}

export async function holdAgreement(trx: Db, id: number) {
  const { rows } = await sql<{
    id: number;
    proposal_id: number;
    state: DebtAgreementState;
    text: string;
    document_id: number | null;
  }>`
    select id, proposal_id, state, text, document_id from debt_agreement where id = ${id} for share`.execute(trx);
  return rows[0];
}

export async function holdApplication(trx: Db, id: number) {
  const { rows } = await sql<{ id: number; property_id: number; state: ApplicationState }>`
    select id, property_id, state from application where id = ${id} for share`.execute(trx);
  return rows[0];
}

export async function holdProperty(trx: Db, id: number) {
  const { rows } = await sql<{ id: number; status: string }>`
    select id, status from property where id = ${id} and deleted_at is null for share`.execute(trx);
  return rows[0];
}

/** The main owner first. */
export async function findOwners(db: Db, propertyId: number) {
  const { rows } = await sql<PersonRow>`
    select ${PERSON} from property_owner w join client c on c.id = w.client_id
    where w.property_id = ${propertyId} and c.deleted_at is null order by w.position`.execute(db);
  return rows;
}

/** Who buys a property, as the bid that was accepted says. */
export async function findBuyer(db: Db, propertyId: number) {
  const { rows } = await sql<{
    client_id: number | null;
    name: string;
    cpf: string | null;
    email: string | null;
    phone: string | null;
  }>`
    select b.client_id, coalesce(c.name, b.name) as name, case when c.person_type = 'FISICA' then c.cpf_cnpj end as cpf,
      coalesce(c.email, b.email) as email, coalesce(c.cellphone, c.phone, b.phone) as phone
    from bid b left join client c on c.id = b.client_id and c.deleted_at is null
    where b.property_id = ${propertyId} and b.kind = 'SALE' and b.state = 'ACCEPTED' order by b.id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Who stands in a contract on a day: the principal tenant first. */
export async function findParties(db: Db, proposalId: number, day: CalendarDate) {
  const { rows } = await sql<PersonRow & { role: PartyRole; of_client_id: number | null }>`
    select ${PERSON}, y.role, y.of_client_id from contract_party y join client c on c.id = y.client_id
    where y.proposal_id = ${proposalId} and ${standsOn(day)} and c.deleted_at is null order by y.principal desc, y.id`.execute(
    db,
  );
  return rows;
}

/** Parties of an application, with what they answered. Who signs for a company is its representative. */
export async function findApplicants(db: Db, applicationId: number) {
  const { rows } = await sql<{
    role: ApplicantRole;
    name: string;
    cpf: string | null;
    email: string | null;
    phone: string | null;
  }>`
    select role, coalesce(answers -> 'company' ->> 'representative', answers -> 'person' ->> 'name', name) as name,
      coalesce(answers -> 'company' ->> 'representative_cpf', cpf) as cpf,
      coalesce(answers -> 'company' ->> 'email', answers -> 'person' ->> 'email', email) as email,
      coalesce(answers -> 'company' ->> 'phone', answers -> 'person' ->> 'phone', phone) as phone
    from application_party where application_id = ${applicationId} and state not in ('CLOSED', 'ERASED') order by id`.execute(
    db,
  );
  return rows;
}

/** What a paper about a record says of it, as one text: versions of the record, and who stands in it. */
export async function findMark(
  db: Db,
  about: { contract: number | null; agreement: number | null; application: number | null; property: number },
): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select concat_ws('; ',
      (select version from proposal where id = ${about.contract}),
      (select string_agg(y::text, ',' order by y.id) from contract_party y where y.proposal_id = ${about.contract}),
      (select version from debt_agreement where id = ${about.agreement}),
      (select string_agg(concat_ws(' ', id, role, state), ',' order by id) from application_party where application_id = ${about.application}),
      (select version from property where id = ${about.property}),
      (select string_agg(client_id::text, ',' order by position) from property_owner where property_id = ${about.property})) as mark`.execute(
    db,
  );
  return rows[0]?.mark ?? '';
}

/** A PDF among the documents of a contract. */
export async function findContractFile(db: Db, proposalId: number, fileId: number) {
  const { rows } = await sql<{ id: number; key: string; name: string }>`
    select f.id, f.key, f.name from proposal_document d join stored_file f on f.id = d.file_id
    where d.proposal_id = ${proposalId} and f.id = ${fileId} and f.media_type = 'application/pdf' and f.deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/** A PDF among the documents of an application. */
export async function findApplicationFile(db: Db, applicationId: number, fileId: number) {
  const { rows } = await sql<{ id: number; key: string; name: string }>`
    select f.id, f.key, f.name from application_document d join application_party y on y.id = d.party_id join stored_file f on f.id = d.file_id
    where y.application_id = ${applicationId} and f.id = ${fileId} and f.media_type = 'application/pdf' and f.deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Envelopes of records, locked in order; those that ended unsigned hear nothing any more. */
const lockOf = async (trx: Db, where: RawBuilder<unknown>): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from signature_envelope where state not in ('REFUSED', 'EXPIRED', 'WITHDRAWN') and ${where} order by id for update`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

/** Those of contracts, and of their agreements. */
export const lockOfContracts = (trx: Db, ids: readonly number[]) =>
  lockOf(
    trx,
    sql`(proposal_id = any(${[...ids]}::bigint[])
      or debt_agreement_id in (select id from debt_agreement where proposal_id = any(${[...ids]}::bigint[])))`,
  );

/** Those of properties themselves, and of the contracts in force of them. */
export const lockOfProperties = (trx: Db, ids: readonly number[]) =>
  lockOf(
    trx,
    sql`(property_id = any(${[...ids]}::bigint[]) or proposal_id in (select id from proposal
      where property_id = any(${[...ids]}::bigint[]) and status = 'APPROVED' and deleted_at is null))`,
  );

export const lockOfAgreements = (trx: Db, ids: readonly number[]) =>
  lockOf(trx, sql`debt_agreement_id = any(${[...ids]}::bigint[])`);

export const lockOfApplications = (trx: Db, ids: readonly number[]) =>
  lockOf(trx, sql`application_id = any(${[...ids]}::bigint[])`);

/** Papers of applications that ended unsigned and still have their people. */
export async function lockUnsignedOfApplications(trx: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from signature_envelope where application_id = any(${[...ids]}::bigint[])
      and state in ('REFUSED', 'EXPIRED', 'WITHDRAWN') and emptied_at is null order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Which of these properties are sold. */
export async function findSold(trx: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from property where id = any(${[...ids]}::bigint[]) and status = 'SOLD'`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Contracts of readjustments. */
export async function findReadjusted(trx: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ proposal_id: number }>`
    select distinct proposal_id from readjustment where id = any(${[...ids]}::bigint[])`.execute(trx);
  return rows.map(({ proposal_id }) => proposal_id);
}

/** Those of these clients who are to sign a paper that is out. */
export async function findSigning(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`
    select distinct s.client_id from signature_signer s join signature_envelope e on e.id = s.envelope_id
    where s.client_id = any(${[...ids]}::bigint[]) and e.state in ('OUT', 'SEALING')`.execute(db);
  return rows.map(({ client_id }) => client_id);
}

/** Those of these clients who are there, held against their erasure. */
export async function holdClients(trx: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from client where id = any(${[...ids]}::bigint[]) and deleted_at is null and anonymised_at is null for key share`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those of these properties of which a paper is out. */
export async function findOutOfProperties(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ property_id: number }>`
    select distinct property_id from signature_envelope where property_id = any(${[...ids]}::bigint[]) and state in ('OUT', 'SEALING')`.execute(
    db,
  );
  return rows.map(({ property_id }) => property_id);
}
