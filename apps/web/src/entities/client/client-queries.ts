import type { Answer } from '@morada/contract/base/endpoint';
import { type Chosen, type ExportFormat, exported } from '@morada/contract/base/export';
import { type BankAccount, type ClientRow, clients } from '@morada/contract/registry/clients';
import type { ClientSearch } from '@morada/contract/registry/clients.search';
import { formatDocument } from '@morada/domain/base/documents';
import { CLIENT_TYPES } from '@morada/domain/people/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { ApiProblem } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { download } from '#web/lib/api/files.ts';
import { mutation, recordMutation, rowMutation } from '#web/lib/api/mutation.ts';
import { combinedQuery, pageQuery, query, WHILE_EDITED } from '#web/lib/api/query.ts';
import { removeWithUndo } from '#web/ui/feedback/undo.tsx';
import { matches } from '#web/ui/input/matching.ts';
import type { PickerOption } from '#web/ui/input/picker.tsx';

export type Search = z.output<typeof ClientSearch>;
export type Row = z.output<typeof ClientRow>;
export type Account = z.output<typeof BankAccount>;

export const clientsQuery = ({ page = 1, ...search }: Search) =>
  pageQuery(
    clients.list,
    { query: { page, ...search } },
    { failure: 'Não foi possível retornar os dados de clientes' },
  );

export const clientQuery = (id: number) => ({
  ...query(clients.show, { params: { id } }, { failure: 'Não foi possível retornar os dados do cliente' }),
  ...WHILE_EDITED,
});

export const bankAccountsQuery = (id: number) =>
  query(clients.banks, { params: { id } }, { failure: 'Não foi possível retornar os bancos' });

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
 * Active clients that match the text, those of type `first` before the others. That type is fetched separately: among
 * many matches, the page of the newest clients might contain none of it.
 */
export const clientOptions = (text: string, first?: Row['type']) => ({
  ...combinedQuery(
    [clients.list],
    { text, first },
    (call) => {
      const find = (type?: Row['type']) =>
        call(clients.list, { query: { page: 1, query: text, situation: 'ACTIVE', type } });
      return Promise.all(first ? [find(first), find()] : [find()]);
    },
    { failure: 'Ocorreu um erro ao tentar buscar pelos clientes' },
  ),
  select: (found: Answer<typeof clients.list>[]) => {
    const wanted = found.flatMap((page) => (Array.isArray(page) ? page : page.data));
    return wanted.filter(({ id }, place) => wanted.findIndex((one) => one.id === id) === place).map(option);
  },
});

const MOST_OWNERS = 20;

export const ownersQuery = query(clients.owners, {}, { failure: 'Não foi possível buscar os proprietários' });

/** The same among owners, whose list has a call of its own. */
export const ownerOptions = (text: string) => ({
  ...ownersQuery,
  select: (owners: Answer<typeof clients.owners>) =>
    owners
      .filter(({ name, cpf_cnpj }) => matches(`${name} ${cpf_cnpj} ${formatDocument(cpf_cnpj)}`, text))
      .slice(0, MOST_OWNERS)
      .map(option),
});

export const useCreateClient = () =>
  useMutation(mutation(clients.create, { failure: 'Não foi possível efetuar o cadastro' }));

/** A client by number, as pickers show one. */
export function useReadClient() {
  const cache = useQueryClient();
  return async (id: number) => {
    const { data } = await cache.fetchQuery(clientQuery(id));
    return { id, name: data.user.name };
  };
}

/** Of a section of the form. */
const SECTION = { failure: 'Não foi possível atualizar os dados do cliente' };

export const useSaveUser = (id: number) => useMutation(recordMutation(clients.updateUser, clientQuery(id), SECTION));
export const useSaveInformation = (id: number) =>
  useMutation(recordMutation(clients.updateInformation, clientQuery(id), SECTION));
export const useSaveAddress = (id: number) =>
  useMutation(recordMutation(clients.updateAddress, clientQuery(id), SECTION));
export const useSaveTaxes = (id: number) => useMutation(recordMutation(clients.updateTaxes, clientQuery(id), SECTION));

const CLIENT = { failure: 'Não foi possível atualizar o cliente' };

/** Sets one field outside the form: whether pickers offer the client, or the type of person. */
export const useSetClient = (id: number) => useMutation(recordMutation(clients.updateUser, clientQuery(id), CLIENT));

export type ColumnName = z.output<typeof clients.updateColumn.params>['column'];

/** Saves one field by itself; what is wrong with it is said at the field. */
export function useSaveColumn(id: number) {
  const { mutateAsync, isPending } = useMutation(
    recordMutation(clients.updateColumn, clientQuery(id), {
      failure: 'Ocorreu um erro ao atualizar os dados do usuário',
    }),
  );
  const save = async (column: ColumnName, value: string | null) => {
    try {
      return await mutateAsync({ params: { id, column }, body: { value } });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const errors = error.errors.map(({ message }) => ({ field: column, message }));
      throw new ApiProblem(error.status, error.code, error.message, { ...error.extra, errors });
    }
  };
  return { save, isPending };
}

/** Its record on the screen is not read again: it is gone. */
export const useDeleteClient = (id: number) =>
  useMutation(mutation(clients.remove, { failure: 'Não foi possível deletar o usuário', upToDate: clientQuery(id) }));

export const useAnonymise = (id: number) => useMutation(recordMutation(clients.anonymise, clientQuery(id), CLIENT));

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

export const clientHistoryQuery = (id: number, page: number) => ({
  ...pageQuery(
    clients.history,
    { params: { id }, query: { page } },
    { failure: 'Ocorreu um erro ao tentar buscar pelo histórico' },
  ),
  staleTime: 0,
});

export const clientInvoicesQuery = (id: number, page: number) =>
  pageQuery(
    clients.invoices,
    { params: { id }, query: { page } },
    { failure: 'Ocorreu um erro ao tentar buscar pelas faturas' },
  );

export const clientTransfersQuery = (id: number, page: number) =>
  pageQuery(clients.transfers, { params: { id }, query: { page } });

export const accountKey = (id: number) => `account:${id}`;

/** Of the form of one account. */
export const accountRecordKey = (id: number | string) => ['bank-account', Number(id)] as const;

/** The specification has one sentence for adding an account and removing it; changing one says it too. */
const BANK = { failure: 'Não foi possível adicionar a conta bancária', awaitRefetch: true };

export const useAddAccount = () => useMutation(mutation(clients.addBank, BANK));

export const useUpdateAccount = () =>
  useMutation(rowMutation(clients.updateBank, { ...BANK, key: ({ params }) => accountRecordKey(params.bankId) }));

/** Removes an account without confirmation; a notice with the text `body` offers to undo it. */
export function useRemoveAccount(id: number) {
  const { mutateAsync } = useMutation(mutation(clients.removeBank, BANK));
  return (bankId: number, body: string) =>
    removeWithUndo({
      keys: [accountKey(bankId)],
      body,
      send: (keepalive) => mutateAsync({ params: { id, bankId }, keepalive }),
    });
}
