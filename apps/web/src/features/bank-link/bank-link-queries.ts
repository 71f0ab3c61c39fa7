import { type BankLinkChange, bankLink } from '@morada/contract/bank/bank-link';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type LinkValues = z.input<typeof BankLinkChange>;

/** The server works with the bank once a minute. */
const AGAIN_MS = 60_000;

export const bankLinkQuery = { ...query(bankLink.show, {}), refetchInterval: AGAIN_MS };

export type Listed = 'REFUSED' | 'WAITING';

export const chargesQuery = (state: Listed, page: number) => ({
  ...pageQuery(bankLink.charges, { query: { page, state } }),
  refetchInterval: AGAIN_MS,
});

export const useSaveLink = () => useMutation(mutation(bankLink.save, { awaitRefetch: true }));
export const useRemoveLink = () => useMutation(mutation(bankLink.remove, { awaitRefetch: true }));
export const useCheckLink = () => useMutation(mutation(bankLink.check, { awaitRefetch: true }));
export const useRetryCharge = () => useMutation(mutation(bankLink.retry));
