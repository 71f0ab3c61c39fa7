import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { FISCAL_READERS } from './fiscal.search.ts';

/** Something that a note needs and a record lacks, with the part of the record that mends it. */
export const NoteFinding = z.object({
  kind: z.enum(['BLOCKING', 'WARNING']),
  subject: z.enum(['AGENCY', 'PERSON', 'PROPERTY', 'CONTRACT']),
  /** Id of the record; null: the agency's own data. */
  id: z.nullable(z.int()),
  place: z.enum(['REGISTER', 'ADDRESS', 'TAXES']),
  message: z.string(),
});
export type NoteFinding = z.output<typeof NoteFinding>;

export const NotesMissing = z.object({
  /** Contracts in force that were looked at. */
  contracts: z.int(),
  blocking: z.array(NoteFinding),
  warnings: z.array(NoteFinding),
  /** Total counts; the lists hold only the first ones. */
  blocking_total: z.int(),
  warnings_total: z.int(),
});
export type NotesMissing = z.output<typeof NotesMissing>;

export const notes = endpoints('fiscal', {
  missing: {
    method: 'GET',
    path: '/fiscal/notes/missing',
    access: FISCAL_READERS,
    summary: 'O que falta em imobiliária, pessoas, imóveis e contratos para emitir as notas de serviço (NFS-e)',
    response: NotesMissing,
  },
});
