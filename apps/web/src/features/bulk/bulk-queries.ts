import type { ExportFormat } from '@morada/contract/base/export';
import { type BulkPile, type BulkRun, bulk } from '@morada/contract/desk/bulk';
import { type MutationFunctionContext, useMutation } from '@tanstack/react-query';
import { putAnswer } from '#web/lib/api/answers.ts';
import { download } from '#web/lib/api/files.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';
import { watched } from '#web/lib/api/runs.ts';
import { toast } from '#web/lib/toast.ts';
import { newsOf } from './bulk-words.ts';

export const isGoing = ({ status }: { status: string }) => status === 'RUNNING' || status === 'UNDOING';

/** A run that ended is said once, whatever page its maker is on by then. */
const RUNS = { isGoing, begunBy: bulk.run, onEnd: (run: BulkRun) => toast.success(newsOf(run)) };

/** Runs that this user started in the last hours. */
export const recentQuery = watched(query(bulk.list, {}, { live: ['bulk'] }), {
  ...RUNS,
  runsOf: (runs: BulkRun[]) => runs,
});

export const runQuery = (id: number) => ({
  ...watched(query(bulk.show, { params: { id } }, { live: ['bulk'] }), { ...RUNS, runsOf: (run: BulkRun) => [run] }),
  staleTime: 0,
});

export const itemsQuery = (id: number, pile: BulkPile, page: number) =>
  pageQuery(bulk.items, { params: { id }, query: { pile, page } });

const ofRun = ({ params }: { params: { id: number | string } }) => runQuery(Number(params.id));

/** The answer is the run under way. */
const keepRun = (run: BulkRun, _variables: unknown, _shown: unknown, { client }: MutationFunctionContext) =>
  putAnswer(client, runQuery(run.id), run);

export const useStartRun = () => useMutation({ ...mutation(bulk.run, { upToDate: ofRun }), onSuccess: keepRun });

export const useUndoRun = () => useMutation({ ...mutation(bulk.undo, { upToDate: ofRun }), onSuccess: keepRun });

export const useDiscardRun = () => useMutation(mutation(bulk.discard));

export const saveRun = (id: number, format: ExportFormat) => download(bulk.sheet, { params: { id, format } });
