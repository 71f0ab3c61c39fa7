import { formatPhone } from '@morada/domain/base/phone';
import { html } from '../../base/html.ts';
import { passwordFields } from '../kit/entry.ts';
import { formNotice, inputField } from '../kit/fields.ts';
import { PATHS } from './client-area.paths.ts';
import type { Filled } from './entry.page.ts';
import { type Area, areaPage, done, heading, section } from './layout.part.ts';

type Account = { name: string; email: string | null; phone: string | null; cellphone: string | null };

export function accountPage(area: Area, account: Account, { values, errors }: Filled, changed: boolean) {
  const state = { id: 'senha', values, errors };
  const phones = [account.phone, account.cellphone].filter((phone) => phone !== null).map(formatPhone);
  return areaPage(area, 'account', {
    title: 'Minha conta',
    main: html`${heading('Minha conta')}
${section(
  'Cadastro',
  html`<dl class="terms"><div><dt>Nome</dt><dd>${account.name}</dd></div><div><dt>E-mail</dt><dd>${account.email ?? '—'}</dd></div><div><dt>Telefone</dt><dd>${phones.join(', ') || '—'}</dd></div></dl>
<p class="dim">Mudou alguma coisa? <a class="lead" href="${PATHS.newTicket}">Avise a imobiliária</a>.</p>`,
)}
${section(
  'Trocar a senha',
  html`${changed && done('Senha trocada', 'Quem estava com a senha antiga em outros aparelhos saiu da conta.')}
<form class="fields" method="post" action="${PATHS.account}" novalidate>
${formNotice(state)}
<input type="hidden" autocomplete="username" value="${account.email}">
${inputField(state, { name: 'current_password', label: 'Senha atual', type: 'password', autocomplete: 'current-password' })}
${passwordFields(state)}
<button class="button main" type="submit">Trocar a senha</button>
</form>`,
)}`,
  });
}
