import { groups } from '@morada/contract/access/groups';
import type { Answer } from '@morada/contract/base/endpoint';
import { useMutation } from '@tanstack/react-query';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { query, WHILE_EDITED } from '#web/lib/api/query.ts';

export type Group = Answer<typeof groups.show>;

export const groupsQuery = query(groups.list, {});

export const groupQuery = (id: number) => ({ ...query(groups.show, { params: { id } }), ...WHILE_EDITED });

export const useCreateGroup = () =>
  useMutation(mutation(groups.create, { failure: 'Não foi possível cadastrar o grupo' }));

export const useRemoveGroup = () =>
  useMutation(mutation(groups.remove, { failure: 'Não foi possível deletar este grupo', awaitRefetch: true }));

export const useSaveGroup = (id: number) =>
  useMutation(recordMutation(groups.update, groupQuery(id), { failure: 'Não foi possível atualizar os dados' }));
