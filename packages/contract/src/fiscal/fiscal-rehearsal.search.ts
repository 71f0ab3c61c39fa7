import { LEASE_TAX_MODES, type LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import * as z from 'zod/mini';
import { pageNumber, searchText } from '../base/fields.ts';

export const LeaseTaxCode = z.enum(Object.keys(LEASE_TAX_MODES) as [LeaseTaxMode, ...LeaseTaxMode[]]);

/** A whole rate in percent, before the reduction of leases, as typed; absent or unreadable: that of the table. */
const rate = z.catch(
  z.optional(
    z.pipe(
      z.coerce.number().check(z.gte(0), z.lte(100)),
      z.transform((typed: number) => Math.round(typed * 100) / 100),
    ),
  ),
  undefined,
);

/** `owners` RADAR: also those whom the radar points at. `mode`: contracts that agree on it today. */
export const RehearsalSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  cbs: rate,
  ibs: rate,
  owners: z.catch(z.optional(z.enum(['RADAR'])), undefined),
  mode: z.catch(z.optional(LeaseTaxCode), undefined),
});
