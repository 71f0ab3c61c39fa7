import { STAFF_PATH } from '@morada/contract/base/addresses';
import { RESET_MINUTES } from '@morada/domain/access/reset-message';
import { html } from '../../base/html.ts';
import { entryForm, entryPage, passwordFields } from '../kit/entry.ts';
import { inputField } from '../kit/fields.ts';
import type { Errors, Values } from '../kit/form-values.ts';
import type { Page } from '../kit/layout.ts';

export const PASSWORD_PATH = '/senha';
const LOGIN_PATH = `${STAFF_PATH}/login`;

const back = html`<p><a class="lead" href="${LOGIN_PATH}">Voltar para entrar</a></p>`;

type Asked = { agency: string; byMail: boolean; values: Values; errors: Errors };

/** The staff's form that asks for a link. */
export function askPage({ agency, byMail, values, errors }: Asked): Page {
  const state = { id: 'senha', values, errors };
  const main = byMail
    ? html`<p class="dim">Informe o e-mail com que você entra no sistema. Enviamos um link para criar outra senha.</p>
${entryForm(PASSWORD_PATH, state, html`${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' })}`, 'Enviar o link')}`
    : html`<p>O envio de e-mails não está configurado aqui. Peça outra senha a quem administra o sistema.</p>`;
  return entryPage(agency, 'Esqueci a senha', html`${main}\n${back}`, LOGIN_PATH);
}

/** Shown whether or not the e-mail belongs to a member of the staff. */
export const sentPage = (agency: string): Page =>
  entryPage(
    agency,
    'Confira o seu e-mail',
    html`<p>Se o endereço que você informou for de alguém da equipe, o link para criar outra senha chega em instantes. Ele vale por ${RESET_MINUTES} minutos.</p>
<p class="dim">Não chegou? Confira o lixo eletrônico ou fale com quem administra o sistema.</p>
${back}`,
    LOGIN_PATH,
  );

type Chosen = { agency: string; email: string; path: string; errors: Errors };

export function newPasswordPage({ agency, email, path, errors }: Chosen): Page {
  const state = { id: 'senha', values: {}, errors };
  return entryPage(
    agency,
    'Crie outra senha',
    html`<p class="dim">${email}</p>
${entryForm(path, state, html`<input type="hidden" autocomplete="username" value="${email}">${passwordFields(state)}`, 'Salvar a senha')}`,
    LOGIN_PATH,
  );
}

export const changedPage = (agency: string): Page =>
  entryPage(
    agency,
    'Senha trocada',
    html`<p>Suas sessões abertas foram encerradas. Entre com a senha nova; se você usa a verificação em duas etapas, ela é pedida como sempre.</p>
<p><a class="button main" href="${LOGIN_PATH}">Entrar</a></p>`,
    LOGIN_PATH,
  );

export const linkOverPage = (agency: string): Page =>
  entryPage(
    agency,
    'Este link não vale mais',
    html`<p>Cada link serve uma vez e vale por ${RESET_MINUTES} minutos. Peça outro, e ele chega no seu e-mail.</p>
<p><a class="button main" href="${PASSWORD_PATH}">Pedir outro link</a></p>`,
    LOGIN_PATH,
  );
