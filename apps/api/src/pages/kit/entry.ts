import { type Html, html } from '../../base/html.ts';
import { type FormState, formNotice, inputField } from './fields.ts';
import type { Page } from './layout.ts';

/** A narrow page before a sign-in. `home`: target of the agency's name. */
export const entryPage = (agency: string, title: string, main: Html, home = '/'): Page => ({
  title,
  agency,
  home,
  main: html`<div class="entry"><h1>${title}</h1>
${main}
</div>`,
});

/** A form of such a page. */
export const entryForm = (action: string, state: FormState, fields: Html, button: string) =>
  html`<form class="fields" method="post" action="${action}" novalidate>
${formNotice(state)}
${fields}
<button class="button main" type="submit">${button}</button>
</form>`;

export const passwordFields = (
  state: FormState,
) => html`${inputField(state, { name: 'password', label: 'Nova senha, de 8 caracteres ou mais', type: 'password', autocomplete: 'new-password' })}
${inputField(state, { name: 'confirmation', label: 'Repita a nova senha', type: 'password', autocomplete: 'new-password' })}`;
