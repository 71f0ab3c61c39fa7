import { ALL, normalisePermissions } from '@morada/domain/access/permissions';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { idParams, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

/** The reduced projection leaves out permissions and members. */
export const Group = z.object({
  id: z.int(),
  name: z.string(),
  permissions: z.optional(z.array(z.string())),
  /** Number of members. */
  users: z.optional(z.int()),
  /** Whether the caller is a member. */
  mine: z.optional(z.boolean()),
  /** Whether the caller holds all of its permissions, and so may assign it. */
  grantable: z.boolean(),
});

const missing = 'Informe as permissões do grupo!';

/** Codes as stored: in one spelling, without duplicates, and `*` alone. */
const permissions = z.pipe(
  z.array(z.string(missing).check(z.maxLength(60, 'Permissão desconhecida')), missing).check(
    z.minLength(1, missing),
    z.maxLength(200, 'Permissão desconhecida'),
    z.refine((codes) => normalisePermissions(codes).unknown.length === 0, 'Permissão desconhecida'),
  ),
  z.transform((given: string[]): string[] => {
    const { codes } = normalisePermissions(given);
    return codes.includes(ALL) ? [ALL] : codes;
  }),
);

export const GroupCreate = z.object({ name: text('Informe o nome do grupo!', 80), permissions });

export const groups = endpoints('groups', {
  list: {
    method: 'GET',
    path: '/user/admin/groups',
    access: { any: ['GROUP_VIEW'], ref: ['ADMIN_USER_CREATE', 'ADMIN_USER_VIEW'] },
    summary: 'Grupos de permissões',
    response: z.array(Group),
  },
  export: listExport({
    path: '/user/admin/groups/export/:format',
    access: 'GROUP_VIEW',
    summary: 'Grupos de permissões, em planilha',
    query: z.object({}),
  }),
  show: {
    method: 'GET',
    path: '/user/admin/group/:id',
    access: 'GROUP_VIEW',
    summary: 'Um grupo de permissões',
    params: idParams,
    response: Group,
    versioned: true,
  },
  create: {
    method: 'POST',
    path: '/user/admin/group',
    access: 'ADMIN_GROUP_CREATE',
    summary: 'Cadastrar grupo, com permissões que quem cadastra também tem',
    body: GroupCreate,
    response: Group,
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/user/admin/group/:id',
    access: 'ADMIN_GROUP_CREATE',
    summary: 'Alterar grupo: vale já na próxima chamada de quem está nele',
    params: idParams,
    body: z.partial(GroupCreate),
    response: Group,
    versioned: true,
  },
  remove: {
    method: 'DELETE',
    path: '/user/admin/group',
    access: 'GROUP_DESTROY',
    summary: 'Deletar grupo em que não há ninguém',
    query: z.object({ id: z.coerce.number('Informe o grupo').check(z.int('Informe o grupo'), z.positive()) }),
  },
});

export const groupProblems = problems({
  GROUP_NOT_FOUND: [404, 'Não encontramos este grupo.'],
  GROUP_NAME_TAKEN: [409, 'Já existe um grupo com este nome', 'name'],
  GROUP_IN_USE: [409, 'Há usuários neste grupo. Passe-os para outro antes de deletar.'],
  GROUP_BEYOND: [403, 'Você não pode dar permissões que não tem', 'permissions'],
  GROUP_ABOVE: [403, 'Este grupo tem permissões que você não tem'],
  GROUP_OWN: [409, 'Você não pode tirar permissões do seu próprio grupo', 'permissions'],
  GROUP_LAST: [409, 'É preciso restar um usuário com todas as permissões', 'permissions'],
});
