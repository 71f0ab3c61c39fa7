import { VISIT_STATUSES } from '@morada/domain/attendance/visit';
import { visitMomentText } from '@morada/domain/attendance/visit-mail';
import { listingPath } from '@morada/domain/property/property';
import { visitPath } from '#api/modules/doors/site/visit-link.service.ts';
import type { OwnVisit } from '#api/modules/doors/site/visits.service.ts';
import { html } from '../../base/html.ts';
import { type Face, telLink, waLink } from '../kit/face.ts';
import { formNotice } from '../kit/fields.ts';
import type { Errors, Values } from '../kit/form-values.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { visitHours } from './listing/listing-forms.part.ts';

type Shown = {
  face: Face;
  visit: OwnVisit;
  word: string;
  /** What just happened, in words. */
  good?: string | undefined;
  values?: Values;
  errors?: Errors;
};

const NEXT: Partial<Record<OwnVisit['status'], string>> = {
  PENDING: 'O horário está reservado para você. Vamos entrar em contato para confirmar.',
  CONFIRMED: 'Esperamos você no imóvel.',
  CANCELED: 'Para outra visita, abra o anúncio.',
};

const DOTS: Partial<Record<OwnVisit['status'], string>> = { PENDING: ' pending', CANCELED: ' late' };

/** The visitor's page of a visit: when and where, for the calendar, to move it or to cancel it. */
export function visitPage({ face, visit, word, good, values = {}, errors = {} }: Shown): Page {
  const path = visitPath(visit.id, word);
  const { '': wrong, ...fields } = errors;
  const state = { id: 'visita', values, errors: fields };
  return {
    title: 'Sua visita',
    agency: face.name,
    head: html`<meta name="robots" content="noindex, nofollow">`,
    main: html`<h1 class="hero">Sua visita</h1>
<div class="about">
${good && html`<div class="thanks" role="status">${icons.check}<div><p><strong>${good}</strong></p></div></div>`}
${wrong && html`<p class="notice" role="alert">${wrong}</p>`}
<section class="asked">
<p class="state"><span class="dot${DOTS[visit.status]}"></span>${VISIT_STATUSES[visit.status]}</p>
<h2>${visitMomentText(visit)}</h2>
<p>${visit.isListed ? html`<a href="${listingPath({ ...visit, id: visit.property_id })}">${visit.title}</a>` : visit.title}<br>${visit.address}</p>
${visit.isComing && NEXT[visit.status] && html`<p class="dim">${NEXT[visit.status]}</p>`}
<p class="acts">
${visit.canCancel && html`<a class="button" href="${path}/visita.ics">Guardar na agenda</a>`}
${face.whatsapp && html`<a class="button" href="${waLink(face.whatsapp)}" rel="noopener">${icons.whatsapp}WhatsApp</a>`}
${face.phone && html`<a class="button" href="${telLink(face.phone)}">${icons.phone}Ligar</a>`}
</p>
</section>
${
  visit.slots.length > 0 &&
  html`<section class="asked" id="mudar"><h2>Mudar o horário</h2>
<form class="fields" method="post" action="${path}#mudar" novalidate>
${formNotice(state)}
<button class="trap" type="submit" tabindex="-1" aria-hidden="true">Mudar o horário</button>
${visitHours(state, visit.slots, { day: visit.date })}
<button class="button main" type="submit">Mudar o horário</button>
</form></section>`
}
${
  visit.canCancel &&
  html`<section class="asked" id="cancelar"><h2>Cancelar a visita</h2>
<form class="fields" method="post" action="${path}/cancelar">
<label class="check"><input type="checkbox" name="confirma" value="sim" required><span>Não vou a esta visita</span></label>
<button class="button" type="submit">Cancelar a visita</button>
</form></section>`
}
</div>`,
  };
}
