import type { CalendarDate } from '@morada/domain/base/calendar';
import type { PartyRole } from '@morada/domain/lease/parties';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { STOOD, standsOn } from '#api/db/parties.ts';

export type PartyRow = {
  id: number;
  client_id: number;
  role: PartyRole;
  of_client_id: number | null;
  principal: boolean;
  valid_from: CalendarDate | null;
  valid_to: CalendarDate | null;
};

const COLUMNS = ['id', 'client_id', 'role', 'of_client_id', 'principal', 'valid_from', 'valid_to'] as const;

/** Parties of a contract, also those entered by mistake. Its row is locked by whoever changes them. */
export const findRows = (trx: Db, proposalId: number) =>
  trx.selectFrom('contract_party').select(COLUMNS).where('proposal_id', '=', proposalId).orderBy('id').execute();

/** Those who stand or stood in a contract, as they are shown: the principal tenant first, who left last. */
export async function findParties(db: Db, proposalId: number) {
  const { rows } = await sql<{
    id: number;
    client_id: number;
    name: string;
    cpf_cnpj: string;
    phone: string | null;
    role: PartyRole;
    of: { id: number; name: string } | null;
    principal: boolean;
    valid_from: CalendarDate | null;
    valid_to: CalendarDate | null;
  }>`
    select y.id, y.client_id, c.name, c.cpf_cnpj, coalesce(c.phone, c.cellphone) as phone, y.role,
      case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name) end as of, y.principal, y.valid_from, y.valid_to
    from contract_party y join client c on c.id = y.client_id left join client o on o.id = y.of_client_id
    where y.proposal_id = ${proposalId} and ${STOOD}
    order by y.valid_to is not null, y.principal desc, array_position(array['TENANT', 'SPOUSE', 'GUARANTOR', 'USUFRUCTUARY', 'PROCURATOR'], y.role), y.id`.execute(
    db,
  );
  return rows;
}

/** Whether an open invoice's income tax would be another with the other tenant: one is a company, and the other a person. */
export const changesTax = async (trx: Db, proposalId: number, [one, other]: readonly [number, number]) => {
  const { rows } = await sql<{ changes: boolean }>`
    select (select count(distinct person_type) from client where id in (${one}, ${other})) > 1
      and exists (select from invoice where proposal_id = ${proposalId} and status = 'PENDING' and deleted_at is null) as changes`.execute(
    trx,
  );
  return rows[0]?.changes ?? false;
};

/** Clients who stand in a contract on a day. */
export const findStanding = async (trx: Db, proposalId: number, day: CalendarDate) => {
  const { rows } = await sql<{ client_id: number }>`
    select distinct y.client_id from contract_party y where y.proposal_id = ${proposalId} and ${standsOn(day)}`.execute(
    trx,
  );
  return rows.map(({ client_id }) => client_id);
};

export const insertParty = (
  trx: Db,
  party: {
    proposal_id: number;
    client_id: number;
    role: PartyRole;
    of_client_id?: number | null;
    principal?: boolean;
    valid_from?: CalendarDate | null;
    valid_to?: CalendarDate | null;
  },
) => trx.insertInto('contract_party').values(party).returning('id').executeTakeFirstOrThrow();

/** Guarantors of a contract that begins. */
export const insertGuarantors = (trx: Db, proposal_id: number, clientIds: readonly number[]) =>
  trx
    .insertInto('contract_party')
    .values([...new Set(clientIds)].map((client_id) => ({ proposal_id, client_id, role: 'GUARANTOR' })))
    .execute();

export const setValidity = (
  trx: Db,
  id: number,
  validity: { valid_from?: CalendarDate | null; valid_to: CalendarDate | null },
) => trx.updateTable('contract_party').set(validity).where('id', '=', id).execute();

/** Ends parties on a day; those who would begin later never stood. @returns whom it changed. */
export const endParties = async (trx: Db, ids: readonly number[], day: CalendarDate) => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ client_id: number; role: PartyRole; valid_to: CalendarDate }>`
    update contract_party set valid_to = greatest(${day}::date, valid_from - 1)
    where id = any(${[...ids]}::bigint[]) and (valid_to is null or valid_to > ${day})
    returning client_id, role, valid_to`.execute(trx);
  return rows;
};
