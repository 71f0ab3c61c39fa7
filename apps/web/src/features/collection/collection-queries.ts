import { collection } from '@morada/contract/collection/collection';
import type { CollectionSearch } from '@morada/contract/collection/collection.search';
import { collectionTasks } from '@morada/contract/collection/collection-tasks';
import type { Stage } from '@morada/domain/collection/stage-order';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query, WHILE_EDITED } from '#web/lib/api/query.ts';

export type Search = z.output<typeof CollectionSearch>;

const LIVE = { live: ['collection', 'messages', 'bank-payments'] } as const;

/** Which invoices the board shows, without the place in it. */
const filtersOf = ({ query, late, amount, by, owner }: Search) => ({ query, late, amount, by, owner });

export const boardQuery = (search: Search) => pageQuery(collection.board, { query: filtersOf(search) }, LIVE);

/** Read where a stage is chosen; the board shows the first invoices of all. */
export const stageQuery = ({ stage, page, ...filters }: Search) => ({
  ...pageQuery(collection.stage, { query: { ...filters, stage: stage as Stage, page } }, LIVE),
  enabled: stage !== undefined,
});

export const tasksQuery = query(collectionTasks.list, {}, LIVE);

export const invoiceCollectionQuery = (id: number) => query(collection.show, { params: { id } }, LIVE);

export const rulerQuery = { ...query(collection.ruler, {}), ...WHILE_EDITED };

export const simulationQuery = { ...query(collection.simulate, {}), staleTime: 0 };

export const exceptionQuery = (id: number) => query(collection.exception, { params: { id } });

export const useSaveRuler = () => useMutation(recordMutation(collection.saveRuler, rulerQuery));
export const useSwitchOn = () => useMutation(mutation(collection.switchOn, { awaitRefetch: true }));
export const useSwitchOff = () => useMutation(mutation(collection.switchOff, { awaitRefetch: true }));
export const useRegisterCall = () => useMutation(mutation(collection.call));
export const usePauseInvoice = () => useMutation(mutation(collection.pause));
export const usePauseContract = () => useMutation(mutation(collection.pauseContract));
export const useResume = () => useMutation(mutation(collection.resume));
export const useSaveException = () => useMutation(mutation(collection.saveException));
