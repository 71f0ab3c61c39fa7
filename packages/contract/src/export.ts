import * as z from 'zod/mini';

/** What a filtered list is saved as. */
export const ExportFormat = z.enum(['xlsx', 'csv']);
export type ExportFormat = z.output<typeof ExportFormat>;
