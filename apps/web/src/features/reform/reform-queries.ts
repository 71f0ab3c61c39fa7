import { reform } from '@morada/contract/fiscal/fiscal-reform';
import type { ReformSearch } from '@morada/contract/fiscal/fiscal-reform.search';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type Search = z.output<typeof ReformSearch>;

/** Read anew with each visit: payments come in meanwhile. */
export const reformYearQuery = (year: number | undefined) => ({
  ...query(reform.year, { query: { year } }),
  staleTime: 0,
});

export const reformOwnersQuery = (search: Search) => pageQuery(reform.list, { query: search });

export const reformOwnerQuery = (id: number, year: number | undefined) => ({
  ...query(reform.show, { params: { id }, query: { year } }),
  staleTime: 0,
});

export const useDeclare = () => useMutation(mutation(reform.declare));

export const useRemoveDeclaration = () => useMutation(mutation(reform.removeDeclaration));

export const useOpt = () => useMutation(mutation(reform.opt));

export const useRemoveOption = () => useMutation(mutation(reform.removeOption));
