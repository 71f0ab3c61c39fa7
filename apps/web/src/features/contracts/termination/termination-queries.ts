import type { Sent } from '@morada/contract/endpoint';
import { terminations } from '@morada/contract/terminations';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { contractQuery, DRAFTS, refreshAll } from '#web/features/contracts/contract-queries.ts';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';

export type Draft = Sent<typeof terminations.draft>['body'];

/** Preview of a termination. Refetched on each use: an invoice may have been paid meanwhile. */
export const draftQuery = (id: number, draft: Draft) =>
  queryOptions({
    queryKey: [DRAFTS, id, draft],
    queryFn: ({ signal }) => api(terminations.draft, { params: { id }, body: draft }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The sheet with which a contract was closed; 404 where it was closed without one. */
export const terminationQuery = (id: number) =>
  queryOptions({
    queryKey: ['proposals', id, 'termination'],
    queryFn: ({ signal }) => api(terminations.show, { params: { id } }, { signal }),
  });

/** The contract goes on: what the sheet made goes, open invoices come back. */
export function useUndoTermination(id: number) {
  const cache = useQueryClient();
  return async () => {
    await withFailureMessage('Não foi possível desfazer o encerramento', api(terminations.undo, { params: { id } }));
    refreshAll(cache);
  };
}

export function useTerminate(id: number) {
  const cache = useQueryClient();
  return async (body: Draft) => {
    const ifMatch = cache.getQueryData(contractQuery(id).queryKey)?.version;
    const call = api(terminations.apply, { params: { id }, body }, { ifMatch });
    await withFailureMessage('Não foi possível encerrar o contrato', call);
    refreshAll(cache); // The property is free, invoices gave way to the last one.
  };
}
