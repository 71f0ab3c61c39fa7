import { applications } from '@morada/contract/lease/applications';
import type { ApplicationSearch } from '@morada/contract/lease/applications.search';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type ApplicationFilters = Omit<z.output<typeof ApplicationSearch>, 'page'>;

export const applicationsQuery = (search: z.output<typeof ApplicationSearch>) => ({
  ...pageQuery(applications.list, { query: search }, { live: ['applications'] }),
  placeholderData: keepPreviousData,
});

export const applicationQuery = (id: number) =>
  query(applications.show, { params: { id } }, { live: ['applications'] });

export const rulesQuery = () => query(applications.rules, {});

export const useCreate = () => useMutation(mutation(applications.create));
export const useSaveRules = () => useMutation(mutation(applications.saveRules, { awaitRefetch: true }));
export const useUpdate = () => useMutation(mutation(applications.update, { awaitRefetch: true }));
export const useAddParty = () => useMutation(mutation(applications.addParty, { awaitRefetch: true }));
export const useSend = () => useMutation(mutation(applications.send, { awaitRefetch: true }));
export const useRenew = () => useMutation(mutation(applications.renew, { awaitRefetch: true }));
export const useAnalyse = () => useMutation(mutation(applications.analyse, { awaitRefetch: true }));
export const useWithdraw = () => useMutation(mutation(applications.withdraw, { awaitRefetch: true }));
export const useDecide = () => useMutation(mutation(applications.decide, { awaitRefetch: true }));
export const useErase = () => useMutation(mutation(applications.erase, { awaitRefetch: true }));
export const useRenewLink = () => useMutation(mutation(applications.renewLink, { awaitRefetch: true }));
export const useCloseLink = () => useMutation(mutation(applications.closeLink, { awaitRefetch: true }));
export const useAsk = () => useMutation(mutation(applications.ask, { awaitRefetch: true }));
export const useReopen = () => useMutation(mutation(applications.reopen, { awaitRefetch: true }));
export const useCode = () => useMutation(mutation(applications.code));
export const useCheck = () => useMutation(mutation(applications.check, { awaitRefetch: true }));
export const useAskCredit = () => useMutation(mutation(applications.askCredit, { awaitRefetch: true }));
export const useAddReport = () => useMutation(mutation(applications.addReport, { awaitRefetch: true }));
export const useRemoveDocument = () => useMutation(mutation(applications.removeDocument, { awaitRefetch: true }));
