import * as z from 'zod/mini';
import { newPassword } from '../access/session.ts';
import { endpoints } from '../base/endpoint.ts';
import { blank, email, id, idParams, instant, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

/** A person who signs in to the client area for a company. */
export const ClientPerson = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  created_at: instant,
  /** Whether they have made their password. */
  has_password: z.boolean(),
});
export type ClientPerson = z.output<typeof ClientPerson>;

const who = { name: text('Informe o nome da pessoa', 120), email: email() };

/** Without a password, the person is e-mailed a link to set one. */
export const PersonDraft = z.object({ ...who, password: blank(newPassword('Informe a senha')) });

/** The form of the client area, which asks for the password of the company's own sign-in. */
export const PersonInvitation = z.object({
  ...who,
  current_password: z
    .string('Informe sua senha')
    .check(z.minLength(1, 'Informe sua senha'), z.maxLength(128, 'Use até 128 caracteres')),
});

export const clientPeople = endpoints('clients', {
  list: {
    method: 'GET',
    path: '/user/:id/people',
    access: 'CLIENT_VIEW',
    summary: 'Pessoas que entram na área do cliente por uma empresa',
    params: idParams,
    response: z.array(ClientPerson),
  },
  add: {
    method: 'POST',
    path: '/user/:id/people',
    access: 'CLIENT_EDIT',
    summary: 'Dar acesso à área do cliente a uma pessoa da empresa',
    params: idParams,
    body: PersonDraft,
    response: ClientPerson,
    status: 201,
    secrets: ['password'],
  },
  remove: {
    method: 'DELETE',
    path: '/user/:id/people/:personId',
    access: 'CLIENT_EDIT',
    summary: 'Tirar o acesso de uma pessoa da empresa; as sessões dela terminam',
    params: z.object({ id, personId: id }),
  },
});

export const clientPersonProblems = problems({
  PERSON_NOT_FOUND: [404, 'Esta pessoa já não tem acesso'],
  CLIENT_NOT_COMPANY: [409, 'Só um cliente com CNPJ pode ter outras pessoas na área do cliente.'],
  PERSON_EMAIL_TAKEN: [409, 'Este e-mail já é de outro cadastro. Use outro.', 'email'],
  PERSON_TOO_MANY: [409, 'Uma empresa pode ter até 10 pessoas na área do cliente.'],
  PERSON_NEEDS_PASSWORD: [422, 'O envio de e-mails não está configurado: informe uma senha para a pessoa', 'password'],
});
