import * as z from 'zod/mini';
import { pageNumber } from '../base/fields.ts';

export const ContactSearch = z.object({ page: z.optional(pageNumber) });
