import { recurrences } from '@morada/contract/bank/recurrences';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

/** Poll interval. The server exchanges data with the bank once a minute. */
const AGAIN_MS = 30_000;

export const recurrenceQuery = (id: number) => ({
  ...query(recurrences.show, { params: { id } }),
  refetchInterval: AGAIN_MS,
});

export const useOfferRecurrence = () => useMutation(mutation(recurrences.offer, { awaitRefetch: true }));
export const useCancelRecurrence = () => useMutation(mutation(recurrences.cancel, { awaitRefetch: true }));
