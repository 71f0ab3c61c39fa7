import type { BankAccount, ClientDetail, ClientRow } from '@morada/contract/clients';
import { clients } from '@morada/contract/clients';
import type { ClientSearch } from '@morada/contract/clients.search';
import { type Chosen, type ExportFormat, exported } from '@morada/contract/export';
import { formatDocument } from '@morada/domain/base/documents';
import { CLIENT_TYPES, type PersonType } from '@morada/domain/people/client';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { ApiProblem, api, apiWithVersion } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { download } from '#web/lib/api/files.ts';
import { useSaveVersioned } from '#web/lib/api/use-save-versioned.ts';
import { CLIENT_HISTORY } from '#web/lib/client-history.ts';
import { removeWithUndo } from '#web/ui/feedback/undo.tsx';
import { matches } from '#web/ui/input/matching.ts';
import type { PickerOption } from '#web/ui/input/picker.tsx';

export type Search = z.output<typeof ClientSearch>;
export type Row = z.output<typeof ClientRow>;
export type Account = z.output<typeof BankAccount>;

const LISTS = ['clients', 'list'];

export const clientsQuery = (search: Search) =>
  queryOptions({
    queryKey: [...LISTS, search],
    queryFn: ({ signal }) =>
      withFailureMessage(
        'Não foi possível retornar os dados de clientes',
        findPage({ ...search, page: search.page ?? 1 }, signal),
      ),
    placeholderData: keepPreviousData,
  });

/** With its version. While it lies open only we ask for it again, so that what is typed is never saved over news. */
export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', id],
    queryFn: ({ signal }) =>
      withFailureMessage(
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
      withFailureMessage('Não foi possível retornar os bancos', api(clients.banks, { params: { id } }, { signal })),
  });

export type ClientOption = PickerOption & {
  contracts: NonNullable<Row['proposals']>;
  /** Absent for those who may not see them. */
  phone?: string | null;
  email?: string | null;
};

type Person = Pick<Row, 'id' | 'name' | 'cpf_cnpj'> & Partial<Pick<Row, 'type' | 'proposals' | 'phone' | 'email'>>;

const option = ({ id, name, cpf_cnpj, type = 'OWNER', proposals = [], phone, email }: Person): ClientOption => ({
  value: id,
  label: name,
  below: `${formatDocument(cpf_cnpj)} · ${CLIENT_TYPES[type]}`,
  contracts: proposals,
  phone,
  email,
});

/**
 * Active clients that match these letters, those of the type wanted first. Each kind has a page of its own: where many
 * match, the newest of all would leave the type wanted out.
 */
export const clientOptions = (text: string, first?: Row['type']) =>
  queryOptions({
    queryKey: [...LISTS, 'options', text, first],
    queryFn: ({ signal }) => {
      const search = { page: 1, query: text, situation: 'ACTIVE' } as const;
      const pages = [...(first ? [findPage({ ...search, type: first }, signal)] : []), findPage(search, signal)];
      return withFailureMessage('Ocorreu um erro ao tentar buscar pelos clientes', Promise.all(pages));
    },
    select: (pages) => {
      const wanted = pages.flatMap(({ data }) => data);
      return wanted.filter(({ id }, place) => wanted.findIndex((one) => one.id === id) === place).map(option);
    },
  });

const MOST_OWNERS = 20;

/** The same among owners, whose list has a call of its own. */
export const ownerOptions = (text: string) =>
  queryOptions({
    queryKey: ['clients', 'owners'],
    queryFn: ({ signal }) =>
      withFailureMessage('Não foi possível buscar os proprietários', api(clients.owners, {}, { signal })),
    select: (owners) =>
      owners
        .filter(({ name, cpf_cnpj }) => matches(`${name} ${cpf_cnpj} ${formatDocument(cpf_cnpj)}`, text))
        .slice(0, MOST_OWNERS)
        .map(option),
  });

async function findPage(query: Search, signal: AbortSignal) {
  const found = await api(clients.list, { query }, { signal });
  return Array.isArray(found) ? { data: found, page: 1, lastPage: 1, total: found.length } : found;
}

export function useCreateClient() {
  const cache = useQueryClient();
  return async (body: z.input<typeof clients.create.body>) => {
    const created = await withFailureMessage('Não foi possível efetuar o cadastro', api(clients.create, { body }));
    cache.invalidateQueries({ queryKey: LISTS });
    return created;
  };
}

/** A client by number, as pickers show one. */
export function useReadClient() {
  const cache = useQueryClient();
  return async (id: number) => {
    const { data } = await cache.fetchQuery(clientQuery(id));
    return { id, name: data.user.name };
  };
}

/** Saves over the version that was read, and says so in the words of what was changed. */
function useSave(id: number, failure: string) {
  const save = useSaveVersioned<ClientDetail>(clientQuery(id), LISTS);
  return (call: Parameters<typeof save>[0]) => withFailureMessage(failure, save(call));
}

