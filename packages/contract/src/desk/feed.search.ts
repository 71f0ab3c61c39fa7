import * as z from 'zod/mini';
import { pageNumber } from '../base/fields.ts';

export const PostSearch = z.object({ page: z.optional(pageNumber) });
