import { payouts } from '@morada/contract/bank/payouts';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

/** Poll interval; the bank's response arrives within a minute. */
const AGAIN_MS = 15_000;

export const safeguardsQuery = query(payouts.safeguards, {});
export const waitingQuery = query(payouts.waiting, {});

export const payoutsQuery = (id: number) => ({
  ...query(payouts.ofPayment, { params: { id } }),
  refetchInterval: AGAIN_MS,
});

export const useCreatePayout = () => useMutation(mutation(payouts.create));
export const useApprove = () => useMutation(mutation(payouts.approve));
export const useReject = () => useMutation(mutation(payouts.reject));
export const useSettlePayout = () => useMutation(mutation(payouts.settle));
export const useGiveBack = () => useMutation(mutation(payouts.giveBack));
export const useConfirmReturn = () => useMutation(mutation(payouts.confirmReturn));
export const useKeepPaid = () => useMutation(mutation(payouts.keepPaid));
