import type { NoteSearch } from '@morada/contract/fiscal/fiscal.search';
import { notes, type ServiceNoteDetail } from '@morada/contract/fiscal/fiscal-notes';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type NoteFilters = Omit<z.output<typeof NoteSearch>, 'page'>;

/** While notes are under way the answers of the national system come in by themselves. */
const AGAIN_MS = 5_000;

export const notesQuery = (search: z.output<typeof NoteSearch>) => {
  const page = pageQuery(notes.list, { query: search });
  return {
    ...page,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }: { state: { data?: { service: number } | undefined } }) =>
      (state.data?.service ?? 0) > 0 && AGAIN_MS,
  };
};

/** An open note follows the answer that it waits for. */
export const noteQuery = (id: number) => ({
  ...query(notes.show, { params: { id } }),
  refetchInterval: ({ state: { data } }: { state: { data?: ServiceNoteDetail | undefined } }) =>
    data !== undefined && isUnderWay(data) && AGAIN_MS,
});

const isUnderWay = ({ state, held, problem }: ServiceNoteDetail) =>
  problem === null &&
  (state === 'SENDING' || state === 'RECALLING' || state === 'CANCELING' || (state === 'PENDING' && !held));

export const useRelease = () => useMutation(mutation(notes.release));
export const useCancelNote = () => useMutation(mutation(notes.cancel));
export const useNoteCanceled = () => useMutation(mutation(notes.noteCanceled));
export const useReplaceNote = () => useMutation(mutation(notes.replace));
export const useRedoNote = () => useMutation(mutation(notes.redo));
export const useCheckNote = () => useMutation(mutation(notes.check));
