import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { CONTRACT_DOCUMENTS, type ContractDocument } from '@morada/domain/lease/contract-documents';

export type Document = ProposalDetail['documents'][number];

const TYPES = Object.keys(CONTRACT_DOCUMENTS) as ContractDocument[];
export const TYPE_OPTIONS = TYPES.map((value) => ({ value, label: CONTRACT_DOCUMENTS[value] }));

/** Those of one type together, the latest of each first. */
export const byType = (documents: readonly Document[]) =>
  documents.toSorted((one, other) => TYPES.indexOf(one.type) - TYPES.indexOf(other.type));

export const isPicture = ({ media_type }: Document) => media_type.startsWith('image/');

/** A picture is kept as a JPEG, whatever it was called when it came. */
export const savedName = (document: Document) =>
  isPicture(document) && !/\.jpe?g$/i.test(document.name)
    ? `${document.name.replace(/\.\w{2,4}$/, '')}.jpg`
    : document.name;