/** Saves one section. */
export const useSaveClient = (id: number) => useSave(id, 'Não foi possível atualizar os dados do cliente');

/** Inactive clients are left out of every picker. */
export function useSetActive(id: number) {
  const save = useSave(id, 'Não foi possível atualizar o cliente');
  return (active: boolean) =>
    save((options) => apiWithVersion(clients.updateUser, { params: { id }, body: { active } }, options));
}

export function useSetPersonType(id: number) {
  const save = useSave(id, 'Não foi possível atualizar o cliente');
  return (person_type: PersonType) =>
    save((options) => apiWithVersion(clients.updateUser, { params: { id }, body: { person_type } }, options));
}

export type ColumnName = z.output<typeof clients.updateColumn.params>['column'];

/** Saves one field by itself; what is wrong with it is said at the field. */
export function useSaveColumn(id: number) {
  const save = useSave(id, 'Ocorreu um erro ao atualizar os dados do usuário');
  return async (column: ColumnName, value: string | null) => {
    const params = { id, column };
    try {
      return await save((options) => apiWithVersion(clients.updateColumn, { params, body: { value } }, options));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const errors = error.errors.map(({ message }) => ({ field: column, message }));
      throw new ApiProblem(error.status, error.code, error.message, { ...error.extra, errors });
    }
  };
}

export function useDeleteClient() {
  const cache = useQueryClient();
  return async (id: number) => {
    await withFailureMessage('Não foi possível deletar o usuário', api(clients.remove, { params: { id } }));
    cache.invalidateQueries({ queryKey: LISTS });
  };
}

export function useAnonymise(id: number) {
  const cache = useQueryClient();
  const save = useSave(id, 'Não foi possível atualizar o cliente');
  return async () => {
    await save((options) => apiWithVersion(clients.anonymise, { params: { id } }, options));
    cache.invalidateQueries(); // The name stood in contracts, invoices and transfers too.
  };
}

/** Downloads all personal data held about a client as one file. */
export const savePersonalData = (id: number) =>
  withFailureMessage(
    'Não foi possível retornar os dados do cliente',
    download(clients.personalData, { params: { id } }),
  );

/** The list that the filters find, whole. */
export const saveList = (format: ExportFormat, { page: _, ...search }: Search, chosen?: Chosen<object>) => {
  const query = { ...search, ...exported(chosen) };
  return withFailureMessage(
    'Não foi possível retornar os dados de clientes',
    download(clients.export, { params: { format }, query }),
  );
};

export const clientHistoryQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [CLIENT_HISTORY, id, page],
    queryFn: ({ signal }) =>
      withFailureMessage(
        'Ocorreu um erro ao tentar buscar pelo histórico',
        api(clients.history, { params: { id }, query: { page } }, { signal }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const clientInvoicesQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['clients', id, 'invoices', page],
    queryFn: ({ signal }) =>
      withFailureMessage(
        'Ocorreu um erro ao tentar buscar pelas faturas',
        api(clients.invoices, { params: { id }, query: { page } }, { signal }),
      ),
    placeholderData: keepPreviousData,
  });

export const clientTransfersQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['clients', id, 'transfers', page],
    queryFn: ({ signal }) => api(clients.transfers, { params: { id }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const accountKey = (id: number) => `account:${id}`;

/** The specification has one sentence for adding an account and removing it; changing one says it too. */
const BANK_FAILURE = 'Não foi possível adicionar a conta bancária';

export function useBankAccounts(id: number) {
  const cache = useQueryClient();
  const { queryKey } = bankAccountsQuery(id);
  return {
    async add(body: z.input<typeof clients.addBank.body>) {
      const account = await withFailureMessage(BANK_FAILURE, api(clients.addBank, { params: { id }, body }));
      cache.setQueryData(queryKey, (accounts = []) => [...accounts, account]);
    },
    async update(account: Account, body: z.input<typeof clients.updateBank.body>) {
      const params = { id, bankId: account.id };
      const saved = await withFailureMessage(
        BANK_FAILURE,
        api(clients.updateBank, { params, body }, { ifMatch: `"${account.version}"` }),
      );
      cache.setQueryData(queryKey, (accounts = []) => accounts.map((one) => (one.id === saved.id ? saved : one)));
      // Contracts that pay into it went with it.
      cache.invalidateQueries({ queryKey: ['proposals'] });
      cache.invalidateQueries({ queryKey: ['transfers'] });
    },
    /** Without a question; the notice brings it back. */
    remove: (bankId: number, body: string) =>
      removeWithUndo({
        keys: [accountKey(bankId)],
        body,
        send: async (keepalive) => {
          await withFailureMessage(BANK_FAILURE, api(clients.removeBank, { params: { id, bankId } }, { keepalive }));
          cache.setQueryData(queryKey, (accounts = []) => accounts.filter((account) => account.id !== bankId));
        },
      }),
  };
}
