import type { MaintenanceState } from '@morada/domain/attendance/maintenance';
import { MAINTENANCE_STATES } from '@morada/domain/attendance/maintenance-words';
import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from '../base/fields.ts';

/** Permission for the pages of maintenance, shared with their guards. */
export const MAINTENANCE_READERS = 'MAINTENANCE_VIEW';

const STATES = Object.keys(MAINTENANCE_STATES) as MaintenanceState[];

export const MaintenanceSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  state: z.catch(z.optional(z.enum(STATES)), undefined),
  property: searchId,
  /** Person who asked. */
  client: searchId,
});
