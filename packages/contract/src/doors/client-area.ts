import * as z from 'zod/mini';
import { Credentials, newPassword } from '../access/session.ts';
import { blank, cep, clearable, email, optionalText, phone, prose, recordId, state, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

/** Forms of the client area; its pages are rendered on the server, so no endpoint describes them. */
export const ClientCredentials = Credentials;

export const AccessRequest = z.object({ email: Credentials.shape.email });

const twice = {
  password: newPassword('Informe sua nova senha'),
  confirmation: z.string('Repita a senha').check(z.minLength(1, 'Repita a senha')),
};
type Twice = { password: string; confirmation: string };
const isSameTwice = ({ password, confirmation }: Twice) => password === confirmation;
const different = { error: 'As duas senhas não são iguais', path: ['confirmation'] };

export const FirstPassword = z.object(twice).check(z.refine(isSameTwice, different));

export const ChangedPassword = z
  .object({
    current_password: z
      .string('Informe sua senha atual')
      .check(z.minLength(1, 'Informe sua senha atual'), z.maxLength(128, 'Use até 128 caracteres')),
    ...twice,
  })
  .check(z.refine(isSameTwice, different));

export const NewTicket = z.object({
  title: text('Informe o assunto', 120),
  message: prose('Informe uma mensagem', 4_000),
  property_id: blank(z.pipe(z.coerce.number(), recordId('Escolha o imóvel'))),
});

/** Accepts a debt agreement; `version` is that of the text on the page. */
export const AgreementAcceptance = z.object({
  name: text('Informe seu nome completo', 120).check(z.minLength(5, 'Informe seu nome completo')),
  version: z.pipe(z.coerce.number(), recordId()),
});

/** Contact data that clients edit themselves. Blank fields of the address are cleared. */
export const ContactData = z.object({
  phone: phone('Informe o telefone'),
  cellphone: clearable(phone('Informe o telefone')),
  cep: clearable(cep()),
  street: optionalText(),
  number: optionalText(20),
  complement: optionalText(),
  neighborhood: optionalText(),
  city: optionalText(),
  state: clearable(state()),
});

export const NewEmail = z.object({
  email: email(),
  current_password: z
    .string('Informe sua senha')
    .check(z.minLength(1, 'Informe sua senha'), z.maxLength(128, 'Use até 128 caracteres')),
});

/** Account that an owner requests for transfers. `replaces`: present account that it replaces. */
export const NewAccount = z.object({ replaces: blank(z.pipe(z.coerce.number(), recordId('Escolha a conta'))) });

export const clientAreaProblems = problems({
  LINK_OVER: [410, 'Este link não vale mais.'],
  EMAIL_SAME: [422, 'Este já é o seu e-mail', 'email'],
  MAIL_OFF: [503, 'O envio de e-mails não está configurado. Peça o acesso à imobiliária.'],
  WRONG_CURRENT_PASSWORD: [422, 'A senha atual não confere', 'current_password'],
  FORM_FROM_ELSEWHERE: [403, 'Este formulário não veio da área do cliente. Abra a página de novo e tente outra vez.'],
});
