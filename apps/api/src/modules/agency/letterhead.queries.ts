import type { Db } from '../../context.ts';

/** What the agency has filled in of itself, as its documents say it. */
export const findLetterhead = (db: Db) =>
  db
    .selectFrom('agency')
    .select(['name', 'cnpj', 'creci', 'phone', 'email'])
    .select(['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'cep', 'logo'])
    .executeTakeFirstOrThrow();
