import { clients } from '@morada/contract/clients';
import type { Answer } from '@morada/contract/endpoint';
import { properties } from '@morada/contract/properties';
import { type ExtraCreate, type ProposalRow, type ProposalSearch, proposals } from '@morada/contract/proposals';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { ApiProblem, api, apiWithVersion } from '#web/lib/api.ts';
import { may } from '#web/lib/session.ts';
import { messageOf } from '#web/lib/toast.ts';
import type { RowPage } from '#web/ui/data-table.tsx';
import type { ProposalDraft, ProposalTerms } from './proposal-values.ts';

export type ProposalFilters = z.output<typeof ProposalSearch>;
export type ProposalLine = z.output<typeof ProposalRow>;
export type BankAccount = Answer<typeof clients.banks>[number];

const ALL = ['proposals'] as const;

export const proposalsQuery = ({ page = 1, ...filters }: ProposalFilters) =>
  queryOptions({
    queryKey: [...ALL, 'list', { page, ...filters }],
    queryFn: async ({ signal }) =>
      (await api(proposals.list, { query: { page, ...filters } }, { signal })) as RowPage<ProposalLine>,
    placeholderData: keepPreviousData,
  });

/** With its version, which goes back when it is changed. */
export const proposalQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => apiWithVersion(proposals.show, { params: { id } }, { signal }),
  });

/** What the form of a new contract takes from the property that was chosen. */
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
    queryKey: ['clients', 'banks', ownerId],
    queryFn: ({ signal }) => api(clients.banks, { params: { id: ownerId ?? 0 } }, { signal }),
    enabled: ownerId !== undefined && may(clients.banks.access),
  });

/** The specification's sentence for what failed, and the server's reason after it. */
async function saying<T>(sentence: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const { status, code, errors, extra } = error;
    throw new ApiProblem(status, code, `${sentence}. ${messageOf(error)}`, { ...extra, errors });
  }
}

/** Where the server gave no reason. The specification's own words: they say property, and are kept. */
const notCreated = () =>
  new ApiProblem(0, 'NOT_CREATED', 'Ocorreu um erro ao tentar fazer cadastro do imóvel, revise as informações');

export function useCreateProposal() {
  const cache = useQueryClient();
  return async (body: ProposalDraft) => {
    const created = await api(proposals.create, { body }).catch((error) => {
      throw error instanceof ApiProblem && error.code !== 'UNEXPECTED_ANSWER' ? error : notCreated();
    });
    cache.invalidateQueries(); // The property is taken now, its owner and the tenant have one contract more.
    return created;
  };
}

export function useProposalChanges(id: number) {
  const cache = useQueryClient();
  const params = { id };
  const { queryKey } = proposalQuery(id);
  const changed = () => cache.invalidateQueries({ queryKey: ALL });

  return {
    async update(body: ProposalTerms, version: string | undefined) {
      const call = apiWithVersion(proposals.update, { params, body }, { ifMatch: version });
      const saved = await saying('Não foi possível atualizar os dados', call);
      cache.setQueryData(queryKey, saved);
      changed();
    },
    async close(version: string | undefined) {
      const call = apiWithVersion(proposals.close, { params }, { ifMatch: version });
      const closed = await saying('Não foi possível encerrar o contrato', call);
      cache.setQueryData(queryKey, closed);
      cache.invalidateQueries(); // The property is free, invoices are gone.
    },
    remove: () => saying('Não foi possível deletar o contrato', api(proposals.remove, { params })),
    /** Once its page is left. */
    forget() {
      cache.removeQueries({ queryKey });
      cache.invalidateQueries();
    },
    async addGuarantor(body: { user_id: number }) {
      await saying('Não foi possível adicionar o fiador', api(proposals.addGuarantor, { params, body }));
      await changed();
    },
    async removeGuarantor(rowId: number) {
      const call = api(proposals.removeGuarantor, { params, query: { id: rowId }, body: null });
      await saying('Não foi possível remover o fiador', call);
      await changed();
    },
    async addExtra(body: z.input<typeof ExtraCreate>) {
      const call = api(proposals.addExtra, { params, body });
      await saying('Ocorreu um erro ao tentar cadastrar nova dedução / acréscimo', call);
      await changed();
    },
    async removeExtra(rowId: number) {
      const call = api(proposals.removeExtra, { params, query: { id: rowId }, body: null });
      await saying('Ocorreu um erro ao tentar deletar a(o) dedução / acréscimo', call);
      await changed();
    },
  };
}
