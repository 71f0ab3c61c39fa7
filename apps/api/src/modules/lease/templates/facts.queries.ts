import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Db } from '#api/context.ts';
import { readWholeAgency } from '#api/db/agency.ts';
import { standsOn } from '#api/db/parties.ts';

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

/** The main owner first. */
export const findOwners = (db: Db, propertyId: number) =>
  db
    .selectFrom('property_owner')
    .innerJoin('client', 'client.id', 'property_owner.client_id')
    .select(PERSON)
    .where('property_owner.property_id', '=', propertyId)
    .orderBy('property_owner.position')
    .execute();

/** Who stands in a contract on a day, each with the person's data: the principal tenant first. */
export const findParties = (db: Db, proposalId: number, day: CalendarDate) =>
  db
    .selectFrom('contract_party as y')
    .innerJoin('client', 'client.id', 'y.client_id')
    .select(PERSON)
    .select(['y.role', 'y.of_client_id'])
    .where('y.proposal_id', '=', proposalId)
    .where(standsOn(day))
    .orderBy('y.principal', 'desc')
    .orderBy('y.id')
    .execute();

export const findAgency = (db: Db) => readWholeAgency(db);
