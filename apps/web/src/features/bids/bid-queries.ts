import { bids } from '@morada/contract/lease/bids';
import type { BidSearch } from '@morada/contract/lease/bids.search';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query, WHILE_EDITED } from '#web/lib/api/query.ts';

export type BidFilters = Omit<z.output<typeof BidSearch>, 'page'>;

/** Filters of the request: those that are under way by default. */
export const askedOf = <Filters extends BidFilters>(filters: Filters): Filters => ({
  ...filters,
  state: filters.state ?? 'OPEN',
});

export const bidsQuery = ({ page = 1, ...search }: z.output<typeof BidSearch>) => ({
  ...pageQuery(bids.list, { query: { page, ...askedOf(search) } }),
  placeholderData: keepPreviousData,
});

export const bidQuery = (id: number) => ({ ...query(bids.show, { params: { id } }), ...WHILE_EDITED });

export const useCreateBid = () => useMutation(mutation(bids.create));
export const useRemoveBid = (id: number) => useMutation(mutation(bids.remove, { upToDate: bidQuery(id) }));
export const useMailBid = () => useMutation(mutation(bids.mail));
export const useUpdateBid = (id: number) => useMutation(recordMutation(bids.update, bidQuery(id)));
export const useCounterBid = (id: number) => useMutation(recordMutation(bids.counter, bidQuery(id)));
export const useSendBid = (id: number) => useMutation(recordMutation(bids.send, bidQuery(id)));
export const useAcceptBid = (id: number) => useMutation(recordMutation(bids.accept, bidQuery(id)));
export const useRefuseBid = (id: number) => useMutation(recordMutation(bids.refuse, bidQuery(id)));
export const useWithdrawBid = (id: number) => useMutation(recordMutation(bids.withdraw, bidQuery(id)));
export const useReserve = (id: number) => useMutation(recordMutation(bids.reserve, bidQuery(id)));
export const useRelease = (id: number) => useMutation(recordMutation(bids.release, bidQuery(id)));
export const useLinkClient = (id: number) => useMutation(recordMutation(bids.client, bidQuery(id)));
