import { billing } from '@morada/contract/billing';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';

const POLL = 700;

export const billingQuery = queryOptions({
  ...query(billing.show, {}, { live: ['billing'] }),
  refetchInterval: ({ state }) => (state.data?.run?.status === 'RUNNING' ? POLL : false),
  staleTime: 0,
});

export const useStartBilling = () =>
  useMutation({
    ...mutation(billing.start, { upToDate: billingQuery }),
    onSuccess: (begun, _variables, _result, { client }) => client.setQueryData(billingQuery.queryKey, begun),
    onError: toast.failure,
  });
