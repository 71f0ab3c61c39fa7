import type { Db } from '../../context.ts';

/** The agency's details that its documents print in their letterhead. */
export const findLetterhead = (db: Db) =>
  db
    .selectFrom('agency')
    .select(['name', 'cnpj', 'creci', 'phone', 'email'])
    .select(['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'cep', 'logo'])
    .executeTakeFirstOrThrow();
