import { maintenanceLife } from '@morada/domain/attendance/maintenance';
import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from './fields.ts';

/** Permission for the pages of maintenance, shared with their guards. */
export const MAINTENANCE_READERS = 'MAINTENANCE_VIEW';

export const MaintenanceSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  state: z.catch(z.optional(z.enum(maintenanceLife.states)), undefined),
  property: searchId,
  /** Person who asked. */
  client: searchId,
});
