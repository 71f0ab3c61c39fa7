import type { NoteSearch } from '@morada/contract/fiscal/fiscal.search';
import { notes } from '@morada/contract/fiscal/fiscal-notes';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type NoteFilters = Omit<z.output<typeof NoteSearch>, 'page'>;

export const notesQuery = (search: z.output<typeof NoteSearch>) => ({
  ...pageQuery(notes.list, { query: search }),
  placeholderData: keepPreviousData,
});

export const noteQuery = (id: number) => query(notes.show, { params: { id } });

export const useRelease = () => useMutation(mutation(notes.release));
export const useCancelNote = () => useMutation(mutation(notes.cancel));
export const useNoteCanceled = () => useMutation(mutation(notes.noteCanceled));
