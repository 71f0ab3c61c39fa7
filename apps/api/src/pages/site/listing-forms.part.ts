import { visitDays } from '@morada/domain/attendance/visit-days';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { listingPath } from '@morada/domain/property/property';
import { type Html, html } from '../../base/html.ts';
import type { FoundListing } from '../../modules/site/site.service.ts';
import {
  consentField,
  type FormState,
  formNotice,
  inputField,
  selectField,
  textField,
  trapField,
} from '../kit/fields.ts';
import type { Errors, Values } from '../kit/form-values.ts';
import { icons } from '../kit/icons.ts';
import type { Asked } from './forms.request.ts';

/** Result of a form: sent, or shown again with its values and errors. */
export type FormResult = { asked: Asked; sent: true } | { asked: Asked; sent: false; values: Values; errors: Errors };

type Asking = { agency: string; listing: FoundListing; today: CalendarDate; came: FormResult | undefined };

export const askLinks = () => html`<p class="ask">
<a class="button main" href="#visita">Agendar visita</a>
<a class="button" href="#mensagem">Enviar mensagem</a>
</p>`;

export const listingForms = (asking: Asking) => html`${visitForm(asking)}${messageForm(asking)}`;

const stateOf = (asked: Asked, came: FormResult | undefined): FormState =>
  came?.asked === asked && !came.sent
    ? { id: asked, values: came.values, errors: came.errors }
    : { id: asked, values: {}, errors: {} };

const isSent = (asked: Asked, came: FormResult | undefined) => came?.asked === asked && came.sent;

const thanks = (title: string, words: string) =>
  html`<div class="thanks" role="status">${icons.check}<div><p><strong>${title}</strong></p><p>${words}</p></div></div>`;

/**
 * Works without a script: posts to the listing's own address, with the form's fragment so that the browser scrolls to
 * it.
 */
const form = ({ agency, listing }: Asking, state: FormState, fields: Html, button: string) =>
  html`<form class="fields" method="post" action="${listingPath(listing)}#${state.id}" novalidate>
${formNotice(state)}
<input type="hidden" name="pedido" value="${state.id}">
${trapField(state)}
${fields}
${consentField(state, `Concordo que ${agency} guarde estes dados para responder a este pedido.`)}
<button class="button main" type="submit">${button}</button>
</form>`;

function visitForm(asking: Asking) {
  const { today, came } = asking;
  const state = stateOf('visita', came);
  const { first, last } = visitDays(today);
  return html`<section class="asked" id="visita"><h2>Agendar visita</h2>
${
  isSent('visita', came)
    ? thanks('Pedido de visita enviado', 'Vamos entrar em contato para confirmar o dia e o turno.')
    : form(
        asking,
        state,
        html`<div class="pair">
${inputField(state, { name: 'date', label: 'Dia', type: 'date', min: first, max: last })}
${selectField(state, { name: 'shift', label: 'Turno' }, [
  ['', 'Escolha'],
  ['AM', 'Manhã'],
  ['PM', 'Tarde'],
])}
</div>
${inputField(state, { name: 'name', label: 'Nome', autocomplete: 'name' })}
<div class="pair">
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national' })}
${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', optional: true })}
</div>`,
        'Pedir visita',
      )
}</section>`;
}

function messageForm(asking: Asking) {
  const state = stateOf('mensagem', asking.came);
  return html`<section class="asked" id="mensagem"><h2>Enviar mensagem</h2>
${
  isSent('mensagem', asking.came)
    ? thanks('Mensagem enviada', 'Vamos responder pelo e-mail que você informou.')
    : form(
        asking,
        state,
        html`${inputField(state, { name: 'name', label: 'Nome', autocomplete: 'name' })}
<div class="pair">
${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' })}
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national', optional: true })}
</div>
${textField(state, { name: 'message', label: 'Mensagem' })}`,
        'Enviar mensagem',
      )
}</section>`;
}
