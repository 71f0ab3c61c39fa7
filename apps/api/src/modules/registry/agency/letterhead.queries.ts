import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';

/** The agency's details that its documents print in their letterhead. */
export const findLetterhead = (db: Db) =>
  readAgency(db, [
    'name',
    'cnpj',
    'creci',
    'phone',
    'email',
    'street',
    'number',
    'complement',
    'neighborhood',
    'city',
    'state',
    'cep',
    'logo',
    'accent',
  ]);
