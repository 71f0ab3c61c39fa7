import type { Answer, Sent } from '@morada/contract/base/endpoint';
import { payments } from '@morada/contract/money/payments';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

export type Preview = Answer<typeof payments.preview>;
export type Payment = Answer<typeof payments.show>;

export const paymentsQuery = query(payments.list, {});

export const paymentQuery = (id: number) => query(payments.show, { params: { id } });

/** Read anew each time: accounts and transfers change meanwhile. */
export const previewQuery = (body: Sent<typeof payments.preview>['body']) => ({
  ...query(payments.preview, { body }),
  gcTime: 0,
});

export const useCreatePayment = () => useMutation(mutation(payments.create));

/** Marks transfers of a payment as paid by the bank; the answer names those that could not be. */
export const useConcludePayment = () => useMutation(mutation(payments.conclude));

/** Releases the transfers that the bank has yet to pay. */
export const useCancelPayment = () => useMutation(mutation(payments.cancel));
