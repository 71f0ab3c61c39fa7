import { type Billing, billing } from '@morada/contract/billing';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';

const POLL = 700;

export const billingQuery = queryOptions<Billing>({
  queryKey: ['billing'],
  queryFn: ({ signal }) => api(billing.show, {}, { signal }),
  meta: { live: ['billing'] },
  refetchInterval: ({ state }) => (state.data?.run?.status === 'RUNNING' ? POLL : false),
  staleTime: 0,
});

export function useBillingActions() {
  const cache = useQueryClient();
  return {
    start: async () => {
      const begun = await api(billing.start, {});
      cache.setQueryData(billingQuery.queryKey, begun);
    },
  };
}
