import { fiscal } from '@morada/contract/fiscal/fiscal';
import type { DimobSearch } from '@morada/contract/fiscal/fiscal.search';
import { notes } from '@morada/contract/fiscal/fiscal-notes';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type Search = z.output<typeof DimobSearch>;

/** Read anew with each visit: a record mended elsewhere no longer blocks. */
export const yearQuery = (year: number | undefined) => ({
  ...query(fiscal.year, { query: { year } }),
  staleTime: 0,
});

/** Read anew with each visit, as the year is. */
export const missingQuery = { ...query(notes.missing, {}), staleTime: 0 };

export const linesQuery = (search: Search) => pageQuery(fiscal.lines, { query: search });

export const useCreateDimob = () => useMutation(mutation(fiscal.create));

export const useNoteReceipt = () => useMutation(mutation(fiscal.receipt));
