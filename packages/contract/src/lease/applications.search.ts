import { APPLICATION_STATES, type ApplicationState } from '@morada/domain/application/application';
import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from '../base/fields.ts';

/** Permission for the pages of applications, shared with their guards. */
export const APPLICATION_READERS = 'APPLICATION_VIEW';

const STATES = Object.keys(APPLICATION_STATES) as ApplicationState[];

export const ApplicationSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  state: z.catch(z.optional(z.enum(STATES)), undefined),
  property: searchId,
});
