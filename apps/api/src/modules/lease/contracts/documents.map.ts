import type { ProposalDocument } from '@morada/contract/lease/proposals';
import type * as z from 'zod/mini';

type Document = z.output<typeof ProposalDocument>;
type Row = Omit<Document, 'url' | 'source'>;

/** With the path of its bytes, under both names that the specification gives it. */
export const shownDocument = ({ id, type, name, media_type, bytes, created_at }: Row): Document => {
  const url = `/api/files/${id}`;
  return { id, type, name, url, source: url, media_type, bytes, created_at };
};
