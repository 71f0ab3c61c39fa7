import { shiftName, visitTimeText } from '@morada/domain/attendance/visit';
import { shiftOf, type VisitDay } from '@morada/domain/attendance/visit-slots';
import { namedAgency } from '@morada/domain/base/agency-name';
import { type CalendarDate, formatLongDate, isCalendarDate, weekday } from '@morada/domain/base/calendar';
import { listingPath } from '@morada/domain/property/property';
import type { FoundListing } from '#api/modules/doors/site/site.service.ts';
import { type Html, html } from '../../../base/html.ts';
import { type Face, telLink } from '../../kit/face.ts';
import { consentField, type FormState, formNotice, inputField, textField, trapField } from '../../kit/fields.ts';
import type { Errors, Values } from '../../kit/form-values.ts';
import { icons } from '../../kit/icons.ts';
import type { Asked } from '../forms.request.ts';
import { whatsappPath } from '../whatsapp.page.ts';

/** Result of a form: sent, or shown again with its values and errors. */
export type FormResult = { asked: Asked; sent: true } | { asked: Asked; sent: false; values: Values; errors: Errors };

/** Days of a visit are buttons of its form, so that choosing one keeps what was typed. */
export const isDayChoice = ({ dia, dias }: Values) => dia !== undefined || dias !== undefined;

/** Values of the form once a day was chosen: an hour belongs to its day. */
export function withDay({ dia, dias, time, ...values }: Values): Values {
  if (dia !== undefined) return { ...values, date: dia, ...(dia === values.date && time !== undefined && { time }) };
  return { ...values, ...(time !== undefined && { time }), ...(dias !== undefined && { dias }) };
}

/** Chosen day of a visit, and the first day to show, from the address. */
export type VisitChoice = { day?: CalendarDate; from?: CalendarDate };

type Asking = {
  agency: string;
  listing: FoundListing;
  slots: readonly VisitDay[];
  came: FormResult | undefined;
  visit: VisitChoice;
};

/** Ways to reach the agency about a listing; on a phone a bar that stays at the bottom. */
export function askLinks({ phone, whatsapp }: Face, listing: FoundListing) {
  return html`<p class="ask">
${!listing.reserved && html`<a class="button main" href="#visita">Agendar visita</a>`}
${whatsapp && html`<a class="button whatsapp" href="${whatsappPath(listing)}" rel="nofollow">${icons.whatsapp}WhatsApp</a>`}
${phone && html`<a class="button call" href="${telLink(phone)}">${icons.phone}<span>Ligar</span></a>`}
<a class="button${(whatsapp || phone) && ' write'}" href="#mensagem">Enviar mensagem</a>
</p>`;
}

/** Reads the chosen and the first day from the query of an address; invalid days are ignored. */
export function readVisitChoice(query: unknown): VisitChoice {
  const { dia, dias } = (query ?? {}) as { dia?: unknown; dias?: unknown };
  const dayIn = (value: unknown) => (typeof value === 'string' && isCalendarDate(value) ? value : undefined);
  const [day, from] = [dayIn(dia), dayIn(dias)];
  return { ...(day && { day }), ...(from && { from }) };
}

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
<button class="trap" type="submit" tabindex="-1" aria-hidden="true">${button}</button>
<input type="hidden" name="pedido" value="${state.id}">
${trapField(state)}
${fields}
${consentField(state, `Concordo que ${namedAgency(agency)} guarde estes dados para responder a este pedido.`)}
<button class="button main" type="submit">${button}</button>
</form>`;

/** Days that are shown at once. */
const DAYS_SHOWN = 8;

function visitForm(asking: Asking) {
  const { listing, slots, came, visit } = asking;
  const state = stateOf('visita', came);
  return html`<section class="asked" id="visita"><h2>Agendar visita</h2>
