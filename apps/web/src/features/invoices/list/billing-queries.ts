import { type Billing, billing } from '@morada/contract/money/billing';
import { useMutation } from '@tanstack/react-query';
import { putAnswer } from '#web/lib/api/answers.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { watched } from '#web/lib/api/runs.ts';
import { toast } from '#web/lib/toast.ts';

export const billingQuery = {
  ...watched(query(billing.show, {}, { live: ['billing'] }), {
    runsOf: ({ run }: Billing) => (run ? [run] : []),
    isGoing: ({ status }) => status === 'RUNNING',
    begunBy: billing.start,
  }),
  staleTime: 0,
};

export const useStartBilling = () =>
  useMutation({
    ...mutation(billing.start, { upToDate: billingQuery }),
    onSuccess: (begun, _variables, _result, { client }) => putAnswer(client, billingQuery, begun),
    onError: toast.failure,
  });
