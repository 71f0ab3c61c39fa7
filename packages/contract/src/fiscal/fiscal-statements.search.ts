import * as z from 'zod/mini';
import { pageNumber, searchText } from '../base/fields.ts';

const YEAR = 'Informe o ano, como 2026';
export const statementYear = z.coerce
  .number(YEAR)
  .check(z.int(YEAR), z.gte(1990, YEAR), z.lte(2199, YEAR)) as unknown as z.ZodMiniType<number, number>;

export const StatementParty = z.enum(['OWNER', 'TENANT']);
export type StatementParty = z.output<typeof StatementParty>;

export const StatementSearch = z.object({
  page: z._default(pageNumber, 1),
  query: searchText,
  /** Absent: last year if rents were received in it, otherwise the present one. */
  year: z.catch(z.optional(statementYear), undefined),
  party: z.catch(z._default(StatementParty, 'OWNER'), 'OWNER'),
  email: z.catch(z.optional(z.enum(['MISSING'])), undefined),
});
