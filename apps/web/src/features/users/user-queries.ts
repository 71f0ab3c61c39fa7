import { groups } from '@morada/contract/access/groups';
import { users } from '@morada/contract/access/users';
import type { Answer } from '@morada/contract/base/endpoint';
import { useMutation } from '@tanstack/react-query';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { query, WHILE_EDITED } from '#web/lib/api/query.ts';

export type User = Answer<typeof users.show>;

export const usersQuery = query(users.list, {});

export const userQuery = (id: number) => ({ ...query(users.show, { params: { id } }), ...WHILE_EDITED });

/** Groups that can be assigned to a user. */
export const groupChoicesQuery = query(groups.list, {});

export const useCreateUser = () =>
  useMutation(mutation(users.create, { failure: 'Não foi possível efetuar o cadastro' }));

export const useSaveUser = (id: number) =>
  useMutation(
    recordMutation(users.update, userQuery(id), { failure: 'Ocorreu um erro ao atualizar os dados do usuário' }),
  );

export const useInviteUser = () => useMutation(mutation(users.invite, { failure: 'Não foi possível convidar' }));

export const useDeleteUser = () =>
  useMutation(mutation(users.remove, { failure: 'Não foi possível deletar o usuário', awaitRefetch: true }));

export const useEndSessions = () =>
  useMutation(mutation(users.endSessions, { failure: 'Não foi possível encerrar as sessões', awaitRefetch: true }));

export const useResetSecondFactor = () =>
  useMutation(
    mutation(users.resetSecondFactor, { failure: 'Não foi possível redefinir a verificação', awaitRefetch: true }),
  );
