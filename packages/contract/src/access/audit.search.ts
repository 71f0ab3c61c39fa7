import * as z from 'zod/mini';
import { givenDate, pageNumber, searchId } from '../base/fields.ts';

/** Filters of the audit trail. `person`: a user, or the system itself. Their labels are loaded with the page. */
export const AuditSearch = z.object({
  page: z.optional(pageNumber),
  person: z.catch(
    z.optional(
      z.union([z.literal('system'), z.coerce.number().check(z.int(), z.positive(), z.lte(999_999_999_999_999))]),
    ),
    undefined,
  ),
  record: z.catch(z.optional(z.string().check(z.regex(/^[a-z_]{2,40}$/))), undefined),
  id: searchId,
  action: z.catch(z.optional(z.string().check(z.regex(/^[a-zA-Z-]{2,40}$/))), undefined),
  startDate: z.catch(z.optional(givenDate()), undefined),
  endDate: z.catch(z.optional(givenDate()), undefined),
});
