import type { BankAccount, ClientDetail, ClientRow } from '@morada/contract/clients';
import { clients } from '@morada/contract/clients';
import type { ClientSearch } from '@morada/contract/clients.search';
import { formatDocument } from '@morada/domain/documents';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api, apiWithVersion } from '#web/lib/api.ts';
import { orSay } from '#web/lib/failure.ts';
import { useSaveVersioned } from '#web/lib/use-save-versioned.ts';

export type Search = z.output<typeof ClientSearch>;
export type Row = z.output<typeof ClientRow>;
export type Account = z.output<typeof BankAccount>;

const LISTS = ['clients', 'list'];

export const clientsQuery = (search: Search) =>
  queryOptions({
    queryKey: [...LISTS, search],
    queryFn: ({ signal }) =>
      orSay('Não foi possível retornar os dados de clientes', findPage({ ...search, page: search.page ?? 1 }, signal)),
    placeholderData: keepPreviousData,
  });

/** With its version. While it lies open only we ask for it again, so that what is typed is never saved over news. */
export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', id],
    queryFn: ({ signal }) =>
      orSay(
        'Não foi possível retornar os dados do cliente',
        apiWithVersion(clients.show, { params: { id } }, { signal }),
      ),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const bankAccountsQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', id, 'banks'],
    queryFn: ({ signal }) =>
      orSay('Não foi possível retornar os bancos', api(clients.banks, { params: { id } }, { signal })),
  });

/** Every bank of the country, loaded when first needed. */
export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: async () => (await import('@morada/domain/banks')).BANKS,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who answers to these letters, those of the type wanted first. */
export const clientOptions = (text: string, first?: Row['type']) =>
  queryOptions({
    queryKey: [...LISTS, 'options', text],
    queryFn: ({ signal }) =>
      orSay('Ocorreu um erro ao tentar buscar pelos clientes', findPage({ page: 1, query: text }, signal)),
    select: ({ data }) =>
      data
        .toSorted((one, other) => Number(other.type === first) - Number(one.type === first))
        .map(({ id, name, cpf_cnpj }) => ({ value: id, label: name, below: formatDocument(cpf_cnpj) })),
  });

async function findPage(query: Search, signal: AbortSignal) {
  const found = await api(clients.list, { query }, { signal });
  return Array.isArray(found) ? { data: found, page: 1, lastPage: 1, total: found.length } : found;
}

export function useCreateClient() {
  const cache = useQueryClient();
  return async (body: z.input<typeof clients.create.body>) => {
    const created = await orSay('Não foi possível efetuar o cadastro', api(clients.create, { body }));
    cache.invalidateQueries({ queryKey: LISTS });
    return created;
  };
}

/** Saves one section. */
export function useSaveClient(id: number) {
  const save = useSaveVersioned<ClientDetail>(clientQuery(id), LISTS);
  return (call: Parameters<typeof save>[0]) => orSay('Não foi possível atualizar os dados do cliente', save(call));
}

export function useDeleteClient() {
  const cache = useQueryClient();
  return async (id: number) => {
    await orSay('Não foi possível deletar o usuário', api(clients.remove, { params: { id } }));
    cache.invalidateQueries({ queryKey: LISTS });
  };
}

/** The specification has one sentence for both: adding an account and removing it. */
const BANK_FAILURE = 'Não foi possível adicionar a conta bancária';

export function useBankAccounts(id: number) {
  const cache = useQueryClient();
  const { queryKey } = bankAccountsQuery(id);
  return {
    async add(body: z.input<typeof clients.addBank.body>) {
      const account = await orSay(BANK_FAILURE, api(clients.addBank, { params: { id }, body }));
      cache.setQueryData(queryKey, (accounts = []) => [...accounts, account]);
    },
    async remove(bankId: number) {
      await orSay(BANK_FAILURE, api(clients.removeBank, { params: { id, bankId } }));
      cache.setQueryData(queryKey, (accounts = []) => accounts.filter((account) => account.id !== bankId));
    },
  };
}
