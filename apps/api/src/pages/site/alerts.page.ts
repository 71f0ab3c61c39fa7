import { alertConsent, alertContactConsent, CONFIRM_HOURS } from '@morada/domain/property/search-alert';
import { ALERT_PATH } from '#api/modules/doors/site/alerts.service.ts';
import {
  filtersOf,
  type ListingSearch,
  type Place,
  searchPath,
  searchQuery,
  searchWords,
} from '#api/modules/doors/site/listing-search.map.ts';
import { html } from '../../base/html.ts';
import {
  choiceField,
  consentField,
  type FormState,
  formNotice,
  inputField,
  pressForm,
  trapField,
} from '../kit/fields.ts';
import type { Errors, Values } from '../kit/form-values.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';

const NOT_INDEXED = html`<meta name="robots" content="noindex">`;

/** Address of the form for a search. */
export const alertPath = (search: ListingSearch) => `${ALERT_PATH}?${searchQuery(filtersOf(search))}`;

type Form = { agency: string; search: ListingSearch; places: readonly Place[]; values?: Values; errors?: Errors };

/** Form by which a visitor asks for the new listings of a search. */
export function alertForm({ agency, search, places, values = {}, errors = {} }: Form) {
  const state: FormState = { id: 'alerta', values, errors };
  return html`<section class="alerted" id="alerta">
<h2>Receba os novos imóveis desta busca</h2>
<p>${searchWords(search, places)}. Um e-mail por dia, no máximo, e só quando houver novidade.</p>
<form class="fields" method="post" action="${alertPath(search)}#alerta" novalidate>
${formNotice(state)}
${trapField(state)}
${inputField(state, { name: 'email', label: 'Seu e-mail', type: 'email', autocomplete: 'email' })}
${consentField(state, alertConsent(agency))}
${choiceField(state, { name: 'contact', label: alertContactConsent(agency) })}
<button class="button main" type="submit">${icons.bell}Criar alerta</button>
</form>
</section>`;
}

/** `sent`: the request was accepted, and has to be confirmed by the mailed link. */
export function alertPage({ sent, ...form }: Form & { sent: boolean }): Page {
  const { agency, search } = form;
  return {
    title: 'Alerta de imóveis',
    agency,
    head: NOT_INDEXED,
    main: html`<div class="rowhead"><h1>Alerta de imóveis</h1></div>
${
  sent
    ? html`<div class="thanks" role="status">${icons.check}<div><p><strong>Falta confirmar</strong></p><p>Enviamos um link para o e-mail informado. O alerta começa quando você abrir o link e confirmar, em até ${CONFIRM_HOURS} horas.</p></div></div>`
    : alertForm(form)
}
<p class="onward"><a class="lead" href="${searchPath(search)}">Voltar à busca</a></p>`,
  };
}

type Linked = { agency: string; search: ListingSearch; places: readonly Place[] };

const pressed = (agency: string, title: string, main: ReturnType<typeof html>): Page => ({
  title,
  agency,
  head: NOT_INDEXED,
  main: html`<div class="message"><span class="plate">${icons.bell}</span><h1>${title}</h1>${main}</div>`,
});

/** Page with a button that confirms. Opening it has no effect, since scanners of e-mails open every link. */
export const confirmPage = ({ agency, search, places }: Linked) =>
  pressed(agency, 'Confirme o seu alerta', html`<p>${searchWords(search, places)}</p>${pressForm('Confirmar alerta')}`);

export const confirmedPage = ({ agency, search, places }: Linked) =>
  pressed(
    agency,
    'Alerta confirmado',
    html`<p>${searchWords(search, places)}. Você recebe um e-mail quando houver um imóvel novo. <a class="lead" href="${searchPath(search)}">Ver os de agora</a></p>`,
  );

export const leavePage = (agency: string) =>
  pressed(
    agency,
    'Cancelar este alerta',
    html`<p>Você deixa de receber os novos imóveis desta busca, e o seu e-mail é apagado do alerta.</p>${pressForm('Cancelar alerta')}`,
  );

export const leftPage = (agency: string) =>
  pressed(agency, 'Alerta cancelado', html`<p>Nada mais é enviado, e o seu e-mail foi apagado deste alerta.</p>`);
