import { heldChanges } from '@morada/contract/access/held-changes';
import { type PayoutLinkChange, type PayoutSafeguards, payouts } from '@morada/contract/bank/payouts';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

export type PayoutLinkValues = z.input<typeof PayoutLinkChange>;
export type SafeguardValues = z.input<typeof PayoutSafeguards>;

/** The server works with the bank once a minute. */
const AGAIN_MS = 60_000;

export const payoutLinkQuery = { ...query(payouts.link, {}), refetchInterval: AGAIN_MS };
export const safeguardsQuery = query(payouts.safeguards, {});

export const useSavePayoutLink = () => useMutation(mutation(payouts.saveLink, { awaitRefetch: true }));
export const useRemovePayoutLink = () => useMutation(mutation(payouts.removeLink, { awaitRefetch: true }));
export const useCheckPayoutLink = () => useMutation(mutation(payouts.checkLink, { awaitRefetch: true }));
export const useSaveSafeguards = () => useMutation(mutation(payouts.saveSafeguards, { awaitRefetch: true }));

export const heldChangesQuery = query(heldChanges.list, {});
export const useConfirmHeldChange = () => useMutation(mutation(heldChanges.confirm, { awaitRefetch: true }));
export const useRejectHeldChange = () => useMutation(mutation(heldChanges.reject, { awaitRefetch: true }));
