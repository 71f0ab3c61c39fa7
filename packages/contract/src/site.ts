import { VISIT_TIME } from '@morada/domain/attendance/visit';
import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { blank, cep, email, givenDate, optionalText, phone, positiveMoney, recordId, state, text } from './fields.ts';
import { problems } from './problem.ts';
import { PropertyLocation } from './properties.search.ts';

const person = {
  name: text('Informe seu nome', 120),
  consent: z.literal(true, 'Marque que concorda, para podermos responder'),
  /** Honeypot: invisible to people, so only bots fill it in. */
  website: z.optional(z.string()),
};
const visitor = { property_id: recordId('Informe o imóvel'), ...person };

export const SiteMessage = z.object({
  ...visitor,
  email: email('Informe um e-mail válido'),
  phone: blank(phone('Informe o telefone com DDD')),
  message: text('Escreva sua mensagem', 2_000),
});

export const SiteVisit = z.object({
  ...visitor,
  date: givenDate('Escolha o dia da visita'),
  time: z.string('Escolha o horário').check(z.regex(VISIT_TIME, 'Escolha o horário')),
  phone: phone('Informe o telefone com DDD'),
  email: blank(email('Informe um e-mail válido')),
});

/** Alert by e-mail of the new listings of a search. */
export const SearchAlertRequest = z.object({
  consent: person.consent,
  website: person.website,
  email: email('Informe um e-mail válido'),
});

/** Property that an owner offers, to be let or sold after a review. */
export const SiteProperty = z.object({
  ...person,
  email: email('Informe um e-mail válido'),
  phone: phone('Informe o telefone com DDD'),
  type: z.enum(['RENT', 'SALE'], 'Escolha entre alugar e vender'),
  // Labelled 'Tipo' in the visitor's form.
  location: z.enum(PropertyLocation.def.entries, 'Informe o tipo'),
  price: positiveMoney('Informe o preço'),
  cep: cep(),
  street: text('Informe a rua'),
  number: text('Informe o Número', 20),
  complement: optionalText(),
  neighborhood: text('Informe o bairro'),
  city: text('Informe a Cidade'),
  state: state(),
  description: optionalText(2_000),
});

export const site = endpoints('site', {
  contact: {
    method: 'POST',
    path: '/site/contact',
    access: 'public',
    summary: 'Enviar uma mensagem sobre um imóvel anunciado, como visitante do site',
    body: SiteMessage,
  },
  visit: {
    method: 'POST',
    path: '/site/visit',
    access: 'public',
    summary: 'Pedir uma visita a um imóvel anunciado, como visitante do site',
    body: SiteVisit,
  },
});

export const siteProblems = problems({
  LISTING_NOT_FOUND: [404, 'Este imóvel não está mais anunciado.'],
  VISIT_DAY: [422, 'Escolha um dia a partir de amanhã, nos próximos 90 dias', 'date'],
  VISIT_TIME: [422, 'Escolha um dos horários livres', 'time'],
  VISIT_TAKEN: [409, 'Este horário acabou de ser reservado. Escolha outro.', 'time'],
  ALERTS_FULL: [
    409,
    'Este e-mail já tem 10 alertas. Para criar outro, cancele um pelo link de um dos e-mails.',
    'email',
  ],
  ALERTS_OFF: [404, 'Os alertas por e-mail não estão disponíveis.'],
  ALERT_OVER: [404, 'Este endereço não vale mais. Peça o alerta de novo.'],
});
