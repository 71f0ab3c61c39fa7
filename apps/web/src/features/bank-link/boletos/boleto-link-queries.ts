import { type BoletoLinkChange, boletoLink } from '@morada/contract/bank/boleto-link';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';
import type { Listed } from '../bank-link-queries.ts';

export type BoletoLinkValues = z.input<typeof BoletoLinkChange>;

/** The server works with the bank once a minute. */
const AGAIN_MS = 60_000;

export const boletoLinkQuery = { ...query(boletoLink.show, {}), refetchInterval: AGAIN_MS };

export const callsQuery = (state: Listed, page: number) => ({
  ...pageQuery(boletoLink.boletos, { query: { page, state } }),
  refetchInterval: AGAIN_MS,
});

export const useSaveBoletoLink = () => useMutation(mutation(boletoLink.save, { awaitRefetch: true }));
export const useRemoveBoletoLink = () => useMutation(mutation(boletoLink.remove, { awaitRefetch: true }));
export const useCheckBoletoLink = () => useMutation(mutation(boletoLink.check, { awaitRefetch: true }));
