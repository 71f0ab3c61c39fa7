import { type CalendarDate, formatDate } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import { sentence } from '../base/sentence.ts';
import type { PropertyStatus } from './property.ts';

/**
 * Life of a property that its owner offered on the site. The offer follows the property: staff `list` it, a contract takes
 * it (`let`), staff take it off the market (`reject`) or delete it (`remove`).
 */
export const offerLife = lifeCycle({
  RECEIVED: {
    review: to('REVIEWING'),
    schedule: to('VISIT'),
    accept: to('ACCEPTED'),
    refuse: to('REFUSED'),
    withdraw: to('WITHDRAWN'),
    list: to('ACCEPTED'),
    let: to('ACCEPTED'),
    reject: to('REFUSED'),
    remove: to('REFUSED'),
  },
  REVIEWING: {
    review: refuse('OFFER_DECIDED'),
    schedule: to('VISIT'),
    accept: to('ACCEPTED'),
    refuse: to('REFUSED'),
    withdraw: to('WITHDRAWN'),
    list: to('ACCEPTED'),
    let: to('ACCEPTED'),
    reject: to('REFUSED'),
    remove: to('REFUSED'),
  },
  VISIT: {
    review: to('REVIEWING'),
    schedule: to('VISIT'),
    accept: to('ACCEPTED'),
    refuse: to('REFUSED'),
    withdraw: to('WITHDRAWN'),
    list: to('ACCEPTED'),
    let: to('ACCEPTED'),
    reject: to('REFUSED'),
    remove: to('REFUSED'),
  },
  ACCEPTED: {
    review: refuse('OFFER_DECIDED'),
    schedule: refuse('OFFER_DECIDED'),
    accept: refuse('OFFER_DECIDED'),
    refuse: refuse('OFFER_DECIDED'),
    withdraw: refuse('OFFER_DECIDED'),
    list: to('ACCEPTED'),
    let: to('ACCEPTED'),
    reject: to('ACCEPTED'),
    remove: to('ACCEPTED'),
  },
  REFUSED: {
    review: refuse('OFFER_DECIDED'),
    schedule: refuse('OFFER_DECIDED'),
    accept: refuse('OFFER_DECIDED'),
    refuse: refuse('OFFER_DECIDED'),
    withdraw: refuse('OFFER_DECIDED'),
    list: to('ACCEPTED'),
    let: to('ACCEPTED'),
    reject: to('REFUSED'),
    remove: to('REFUSED'),
  },
  WITHDRAWN: {
    review: refuse('OFFER_DECIDED'),
    schedule: refuse('OFFER_DECIDED'),
    accept: refuse('OFFER_DECIDED'),
    refuse: refuse('OFFER_DECIDED'),
    withdraw: refuse('OFFER_DECIDED'),
    list: to('ACCEPTED'),
    let: to('ACCEPTED'),
    reject: to('WITHDRAWN'),
    remove: to('WITHDRAWN'),
  },
});
export type OfferState = StateOf<typeof offerLife>;

export const OFFER_STATES = {
  RECEIVED: 'Recebida',
  REVIEWING: 'Em análise',
  VISIT: 'Visita marcada',
  ACCEPTED: 'Aceita',
  REFUSED: 'Recusada',
  WITHDRAWN: 'Desistência',
} as const satisfies Record<OfferState, string>;

/** States in which the agency has not decided yet: the property is pending, and its owner may add photographs. */
export const OPEN_OFFERS = ['RECEIVED', 'REVIEWING', 'VISIT'] as const satisfies readonly OfferState[];

export const isOpenOffer = (state: OfferState): boolean => offerLife.can(state, 'refuse');

/** Photographs of one offer. */
export const OFFER_PHOTOGRAPHS = 20;
/** Days that the owner's link opens; staff may renew it. */
export const OFFER_LINK_DAYS = 180;
/** Days after a refusal or withdrawal after which the data of the offer is erased. */
export const OFFER_KEPT_DAYS = 180;

/**
 * State of an offer whose property staff gave another status: a listed or let property was accepted, one taken off the
 * market while the offer was open was refused, a pending one is under review again.
 */
export function offerStateFor(state: OfferState, status: PropertyStatus): OfferState {
  if (status === 'PENDING') return isOpenOffer(state) ? state : 'REVIEWING';
  if (status === 'UNAVAILABLE') return offerLife.next(state, 'reject');
  return offerLife.next(state, status === 'AVAILABLE' ? 'list' : 'let');
}

/** Events of an offer that are e-mailed to its owner. A refusal has its own message. */
export type OfferNews = { event: 'received' } | { event: 'visit'; on: CalendarDate } | { event: 'accepted' };

type Told = { requester: string; property: string; news: OfferNews; link: string };

/**
 * Message to the owner about an event, with the link that follows the offer. The first one goes to an address that its
 * owner has not confirmed, so it holds nothing that the sender of the form typed.
 */
export function offerMessage({ requester, property, news, link }: Told): { subject: string; text: string } {
  if (news.event === 'received') return { subject: 'Recebemos seu imóvel', text: receivedText(link) };
  const [subject, words] = newsOf(news, property);
  return { subject, text: [sentence(`Olá, ${requester}`), words, follow(link)].join('\n\n') };
}

const follow = (link: string) => `Acompanhe, mande fotos ou desista por este endereço, que é só seu:\n${link}`;

const receivedText = (link: string) =>
  [
    'Recebemos pelo nosso site os dados de um imóvel, com este e-mail para contato. Vamos analisar e responder.',
    follow(link),
    'Se não foi você, não faça nada, ou desista por esse endereço.',
  ].join('\n\n');

function newsOf(news: Exclude<OfferNews, { event: 'received' }>, property: string): [subject: string, words: string] {
  switch (news.event) {
    case 'visit':
      return [
        'Visita ao seu imóvel',
        `Marcamos a visita ao seu imóvel, ${property}, para ${formatDate(news.on)}. Se o dia não servir, responda a este e-mail.`,
      ];
    case 'accepted':
      return [
        'Seu imóvel foi aceito',
        `Vamos trabalhar com o seu imóvel, ${property}. Agora preparamos o anúncio e combinamos os próximos passos.`,
      ];
  }
}
