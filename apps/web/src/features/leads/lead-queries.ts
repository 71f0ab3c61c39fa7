import { indicators } from '@morada/contract/desk/indicators';
import type { PeriodSearch } from '@morada/contract/money/finance.search';
import { leads } from '@morada/contract/registry/leads';
import type { LeadFilter, LeadSearch } from '@morada/contract/registry/leads.search';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type LeadFilters = Omit<z.output<typeof LeadSearch>, 'page'>;

export const leadsQuery = (search: z.output<typeof LeadSearch>) => ({
  ...pageQuery(leads.list, { query: search }, { live: ['leads'] }),
  placeholderData: keepPreviousData,
});

export const boardQuery = (filters: z.output<typeof LeadFilter>) => ({
  ...query(leads.board, { query: filters }, { live: ['leads'] }),
  placeholderData: keepPreviousData,
});

export const leadQuery = (id: number) => query(leads.show, { params: { id } }, { live: ['leads'] });
export const indicatorsQuery = (search: z.output<typeof PeriodSearch>) => ({
  ...query(indicators.show, { query: search }, { live: ['leads'] }),
  placeholderData: keepPreviousData,
});

export const ownersQuery = query(leads.owners, {});
export const rulesQuery = query(leads.rules, {}, { live: ['leads'] });

const recordOf = ({ params }: { params: { id: number | string } }) => leadQuery(Number(params.id));

export const useUpdateLead = () => useMutation(recordMutation(leads.update, recordOf));
export const useCreateLead = () => useMutation(mutation(leads.create));
export const useAnswerLead = () => useMutation(mutation(leads.answer, { awaitRefetch: true }));
export const usePutLead = () => useMutation(mutation(leads.put, { awaitRefetch: true }));
export const useWinLead = () => useMutation(mutation(leads.win, { awaitRefetch: true }));
export const useLoseLead = () => useMutation(mutation(leads.lose, { awaitRefetch: true }));
export const useReopenLead = () => useMutation(mutation(leads.reopen, { awaitRefetch: true }));
export const useTakeLead = () => useMutation(mutation(leads.take, { awaitRefetch: true }));
export const useAssignLead = () => useMutation(mutation(leads.assign, { awaitRefetch: true }));
export const useSaveRules = () => useMutation(mutation(leads.saveRules));
