import { clients } from '@morada/contract/clients';
import { properties } from '@morada/contract/properties';
import { type ProposalDetail, type ProposalRow, proposals } from '@morada/contract/proposals';
import type { ProposalSearch } from '@morada/contract/proposals.search';
import { readjustments } from '@morada/contract/readjustments';
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api, apiWithVersion } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { useSaveVersioned } from '#web/lib/api/use-save-versioned.ts';
import { may } from '#web/lib/session/session.ts';
import type { RowPage } from '#web/ui/list/data-table.tsx';
import type { ContractDraft, ContractTerms } from './terms/contract-values.ts';

export type ContractFilters = z.output<typeof ProposalSearch>;
export type ContractLine = z.output<typeof ProposalRow>;

const LISTS = ['proposals', 'list'];

/** The filters as the call takes them: contracts in force unless the address says which, and an ID finds its contract whatever its status. */
export const askedOf = (filters: ContractFilters): ContractFilters => ({
  ...filters,
  status: filters.status ?? (filters.id === undefined ? 'APPROVED' : 'ALL'),
});

export const contractsQuery = ({ page = 1, ...search }: ContractFilters) => {
  const filters = askedOf(search);
  return queryOptions({
    queryKey: [...LISTS, { page, ...filters }],
    queryFn: async ({ signal }) =>
      (await api(proposals.list, { query: { page, ...filters } }, { signal })) as RowPage<ContractLine>,
    placeholderData: keepPreviousData,
  });
};

/** With its version. While it lies open only we ask for it again, so that what is typed is never saved over news. */
export const contractQuery = (id: number) =>
  queryOptions({
    queryKey: ['proposals', id],
    queryFn: ({ signal }) => apiWithVersion(proposals.show, { params: { id } }, { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Rent that each index would give today. */
export const readjustmentQuery = (id: number) =>
  queryOptions({
    queryKey: ['proposals', id, 'readjustment'],
    queryFn: ({ signal }) => api(readjustments.preview, { params: { id } }, { signal }),
    staleTime: 0,
  });

/** Every change leaves a line in it: read anew whenever it is looked at. */
export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['proposals', id, 'history'],
    queryFn: ({ signal }) => api(proposals.history, { params: { id } }, { signal }),
    staleTime: 0,
  });

/** Data of the chosen property that the form of a new contract uses. */
export type ChosenProperty = Awaited<ReturnType<typeof findChosenProperty>>;

async function findChosenProperty(id: number, signal: AbortSignal) {
  const [found, owners] = await Promise.all([
    api(properties.list, { query: { id, page: 1 } }, { signal }),
    may(properties.owners.access) ? api(properties.owners, { params: { id } }, { signal }) : [],
  ]);
  return { property: found.data[0], owner: owners[0] };
}

export const chosenPropertyQuery = (id: number | null | undefined) =>
  queryOptions({
    queryKey: ['properties', 'chosen', id],
    queryFn: ({ signal }) => findChosenProperty(id ?? 0, signal),
    enabled: typeof id === 'number',
  });

export const ownerAccountsQuery = (ownerId: number | undefined) =>
  queryOptions({
    queryKey: ['clients', ownerId, 'banks'],
    queryFn: ({ signal }) => api(clients.banks, { params: { id: ownerId ?? 0 } }, { signal }),
    enabled: ownerId !== undefined && may(clients.banks.access),
  });

export function useCreateContract() {
  const cache = useQueryClient();
  return async (body: ContractDraft) => {
    const created = await withFailureMessage(
      'Ocorreu um erro ao tentar fazer cadastro do imóvel, revise as informações', // The specification's own words.
      api(proposals.create, { body }),
    );
    cache.invalidateQueries(); // The property is taken now, its owner and the tenant have one contract more.
    return created;
  };
}

export function useUpdateContract(id: number) {
  const save = useSaveVersioned<ProposalDetail>(contractQuery(id), LISTS);
  return (body: ContractTerms) =>
    withFailureMessage(
      'Não foi possível atualizar os dados',
      save((options) => apiWithVersion(proposals.update, { params: { id }, body }, options)),
    );
}

/** Query key of termination previews; they become obsolete once the contract is closed. */
export const DRAFTS = 'termination-drafts';

export const refreshAll = (cache: QueryClient) =>
  cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DRAFTS });

export function useCloseContract(id: number) {
  const cache = useQueryClient();
  const save = useSaveVersioned<ProposalDetail>(contractQuery(id), LISTS);
  return async () => {
    await withFailureMessage(
      'Não foi possível encerrar o contrato',
      save((options) => apiWithVersion(proposals.close, { params: { id } }, options)),
    );
    refreshAll(cache); // The property is free, invoices are gone.
  };
}

export function useDeleteContract(id: number) {
  const cache = useQueryClient();
  return {
    remove: () => withFailureMessage('Não foi possível deletar o contrato', api(proposals.remove, { params: { id } })),
    /** Once its page is left. */
    forget() {
      cache.removeQueries({ queryKey: contractQuery(id).queryKey });
      cache.invalidateQueries();
    },
  };
}
