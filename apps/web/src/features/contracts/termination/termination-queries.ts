import type { Sent } from '@morada/contract/base/endpoint';
import { terminations } from '@morada/contract/money/terminations';
import { useMutation } from '@tanstack/react-query';
import { contractQuery } from '#web/features/contracts/contract-queries.ts';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type Draft = Sent<typeof terminations.draft>['body'];

/**
 * Preview of a termination. Read on each use: an invoice may have been paid meanwhile. No change on the screen outdates it,
 * since the contract that it previews may be closed by then.
 */
export const draftQuery = (id: number, draft: Draft) => ({
  ...pageQuery(terminations.draft, { params: { id }, body: draft }),
  meta: { subjects: [] },
  staleTime: 0,
});

/** The sheet with which a contract was closed; 404 where it was closed without one. */
export const terminationQuery = (id: number) => query(terminations.show, { params: { id } });

/** Reopens the contract: removes the invoice or refund of the sheet, and restores open invoices. */
export const useUndoTermination = () =>
  useMutation(mutation(terminations.undo, { failure: 'Não foi possível desfazer o encerramento' }));

export const useTerminate = (id: number) =>
  useMutation(
    recordMutation(terminations.apply, contractQuery(id), {
      failure: 'Não foi possível encerrar o contrato',
      answers: 'other',
    }),
  );
