import { STATES } from '@morada/contract/base/fields';
import { formatPhone } from '@morada/domain/base/phone';
import type { peopleOf } from '#api/modules/registry/clients/people.service.ts';
import type { account as accountOf } from '#api/modules/registry/clients/sessions.service.ts';
import { html } from '../../../base/html.ts';
import { passwordFields } from '../../kit/entry.ts';
import { formNotice, inputField, selectField } from '../../kit/fields.ts';
import { icons } from '../../kit/icons.ts';
import { PATHS } from '../client-area.paths.ts';
import { type Area, areaPage, done, heading, rows, section } from '../layout.part.ts';
import { BLANK, type Filled } from './entry.page.ts';

type Account = Awaited<ReturnType<typeof accountOf>>;

type Shown = {
  /** Success of the last form, to be reported. */
  told?: 'senha' | 'dados' | 'email' | 'pessoa' | 'sem-pessoa' | undefined;
  /** Each form as it was sent, with its errors. */
  contact?: Filled;
  email?: Filled;
  password?: Filled;
  person?: Filled;
  /** People who sign in for the company; undefined: there can be none, or one of them is signed in. */
  people: Awaited<ReturnType<typeof peopleOf>>;
  /** E-mail of the signed-in entry. */
  entry: string | null;
  /** Whether the server can send e-mail, which confirms a new address by a link. */
  byMail: boolean;
};

const TOLD = {
  senha: ['Senha trocada', 'Quem estava com a senha antiga em outros aparelhos saiu da conta.'],
  dados: ['Dados salvos', undefined],
  email: ['Confira o novo e-mail', 'Enviamos um link a ele. O endereço muda quando você abrir o link e confirmar.'],
  pessoa: ['Convite enviado', 'A pessoa cria a própria senha pelo link que enviamos ao e-mail dela.'],
  'sem-pessoa': ['Acesso retirado', 'A pessoa saiu da área do cliente em todos os aparelhos.'],
} as const;

export function accountPage(area: Area, account: Account, shown: Shown) {
  const { owns, receives } = area.standing;
  const { person } = area.client;
  const [title, words] = shown.told ? TOLD[shown.told] : [];
  return areaPage(area, 'account', {
    title: 'Conta',
    main: html`${heading('Conta', person ? `${person.name}, por ${account.name}` : account.name)}
${title && done(title, words)}
${(owns || receives) && html`<p><a class="button" href="${PATHS.bank}">Conta para repasses${icons.right}</a></p>`}
${section('Telefone e endereço', contactForm(account, shown.contact))}
${!person && section('E-mail', emailForm(account, shown))}
${shown.people && section('Pessoas da empresa', peopleForm(shown.people, shown))}
${section('Trocar a senha', passwordForm(shown.entry, shown.password ?? BLANK))}`,
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
  return html`<form class="fields" method="post" action="${PATHS.contact}" novalidate>
${formNotice(state)}
<div class="pair">
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national' })}
${inputField(state, { name: 'cellphone', label: 'Outro telefone', type: 'tel', optional: true })}
</div>
<div class="pair">
${inputField(state, { name: 'cep', label: 'CEP', autocomplete: 'postal-code', inputmode: 'numeric', optional: true })}
${inputField(state, { name: 'neighborhood', label: 'Bairro', optional: true })}
</div>
${inputField(state, { name: 'street', label: 'Rua', autocomplete: 'address-line1', optional: true })}
<div class="pair">
${inputField(state, { name: 'number', label: 'Número', optional: true })}
${inputField(state, { name: 'complement', label: 'Complemento', optional: true })}
</div>
<div class="pair">
${inputField(state, { name: 'city', label: 'Cidade', autocomplete: 'address-level2', optional: true })}
${selectField(state, { name: 'state', label: 'Estado', optional: true }, [['', 'Escolha'], ...states])}
</div>
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

/** Who else signs in for the company, and the invitation of one more. */
function peopleForm(people: NonNullable<Shown['people']>, { person: sent = BLANK, byMail }: Shown) {
  const state = { id: 'pessoa', ...sent };
  return html`<p class="dim">Cada pessoa entra com o próprio e-mail e a própria senha, e vê tudo o que é da empresa.</p>
${
  people.length > 0 &&
  rows(
    people.map(({ id, name, email, has_password }) => ({
      title: name,
      note: has_password ? email : `${email}, ainda sem senha`,
      state: html`<form method="post" action="${PATHS.people}/${id}/remover"><button class="button" type="submit" aria-label="Tirar o acesso de ${name}">Tirar o acesso</button></form>`,
    })),
  )
}
${
  byMail
    ? html`<form class="fields" method="post" action="${PATHS.people}" novalidate>
${formNotice(state)}
${inputField(state, { name: 'name', label: 'Nome da pessoa' })}
${inputField(state, { name: 'email', label: 'E-mail da pessoa', type: 'email' })}
${inputField(state, { name: 'current_password', label: 'Sua senha', type: 'password', autocomplete: 'current-password' })}
<button class="button main" type="submit">Convidar</button>
</form>`
    : html`<p>Para dar acesso a mais uma pessoa, <a class="lead" href="${PATHS.newTicket}">fale com a imobiliária</a>.</p>`
}`;
}

function passwordForm(email: string | null, { values, errors }: Filled) {
  const state = { id: 'senha', values, errors };
  return html`<form class="fields" method="post" action="${PATHS.account}" novalidate>
${formNotice(state)}
<input type="hidden" autocomplete="username" value="${email}">
${inputField(state, { name: 'current_password', label: 'Senha atual', type: 'password', autocomplete: 'current-password' })}
${passwordFields(state)}
<button class="button main" type="submit">Trocar a senha</button>
</form>`;
}

/** Page of the link that confirms a new e-mail. Opening it changes nothing; its button does. */
export const emailPage = (area: Area, email: string, path: string) =>
  areaPage(area, 'account', {
    title: 'Confirmar o novo e-mail',
    main: html`${heading('Confirmar o novo e-mail')}
<p>Sua conta passa a usar <strong>${email}</strong> para entrar e para os avisos da imobiliária.</p>
<form method="post" action="${path}"><button class="button main" type="submit">Usar este e-mail</button></form>`,
  });
