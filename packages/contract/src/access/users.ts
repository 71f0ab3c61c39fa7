import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { blank, email, idParams, isFilledIn, recordId, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { newPassword } from './session.ts';

/** A user of the staff. The reduced projection is id and name. */
export const AdminUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.optional(z.string()),
  group: z.optional(z.object({ id: z.int(), name: z.string() })),
  /** The caller. */
  self: z.optional(z.boolean()),
  second_factor: z.optional(z.boolean()),
  /** Number of open sessions. */
  sessions: z.optional(z.int()),
  /** Was invited, by e-mail or by a link to hand over, and has not chosen a password yet. */
  invited: z.optional(z.nullable(z.enum(['BY_MAIL', 'BY_HAND']))),
  /** Whether the caller holds all of this user's permissions: users can't edit others with more rights. */
  editable: z.optional(z.boolean()),
});

const required = {
  name: text('Informe o nome do usuário!'),
  email: email(),
  groupId: recordId('Informe o grupo do usuário!'),
};

/** Password set by another user, to be changed at the next sign-in. */
const password_temporary = z.optional(z.boolean());

export const AdminUserCreate = z
  .object({
    ...required,
    password: blank(newPassword('Informe a senha do usuário!')),
    password_temporary,
    /** The person chooses the password by a link of one use, sent by e-mail where mail is set up. */
    invite: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ password, invite }) => Boolean(password) || invite === true, {
      path: ['password'],
      message: 'Informe a senha do usuário!',
      // Said together with what else is missing.
      when: isFilledIn,
    }),
  );

/** An empty password keeps the current one. */
export const AdminUserChange = z.partial(
  z.object({ ...required, password: blank(newPassword('Informe a senha do usuário!')), password_temporary }),
);

export const users = endpoints('users', {
  list: {
    method: 'GET',
    path: '/user/admin/users',
    access: { any: ['ADMIN_USER_VIEW'], ref: ['PROPERTY_EDIT'] },
    summary: 'Usuários da equipe',
    response: z.array(AdminUser),
  },
  export: listExport({
    path: '/user/admin/users/export/:format',
    access: 'ADMIN_USER_VIEW',
    summary: 'Usuários da equipe, em planilha',
    query: z.object({}),
  }),
  show: {
    method: 'GET',
    path: '/user/admin/user/:id',
    access: 'ADMIN_USER_VIEW',
    summary: 'Um usuário da equipe',
    params: idParams,
    response: AdminUser,
    versioned: true,
  },
  create: {
    method: 'POST',
    path: '/user/admin/user',
    access: 'ADMIN_USER_CREATE',
    summary: 'Cadastrar usuário, em um grupo que não pode mais do que quem cadastra',
    body: AdminUserCreate,
    response: AdminUser,
    status: 201,
    secrets: ['password'],
  },
  update: {
    method: 'PATCH',
    path: '/user/admin/user/:id',
    access: 'ADMIN_USER_CREATE',
    summary: 'Alterar nome, e-mail ou grupo de um usuário, ou redefinir a senha, o que encerra as sessões dele',
    params: idParams,
    body: AdminUserChange,
    response: AdminUser,
    versioned: true,
    secrets: ['password'],
  },
  invite: {
    method: 'PUT',
    path: '/user/admin/user/:id/invitation',
    access: 'ADMIN_USER_CREATE',
    summary: 'Convidar de novo quem ainda não criou a senha: por e-mail, ou com um link de uso único para entregar',
    params: idParams,
    response: z.object({
      /** Address that the link was sent to; null: mail is not set up. */
      sent_to: z.nullable(z.string()),
      /** Link to hand over, where it was not sent. It is shown once. */
      url: z.nullable(z.string()),
    }),
  },
  remove: {
    method: 'DELETE',
    path: '/user/admin/user',
    access: 'ADMIN_USER_DESTROY',
    summary: 'Deletar usuário: as sessões dele terminam na hora',
    query: z.object({ id: z.coerce.number('Informe o usuário').check(z.int('Informe o usuário'), z.positive()) }),
  },
  endSessions: {
    method: 'DELETE',
    path: '/user/admin/user/:id/sessions',
    access: 'ADMIN_USER_CREATE',
    summary: 'Encerrar todas as sessões de outra pessoa',
    params: idParams,
  },
  resetSecondFactor: {
    method: 'DELETE',
    path: '/user/admin/user/:id/second-factor',
    access: 'ADMIN_USER_CREATE',
    summary: 'Desativar a verificação em duas etapas de quem perdeu o celular; as sessões dessa pessoa terminam',
    params: idParams,
  },
});

export const userProblems = problems({
  ADMIN_NOT_FOUND: [404, 'Não encontramos este usuário.'],
  ADMIN_NOT_INVITED: [409, 'Esta pessoa já criou a senha. Se a esqueceu, ela pede outra na página de entrada.'],
  ADMIN_EMAIL_TAKEN: [409, 'Já existe um usuário com este e-mail', 'email'],
  ADMIN_GROUP_UNKNOWN: [422, 'Informe o grupo do usuário!', 'groupId'],
  ADMIN_GROUP_BEYOND: [403, 'Este grupo tem permissões que você não tem', 'groupId'],
  ADMIN_BEYOND: [403, 'Este usuário tem permissões que você não tem.'],
  ADMIN_SELF_DELETE: [409, 'Você não pode deletar o seu próprio usuário.'],
  ADMIN_SELF_GROUP: [409, 'Você não pode trocar o seu próprio grupo', 'groupId'],
  ADMIN_SELF_PASSWORD: [409, 'Troque a sua própria senha em “Alterar senha”', 'password'],
  ADMIN_SELF_SESSIONS: [409, 'Encerre as suas próprias sessões em “Minha conta”.'],
  ADMIN_SELF_FACTOR: [409, 'Desative a sua própria verificação em “Minha conta”.'],
  ADMIN_FACTOR_OFF: [409, 'Esta pessoa não usa a verificação em duas etapas.'],
  ADMIN_LAST: [409, 'É preciso restar um usuário com todas as permissões'],
});
