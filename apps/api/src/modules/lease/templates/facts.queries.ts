import type { Db } from '#api/context.ts';
import { readWholeAgency } from '#api/db/agency.ts';

const PERSON = [
  'client.id',
  'client.name',
  'client.cpf_cnpj',
  'client.rg',
  'client.birth_date',
  'client.profession',
  'client.marital_status',
  'client.email',
  'client.phone',
  'client.spounce_name',
  'client.spounce_rg',
  'client.spounce_cpf',
  'client.spouse_profession',
  'client.cep',
  'client.street',
  'client.number',
  'client.complement',
  'client.neighborhood',
  'client.city',
  'client.state',
] as const;

export const findContract = (db: Db, id: number) =>
  db.selectFrom('proposal').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export const findProperty = (db: Db, id: number) =>
  db
    .selectFrom('property')
    .select([
      'location',
      'energisa',
      'copasa',
      'cep',
      'street',
      'number',
      'complement',
      'neighborhood',
      'city',
      'state',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const findTenant = (db: Db, id: number) =>
  db.selectFrom('client').select(PERSON).where('id', '=', id).executeTakeFirstOrThrow();

/** The main owner first. */
export const findOwners = (db: Db, propertyId: number) =>
  db
    .selectFrom('property_owner')
    .innerJoin('client', 'client.id', 'property_owner.client_id')
    .select(PERSON)
    .where('property_owner.property_id', '=', propertyId)
    .orderBy('property_owner.position')
    .execute();

export const findGuarantors = (db: Db, proposalId: number) =>
  db
    .selectFrom('proposal_guarantor')
    .innerJoin('client', 'client.id', 'proposal_guarantor.user_id')
    .select(PERSON)
    .where('proposal_guarantor.proposal_id', '=', proposalId)
    .orderBy('proposal_guarantor.id')
    .execute();

export const findAgency = (db: Db) => readWholeAgency(db);
