import { STATES } from '@morada/contract/fields';
import { formatPhone } from '@morada/domain/base/phone';
import { html } from '../../base/html.ts';
import type { account as accountOf } from '../../modules/client-area/sessions.service.ts';
import { passwordFields } from '../kit/entry.ts';
import { formNotice, inputField, selectField } from '../kit/fields.ts';
import { icons } from '../kit/icons.ts';
import { PATHS } from './client-area.paths.ts';
import { BLANK, type Filled } from './entry.page.ts';
import { type Area, areaPage, done, heading, section } from './layout.part.ts';

type Account = Awaited<ReturnType<typeof accountOf>>;

type Shown = {
  /** What the last form did, if it went through. */
  told?: 'senha' | 'dados' | 'email' | undefined;
  /** Each form as it was sent, with its errors. */
  contact?: Filled;
  email?: Filled;
  password?: Filled;
  /** A link can be sent to a new address. */
  byMail: boolean;
};

const TOLD = {
  senha: ['Senha trocada', 'Quem estava com a senha antiga em outros aparelhos saiu da conta.'],
  dados: ['Dados salvos', undefined],
  email: ['Confira o novo e-mail', 'Enviamos um link a ele. O endereço muda quando você abrir o link e confirmar.'],
} as const;

export function accountPage(area: Area, account: Account, shown: Shown) {
  const { owns, receives } = area.standing;
  const [title, words] = shown.told ? TOLD[shown.told] : [];
  return areaPage(area, 'account', {
    title: 'Conta',
    main: html`${heading('Conta', account.name)}
${title && done(title, words)}
${(owns || receives) && html`<p><a class="button" href="${PATHS.bank}">Conta para repasses${icons.right}</a></p>`}
${section('Telefone e endereço', contactForm(account, shown.contact))}
${section('E-mail', emailForm(account, shown))}
${section('Trocar a senha', passwordForm(account, shown.password ?? BLANK))}`,
  });
}

const CONTACT = ['cep', 'street', 'number', 'complement', 'neighborhood', 'city', 'state'] as const;

function contactForm(account: Account, sent: Filled | undefined) {
  const kept = Object.fromEntries(CONTACT.map((name) => [name, account[name] ?? '']));
  const values = sent?.values ?? {
    ...kept,
    phone: account.phone ? formatPhone(account.phone) : '',
    cellphone: account.cellphone ? formatPhone(account.cellphone) : '',
  };
  const state = { id: 'dados', values, errors: sent?.errors ?? {} };
  const states = STATES.map((code) => [code, code] as const);
  return html`<form class="fields pairs" method="post" action="${PATHS.contact}" novalidate>
${formNotice(state)}
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national' })}
${inputField(state, { name: 'cellphone', label: 'Outro telefone', type: 'tel', optional: true })}
${inputField(state, { name: 'cep', label: 'CEP', autocomplete: 'postal-code', inputmode: 'numeric', optional: true })}
${inputField(state, { name: 'street', label: 'Rua', autocomplete: 'address-line1', optional: true })}
${inputField(state, { name: 'number', label: 'Número', optional: true })}
${inputField(state, { name: 'complement', label: 'Complemento', optional: true })}
${inputField(state, { name: 'neighborhood', label: 'Bairro', optional: true })}
${inputField(state, { name: 'city', label: 'Cidade', autocomplete: 'address-level2', optional: true })}
${selectField(state, { name: 'state', label: 'Estado', optional: true }, [['', 'Escolha'], ...states])}
<button class="button main" type="submit">Salvar</button>
</form>`;
}

function emailForm({ email }: Account, { email: sent = BLANK, byMail }: Shown) {
  if (!byMail)
    return html`<p>${email ?? 'Nenhum'}</p><p class="dim">Para trocar o e-mail, <a class="lead" href="${PATHS.newTicket}">fale com a imobiliária</a>.</p>`;
  const state = { id: 'email', ...sent };
  return html`<p>Hoje: <strong>${email ?? 'nenhum'}</strong></p>
<form class="fields" method="post" action="${PATHS.email}" novalidate>
${formNotice(state)}
${inputField(state, { name: 'email', label: 'Novo e-mail', type: 'email', autocomplete: 'email' })}
${inputField(state, { name: 'current_password', label: 'Sua senha', type: 'password', autocomplete: 'current-password' })}
<button class="button main" type="submit">Enviar o link</button>
</form>`;
}

function passwordForm({ email }: Account, { values, errors }: Filled) {
  const state = { id: 'senha', values, errors };
  return html`<form class="fields" method="post" action="${PATHS.account}" novalidate>
${formNotice(state)}
<input type="hidden" autocomplete="username" value="${email}">
${inputField(state, { name: 'current_password', label: 'Senha atual', type: 'password', autocomplete: 'current-password' })}
${passwordFields(state)}
<button class="button main" type="submit">Trocar a senha</button>
</form>`;
}

/** The button of a link that changes the e-mail: opening it changes nothing. */
export const emailPage = (area: Area, email: string, path: string) =>
  areaPage(area, 'account', {
    title: 'Confirmar o novo e-mail',
    main: html`${heading('Confirmar o novo e-mail')}
<p>Sua conta passa a usar <strong>${email}</strong> para entrar e para os avisos da imobiliária.</p>
<form method="post" action="${path}"><button class="button main" type="submit">Usar este e-mail</button></form>`,
  });
