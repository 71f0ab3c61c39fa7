import type { WithholdingSearch } from '@morada/contract/fiscal/fiscal.search';
import { notes } from '@morada/contract/fiscal/fiscal-notes';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery } from '#web/lib/api/query.ts';

export type Search = z.output<typeof WithholdingSearch>;

export const leaseNotesQuery = (search: Search) => pageQuery(notes.leases, { query: search });

export const useNote = () => useMutation(mutation(notes.note));

export const useRemoveNote = () => useMutation(mutation(notes.removeNote));

export const useImportNote = () => useMutation(mutation(notes.importNote));
