import { SIGNATURE_KINDS, type SignatureKind } from '@morada/domain/signature/kinds';
import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from '../base/fields.ts';

export const SIGNATURE_READERS = ['SIGNATURE_VIEW', 'SIGNATURE_SEND'] as const;

export const SignatureSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  /** OPEN: drafts, those that are out, and those whose file is being closed. */
  state: z.catch(
    z.optional(z.enum(['OPEN', 'ALL', 'DRAFT', 'OUT', 'SEALING', 'SIGNED', 'REFUSED', 'EXPIRED', 'WITHDRAWN'])),
    undefined,
  ),
  kind: z.catch(z.optional(z.enum(Object.keys(SIGNATURE_KINDS) as [SignatureKind, ...SignatureKind[]])), undefined),
  contract: searchId,
  agreement: searchId,
  application: searchId,
  property: searchId,
});
