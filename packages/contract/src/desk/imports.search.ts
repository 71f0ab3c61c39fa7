import type { Permission } from '@morada/domain/access/permissions';
import * as z from 'zod/mini';

export const ImportKind = z.enum(['people', 'properties', 'contracts', 'leads']);
export type ImportKind = z.output<typeof ImportKind>;

/** Permission for an import: the one that registers a single record. */
export const IMPORT_ACCESS = {
  people: 'USER_CREATE',
  properties: 'PROPERTY_CREATE',
  contracts: 'PROPOSAL_CREATE',
  leads: 'LEAD_EDIT',
} as const satisfies Record<ImportKind, Permission>;

export const ImportSearch = z.object({ kind: z.catch(z.optional(ImportKind), undefined) });
