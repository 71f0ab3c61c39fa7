import { type ProposalRow, proposals } from '@morada/contract/lease/proposals';
import type { ProposalSearch } from '@morada/contract/lease/proposals.search';
import { readjustments } from '@morada/contract/lease/readjustments';
import { terminations } from '@morada/contract/money/terminations';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { bankAccountsQuery } from '#web/entities/client/client-queries.ts';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { combinedQuery, pageQuery, query, WHILE_EDITED } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { useRecord } from '#web/ui/overlay/use-record.tsx';

export type ContractFilters = z.output<typeof ProposalSearch>;
export type ContractLine = z.output<typeof ProposalRow>;

/** Filters of the request: contracts in force by default, but an ID finds its contract in any status. */
export const askedOf = (filters: ContractFilters): ContractFilters => ({
  ...filters,
  status: filters.status ?? (filters.id === undefined ? 'APPROVED' : 'ALL'),
});

export const contractsQuery = ({ page = 1, ...search }: ContractFilters) =>
  pageQuery(proposals.list, { query: { page, ...askedOf(search) } });

export const contractQuery = (id: number) => ({ ...query(proposals.show, { params: { id } }), ...WHILE_EDITED });

/** Rent that each index would give today. */
export const readjustmentQuery = (id: number) => ({
  ...query(readjustments.preview, { params: { id } }),
  staleTime: 0,
});

/** Refetched on every view, since every change adds an entry to the history. */
export const historyQuery = (id: number) => ({ ...query(proposals.history, { params: { id } }), staleTime: 0 });

/** The chosen property and its main owner, which the form of a new contract uses. */
export const chosenPropertyQuery = (id: number | null | undefined) => ({
  ...combinedQuery([properties.list, properties.owners], { id }, async (call) => {
    if (typeof id !== 'number') throw new TypeError('No property is chosen');
    const [found, owners] = await Promise.all([
      call(properties.list, { query: { id, page: 1 } }),
      may(properties.owners.access) ? call(properties.owners, { params: { id } }) : [],
    ]);
    return { property: found.data[0], owner: owners[0] };
  }),
  enabled: typeof id === 'number',
});

/** Data of the chosen property that the form of a new contract uses. */
export type ChosenProperty = Awaited<ReturnType<Exclude<ReturnType<typeof chosenPropertyQuery>['queryFn'], undefined>>>;

export const ownerAccountsQuery = (ownerId: number | undefined) => ({
  ...bankAccountsQuery(ownerId ?? 0),
  enabled: ownerId !== undefined && may(clients.banks.access),
});

export const useCreateContract = () =>
  useMutation(
    mutation(proposals.create, {
      // The specification's own words.
      failure: 'Ocorreu um erro ao tentar fazer cadastro do imóvel, revise as informações',
    }),
  );

/** Record of a contract, for the page and its windows. */
export const useContractRecord = (id: number) => useRecord({ what: 'este contrato', query: contractQuery(id) });

export const useUpdateContract = (id: number) =>
  useMutation(recordMutation(proposals.update, contractQuery(id), { failure: 'Não foi possível atualizar os dados' }));

/** What closing a contract at once leaves undecided. Read on each use: an invoice may have been paid meanwhile. */
export const closingQuery = (id: number) => ({
  ...query(terminations.closing, { params: { id } }),
  staleTime: 0,
});

export const useCloseContract = (id: number) =>
  useMutation(
    recordMutation(terminations.close, contractQuery(id), { failure: 'Não foi possível encerrar o contrato' }),
  );

export function useDeleteContract(id: number) {
  const cache = useQueryClient();
  const { queryKey } = contractQuery(id);
  const { mutateAsync } = useMutation(
    mutation(proposals.remove, { failure: 'Não foi possível deletar o contrato', upToDate: { queryKey } }),
  );
  return {
    remove: () => mutateAsync({ params: { id } }),
    /** Drops the removed contract from the cache; to be called once its page is left. */
    forget: () => cache.removeQueries({ queryKey }),
  };
}