${
  isSent('visita', came)
    ? thanks('Pedido de visita enviado', 'O horário está reservado para você. Vamos entrar em contato para confirmar.')
    : listing.reserved
      ? html`<p class="dim">Este imóvel está reservado, e não recebe visitas por enquanto. Envie uma mensagem, e avisamos se ele voltar.</p>`
      : slots.length === 0
        ? html`<p class="dim">Não há horários livres nos próximos dias. Envie uma mensagem, e combinamos com você.</p>`
        : form(
            asking,
            state,
            html`${visitHours(state, slots, visit)}
${inputField(state, { name: 'name', label: 'Nome', autocomplete: 'name' })}
<div class="pair">
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national' })}
${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', optional: true })}
</div>`,
            'Pedir visita',
          )
}</section>`;
}

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'];

function chosenDay(slots: readonly VisitDay[], { values }: FormState, visit: VisitChoice) {
  const typed = values.date ?? '';
  return slots.find(({ date }) => date === (typed || visit.day)) ?? (typed ? undefined : slots[0]);
}

/** Days with a free hour, and the hours of the chosen one, as fields of a form. */
export function visitHours(state: FormState, slots: readonly VisitDay[], visit: VisitChoice) {
  const chosen = chosenDay(slots, state, visit);
  return html`${days(slots, { ...visit, ...fromIn(state) }, chosen)}${hours(state, chosen)}`;
}

const fromIn = ({ values: { dias } }: FormState) => (dias !== undefined && isCalendarDate(dias) ? { from: dias } : {});

/** Days with a free hour, each a button that shows its hours. */
function days(slots: readonly VisitDay[], { from }: VisitChoice, chosen: VisitDay | undefined) {
  const shownFrom = from ?? chosen?.date ?? '';
  const at = Math.max(
    0,
    slots.findIndex(({ date }) => date >= shownFrom),
  );
  const start = Math.floor(at / DAYS_SHOWN) * DAYS_SHOWN;
  const more = slots[start + DAYS_SHOWN];
  const before = start > 0 ? slots[start - DAYS_SHOWN] : undefined;
  const turn = ({ date }: VisitDay, name: string, icon: Html) =>
    html`<li><button class="turn" type="submit" name="dias" value="${date}" aria-label="${name}">${icon}</button></li>`;
  const day = (one: VisitDay) =>
    html`<li><button type="submit" name="dia" value="${one.date}"${one === chosen && html` aria-current="date"`}><span>${WEEKDAYS[weekday(one.date)]}</span> <strong>${one.date.slice(8)}/${one.date.slice(5, 7)}</strong></button></li>`;
  return html`<fieldset class="days"><legend>Dia da visita</legend><ul>${before && turn(before, 'Dias anteriores', icons.left)}${slots
    .slice(start, start + DAYS_SHOWN)
    .map(day)}${more && turn(more, 'Mais dias', icons.right)}</ul></fieldset>`;
}

/** Free hours of the chosen day as buttons of which one is pressed. */
function hours(state: FormState, chosen: VisitDay | undefined) {
  const error = state.errors.time ?? state.errors.date;
  const wrong = error && html`<p class="wrong" id="visita-time-erro">${error}</p>`;
  if (!chosen) return html`<fieldset class="hours"><legend>Escolha o dia</legend>${wrong}</fieldset>`;
  const turns = (['AM', 'PM'] as const).map((shift) => ({
    shift,
    times: chosen.times.filter((time) => shiftOf(time) === shift),
  }));
  const hour = (time: string) =>
    html`<label><input type="radio" name="time" value="${time}"${time === state.values.time && html` checked`}${error && html` aria-describedby="visita-time-erro"`}><span class="choice">${visitTimeText(time)}</span></label>`;
  return html`<input type="hidden" name="date" value="${chosen.date}">
<fieldset class="hours"><legend>Horários livres em ${formatLongDate(chosen.date)}</legend>
${turns.map(
  ({ shift, times }) =>
    times.length > 0 && html`<p class="turn-name">${shiftName(shift)}</p><div class="times">${times.map(hour)}</div>`,
)}${wrong}</fieldset>`;
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
