import { type ImportDetail, imports } from '@morada/contract/desk/imports';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { noteBegun, watched } from '#web/lib/api/runs.ts';

export const runsQuery = (kind: ImportKind) => query(imports.list, { query: { kind } });

export const runQuery = (id: number) => ({
  ...watched(query(imports.show, { params: { id } }), {
    runsOf: (run: ImportDetail) => [run],
    isGoing: ({ status }) => status === 'RUNNING',
    begunBy: imports.run,
  }),
  staleTime: 0,
});

export const useStageImport = () => useMutation(mutation(imports.stage));

/** One preview after another, so that the server keeps the last. */
export const usePreviewImport = () => useMutation({ ...mutation(imports.preview), scope: { id: 'import preview' } });

export const useMendCell = () => useMutation(mutation(imports.mend));

export const useDiscardImport = () => useMutation(mutation(imports.discard));

export const useStartImport = () =>
  useMutation({ ...mutation(imports.run), onSuccess: (run) => noteBegun(imports.run, run) });

export const useUndoImport = () => useMutation(mutation(imports.undo, { awaitRefetch: true }));
