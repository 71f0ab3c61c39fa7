import { formatPhone } from '@morada/domain/base/phone';
import { type Html, html } from '../../../base/html.ts';
import { entryForm, entryPage, passwordFields } from '../../kit/entry.ts';
import { inputField } from '../../kit/fields.ts';
import type { Errors, Values } from '../../kit/form-values.ts';
import { icons } from '../../kit/icons.ts';
import type { Page } from '../../kit/layout.ts';
import { PATHS } from '../client-area.paths.ts';

/** The agency's name and contacts, for pages without a session. */
export type Host = { agency: string; phone: string | null; email: string | null };
export type Filled = {
  values: Values;
  errors: Errors;
  /** Names of the photographs that the form keeps. */
  photographs?: readonly string[] | undefined;
};

export const BLANK: Filled = { values: {}, errors: {} };

const entry = ({ agency }: Host, title: string, main: Html): Page => entryPage(agency, title, main);

/** Contacts of the agency, as far as they are registered. */
const contact = ({ phone, email }: Host) => [phone && formatPhone(phone), email].filter(Boolean).join(' ou ');

type SignIn = Host &
  Filled & {
    comeback: string | undefined;
    demo: { email: string; password: string } | undefined;
    notice?: string | undefined;
  };

export const signInPage = ({ values, errors, comeback, demo, notice, ...host }: SignIn): Page => {
  const state = { id: 'entrar', values, errors };
  return entry(
    host,
    'Área do cliente',
    html`<p class="dim">Suas faturas, boletos, repasses, contratos e atendimento em um só lugar.</p>
${notice && html`<p class="told" role="status">${notice}</p>`}
${entryForm(
  PATHS.signIn,
  state,
  html`${comeback && html`<input type="hidden" name="voltar" value="${comeback}">`}
${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' })}
${inputField(state, { name: 'password', label: 'Senha', type: 'password', autocomplete: 'current-password' })}`,
  'Entrar',
)}
<p><a class="lead" href="${PATHS.access}">Primeiro acesso ou esqueci a senha</a></p>
${demo && html`<p class="told">Demonstração: entre com ${demo.email}, senha ${demo.password}</p>`}`,
  );
};

export function accessPage({ values, errors, byMail, ...host }: Host & Filled & { byMail: boolean }): Page {
  const state = { id: 'acesso', values, errors };
  const title = 'Primeiro acesso ou nova senha';
  if (!byMail)
    return entry(
      host,
      title,
      html`<p>O envio de e-mails não está configurado aqui. Peça a sua senha à imobiliária${contact(host) && `: ${contact(host)}`}.</p>
${back}`,
    );
  return entry(
    host,
    title,
    html`<p class="dim">Informe o e-mail do seu cadastro. Enviamos um link para você criar a senha.</p>
${entryForm(PATHS.access, state, html`${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' })}`, 'Enviar o link')}
${back}`,
  );
}

const back = html`<p><a class="lead" href="${PATHS.signIn}">Voltar para entrar</a></p>`;

/** Shown whether or not the e-mail belongs to a client. */
export const sentPage = (host: Host): Page =>
  entry(
    host,
    'Confira o seu e-mail',
    html`<p>Se o endereço que você informou estiver no nosso cadastro, o link para criar a senha chega em instantes. Ele vale por 1 hora.</p>
<p class="dim">Não chegou? Confira o lixo eletrônico${contact(host) && ` ou fale com a imobiliária: ${contact(host)}`}.</p>
${back}`,
  );

type NewPassword = Host & Filled & { client: { name: string; email: string | null }; path: string };

export const newPasswordPage = ({ values, errors, client, path, ...host }: NewPassword): Page => {
  const state = { id: 'senha', values, errors };
  return entry(
    host,
    'Crie a sua senha',
    html`<p class="dim">${client.name}, ${client.email}</p>
${entryForm(path, state, html`<input type="hidden" autocomplete="username" value="${client.email}">${passwordFields(state)}`, 'Salvar e entrar')}`,
  );
};

export const linkOverPage = (host: Host): Page =>
  entry(
    host,
    'Este link não vale mais',
    html`<p>Cada link serve uma vez e vale por 1 hora. Peça outro, e ele chega no seu e-mail.</p>
<p><a class="button main" href="${PATHS.access}">Pedir outro link</a></p>`,
  );

export const missingPage = ({ agency }: Pick<Host, 'agency'>): Page => ({
  title: 'Página não encontrada',
  agency,
  home: PATHS.home,
  main: html`<div class="message"><span class="plate">${icons.home}</span><h1>Página não encontrada</h1><p>Confira o endereço, ou volte ao <a class="lead" href="${PATHS.home}">início da área do cliente</a>.</p></div>`,
});
