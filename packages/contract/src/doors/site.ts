import { VISIT_TIME } from '@morada/domain/attendance/visit';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  blank,
  cep,
  email,
  givenDate,
  nonNegativeMoney,
  optionalProse,
  optionalText,
  phone,
  positiveMoney,
  prose,
  recordId,
  state,
  text,
} from '../base/fields.ts';
import { LIMITS } from '../base/limits.ts';
import { problems } from '../base/problem.ts';
import { PropertyLocation } from '../registry/properties.search.ts';

const person = {
  name: text('Informe seu nome', 120),
  consent: z.literal(true, 'Marque que concorda, para podermos responder'),
  /** Honeypot: invisible to people, so only bots fill it in. */
  website: z.optional(z.string()),
};
const visitor = { property_id: recordId('Informe o imóvel'), ...person };

/** Of the address that led here. One that can't be read is dropped: the person's request is worth more. */
const campaign = z.optional(
  z.pipe(
    z.nullable(z.string()),
    z.transform((value) => optionalText().safeParse(value).data ?? null),
  ),
);

/** Most listings that are kept of what a visitor looked at. */
const MOST_SEEN = 10;

/** Numbers of the listings that a visitor looked at last, who agreed to that; what can't be read is dropped. */
const seen = z.optional(
  z.pipe(
    z.nullable(z.string()),
    z.transform((value) => {
      const numbers = (value ?? '').split(',').filter((word) => /^[1-9]\d{0,14}$/.test(word));
      return [...new Set(numbers.map(Number))].slice(0, MOST_SEEN);
    }),
  ),
);

export const SiteMessage = z.object({
  ...visitor,
  email: email('Informe um e-mail válido'),
  phone: blank(phone('Informe o telefone com DDD')),
  message: prose('Escreva sua mensagem', 2_000),
  campaign,
  seen,
});

export const SiteVisit = z.object({
  ...visitor,
  date: givenDate('Escolha o dia da visita'),
  time: z.string('Escolha o horário').check(z.regex(VISIT_TIME, 'Escolha o horário')),
  phone: phone('Informe o telefone com DDD'),
  email: blank(email('Informe um e-mail válido')),
  campaign,
  seen,
});

/** What a visitor may leave before WhatsApp opens. */
export const SiteWhatsapp = z.object({
  ...person,
  phone: phone('Informe o telefone com DDD'),
  /** Of a page that is about no listing. */
  kind: z.optional(z.enum(['RENT', 'SALE'], 'Escolha entre alugar e comprar')),
  campaign,
  seen,
});

/** Another hour of a visit. */
export const SiteVisitMove = z.pick(SiteVisit, { date: true, time: true });

/** Alert by e-mail of the new listings of a search. */
export const SearchAlertRequest = z.object({
  consent: person.consent,
  website: person.website,
  email: email('Informe um e-mail válido'),
  /** Asks to be called about the search, too. */
  contact: z.optional(z.boolean()),
});

/** What the first step of the offer asks: enough to look the address up. */
const offered = {
  type: z.enum(['RENT', 'SALE'], 'Escolha entre alugar e vender'),
  // Labelled 'Tipo' in the visitor's form.
  location: z.enum(PropertyLocation.def.entries, 'Informe o tipo'),
  cep: cep(),
};
export const SiteOfferStart = z.object(offered);

const rooms = (message: string) => z.optional(z.int(message).check(z.gte(0, message), z.lte(99, 'Use até 99')));
const area = (message: string) => z.optional(z.number(message).check(z.gt(0, message), z.lte(99_999_999, message)));

/** Property that an owner offers, to be let or sold after a review. */
export const SiteProperty = z.object({
  ...person,
  ...offered,
  email: email('Informe um e-mail válido'),
  phone: phone('Informe o telefone com DDD'),
  price: positiveMoney('Informe o preço'),
  condominium: z.optional(nonNegativeMoney('Informe o condomínio em reais')),
  iptu: z.optional(nonNegativeMoney('Informe o IPTU em reais')),
  bedrooms: rooms('Informe os quartos em número'),
  bathrooms: rooms('Informe os banheiros em número'),
  garage: rooms('Informe as vagas em número'),
  building_area: area('Informe a área em m²'),
  land_area: area('Informe a área em m²'),
  street: text('Informe a rua'),
  number: text('Informe o Número', 20),
  complement: optionalText(),
  neighborhood: text('Informe o bairro'),
  city: text('Informe a Cidade'),
  state: state(),
  description: optionalProse(2_000),
});

export const site = endpoints('site', {
  contact: {
    method: 'POST',
    path: '/site/contact',
    access: 'public',
    summary: 'Enviar uma mensagem sobre um imóvel anunciado, como visitante do site',
    body: SiteMessage,
    limit: LIMITS.form,
  },
  visit: {
    method: 'POST',
    path: '/site/visit',
    access: 'public',
    summary: 'Pedir uma visita a um imóvel anunciado, como visitante do site',
    body: SiteVisit,
    limit: LIMITS.form,
  },
});

export const siteProblems = problems({
  LISTING_NOT_FOUND: [404, 'Este imóvel não está mais anunciado.'],
  LISTING_RESERVED: [
    409,
    'Este imóvel está reservado, e não recebe visitas por enquanto. Envie uma mensagem, e avisamos se ele voltar.',
  ],
  VISIT_DAY: [422, 'Escolha um dia a partir de amanhã, nos próximos 90 dias', 'date'],
  VISIT_TIME: [422, 'Escolha um dos horários livres', 'time'],
  VISIT_LINK: [404, 'Este endereço não abre nenhuma visita. Confira se está completo.'],
  VISIT_OVER: [409, 'Esta visita já passou ou foi cancelada. Para outra, abra o anúncio ou fale com a imobiliária.'],
  VISIT_UNLISTED: [
    409,
    'Este imóvel não está mais anunciado, e o horário não pode ser mudado por aqui. Fale com a imobiliária, ou cancele a visita.',
  ],
  VISITS_MANY: [429, 'Já há muitas visitas marcadas hoje a partir da sua rede. Ligue para a imobiliária.'],
  VISIT_TAKEN: [409, 'Este horário acabou de ser reservado. Escolha outro.', 'time'],
  ALERTS_FULL: [
    409,
    'Este e-mail já tem 10 alertas. Para criar outro, cancele um pelo link de um dos e-mails.',
    'email',
  ],
  WHATSAPP_OFF: [404, 'A imobiliária não atende por WhatsApp neste site.'],
  ALERTS_OFF: [404, 'Os alertas por e-mail não estão disponíveis.'],
  ALERT_OVER: [404, 'Este endereço não vale mais. Peça o alerta de novo.'],
});
