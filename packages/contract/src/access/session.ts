import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { email, idParams, instant, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { factorCode } from './second-factor.ts';

const passwordShort = 'A senha precisa de 8 caracteres ou mais';
/**
 * ASVS 6.2.1: at least eight characters; the upper limit keeps hashing cheap. Common passwords are refused by the server
 * alone: their list would weigh on the login page.
 */
export const newPassword = (required: string) =>
  z
    .string(required)
    .check(z.minLength(1, required), z.minLength(8, passwordShort), z.maxLength(128, 'Use até 128 caracteres'));

export const Credentials = z.object({
  email: z.pipe(
    z.string('Informe seu e-mail!').check(z.trim(), z.minLength(1, 'Informe seu e-mail!')),
    email('Informe um e-mail válido'),
  ),
  password: z
    .string('Informe sua senha!')
    .check(z.minLength(1, 'Informe sua senha!'), z.maxLength(128, 'Use até 128 caracteres')),
  /** Second factor's code: asked for by `second-factor-required` once the password is right. */
  code: z.optional(factorCode),
});

/** Re-authentication of the signed-in user. */
export const Confirmation = z.pick(Credentials, { password: true, code: true });

/** Duties to fulfil before any other call is served. */
const Duty = z.enum(['password', 'second-factor']);
export type Duty = z.output<typeof Duty>;

export const Session = z.object({
  token: z.string(),
  name: z.string(),
  group: z.array(
    z.object({ id: z.int(), name: z.string(), permissions: z.array(z.object({ permission: z.string() })) }),
  ),
  duty: z.optional(Duty),
  /** Wrong passwords of the last 24 hours on this account, when there were many. */
  failed_tries: z.optional(z.int()),
});

export const Setup = z.object({
  token: z
    .string('Abra o link de configuração por inteiro')
    .check(z.minLength(1, 'Abra o link de configuração por inteiro'), z.maxLength(200)),
  name: text('Informe o nome do usuário!'),
  email: email(),
  password: newPassword('Informe a senha do usuário!'),
});

/** What an agency may never need, and whether it has begun to use it. */
export const Begun = z.object({
  withholding: z.boolean(),
  reform: z.boolean(),
  accounting: z.boolean(),
  /** Somebody's certificate of notes is kept, or a note was prepared. */
  notes: z.boolean(),
  pix: z.boolean(),
  boletos: z.boolean(),
  payouts: z.boolean(),
  statements: z.boolean(),
});
export type Begun = z.output<typeof Begun>;

export const session = endpoints('session', {
  login: {
    method: 'POST',
    path: '/user/admin/session',
    access: 'public',
    summary: 'Entrar',
    body: Credentials,
    response: Session,
    status: 201,
    secrets: ['password', 'code'],
  },
  logout: {
    method: 'DELETE',
    path: '/user/admin/session',
    access: 'login',
    summary: 'Sair da conta',
    beforeDuties: true,
  },
  confirm: {
    method: 'PUT',
    path: '/user/admin/confirmation',
    access: 'login',
    summary: 'Confirmar a própria senha, e o código de quem usa, para o que pede `reauth-required`: vale 10 minutos',
    beforeDuties: true,
    body: Confirmation,
    secrets: ['password', 'code'],
  },
  duty: {
    method: 'GET',
    path: '/user/admin/duty',
    access: 'login',
    summary: 'O que falta fazer antes de usar o sistema: trocar a senha que deram, ativar a verificação em duas etapas',
    beforeDuties: true,
    response: z.object({ duty: z.nullable(Duty) }),
  },
  list: {
    method: 'GET',
    path: '/user/admin/sessions',
    access: 'login',
    summary: 'Onde se está conectado',
    response: z.array(
      z.object({
        id: z.int(),
        device: z.string(),
        created_at: instant,
        /** Rounded to the minute. */
        seen_at: instant,
        current: z.boolean(),
      }),
    ),
  },
  end: {
    method: 'DELETE',
    path: '/user/admin/sessions/:id',
    access: 'login',
    summary: 'Encerrar uma das próprias sessões',
    params: idParams,
  },
  endOthers: {
    method: 'DELETE',
    path: '/user/admin/sessions',
    access: 'login',
    summary: 'Encerrar as próprias sessões, menos esta',
  },
  setupState: {
    method: 'GET',
    path: '/setup',
    access: 'public',
    summary: 'Se o primeiro administrador ainda falta',
    response: z.object({
      open: z.boolean(),
      /** Credentials of a demonstration. */
      demo: z.nullable(z.object({ email: z.string(), password: z.string() })),
      /** Whether a forgotten password is reset by e-mail. */
      mail: z.boolean(),
    }),
  },
  setup: {
    method: 'POST',
    path: '/setup',
    access: 'public',
    summary: 'Criar o primeiro administrador, com o link impresso na primeira partida',
    body: Setup,
    response: Session,
    status: 201,
    secrets: ['token', 'password'],
  },
  password: {
    method: 'PATCH',
    path: '/user/admin/password',
    access: 'login',
    summary: 'Trocar a própria senha',
    beforeDuties: true,
    body: z.object({
      password: newPassword('Informe sua nova senha'),
      current_password: z.optional(z.string().check(z.maxLength(128))),
      code: z.optional(factorCode),
    }),
    response: z.object({ id: z.int(), name: z.string(), email: z.string() }),
    secrets: ['password', 'current_password', 'code'],
  },
  badges: {
    method: 'GET',
    path: '/dashboard/badges',
    access: 'login',
    summary: 'Contadores do menu: visitas pendentes, tickets que esperam resposta, mensagens não lidas',
    response: z.object({ schedules: z.int(), chats: z.int(), contacts: z.int() }),
  },
  begun: {
    method: 'GET',
    path: '/dashboard/begun',
    access: 'login',
    summary: 'O que a imobiliária já começou a usar do que nem todas precisam: as abas do resto ficam em Configurações',
    response: Begun,
  },
  ticket: {
    method: 'POST',
    path: '/ticket',
    access: 'login',
    summary: 'Endereço de uso único, por 60 segundos, para abrir um arquivo em outra aba',
    body: z.object({ path: z.string('Informe o caminho').check(z.startsWith('/'), z.maxLength(500)) }),
    response: z.object({ url: z.string() }),
    status: 201,
  },
});

export const sessionProblems = problems({
  NO_FILE_THERE: [422, 'Este endereço não é o de um arquivo', 'path'],
  WRONG_CREDENTIALS: [401, 'E-mail ou senha incorretos.'],
  TOO_MANY_FAILURES: [429, 'Muitas tentativas com senha errada. Aguarde alguns minutos.'],
  'reauth-required': [401, 'Confirme sua senha atual para continuar', 'current_password'],
  WRONG_PASSWORD: [401, 'Senha incorreta', 'password'],
  PASSWORD_FIRST: [403, 'Troque a senha que deram a você para continuar.'],
  SECOND_FACTOR_FIRST: [403, 'Ative a verificação em duas etapas para continuar.'],
  PASSWORD_COMMON: [422, 'Esta senha está entre as primeiras que alguém tentaria. Escolha outra.', 'password'],
  PASSWORD_SAME: [422, 'Escolha uma senha diferente da que deram a você', 'password'],
  SESSION_NOT_FOUND: [404, 'Esta sessão já terminou.'],
  PASSWORD_OWN: [422, 'Não use o nome, o e-mail nem o nome da imobiliária como senha', 'password'],
  STARTER_LEFT: [403, 'Quem iniciou não tem mais acesso ao sistema.'],
  STARTER_BARRED: [403, 'Quem iniciou não tem mais permissão para isto.'],
  SETUP_CLOSED: [403, 'O link de configuração não vale mais.'],
});
