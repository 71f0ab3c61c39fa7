import type { BidParty } from '@morada/domain/lease/bid';
import { BID_PARTIES } from '@morada/domain/lease/bid-words';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  email,
  givenDate,
  idParams,
  instant,
  isFilledIn,
  money,
  nonNegativeMoney,
  optionalProse,
  page,
  phone,
  positiveMoney,
  prose,
  recordId,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { BidRow } from './bid-row.ts';
import { BID_READERS, BidSearch } from './bids.search.ts';
import { Guarantee } from './proposals.ts';

export const Party = z.enum(Object.keys(BID_PARTIES) as [BidParty, ...BidParty[]], 'Informe de quem é a proposta');

const Instalment = z.object({
  due_on: givenDate('Informe o vencimento'),
  amount: positiveMoney('Informe o valor da parcela'),
});

/** A rental has guarantee, term and start; a sale its parts, which make up the price. The service knows which it is. */
const terms = {
  amount: positiveMoney('Informe o valor'),
  guarantee: blank(Guarantee),
  term_months: z.optional(
    z.nullable(
      z.int('Informe o prazo em meses').check(z.gte(1, 'Informe o prazo em meses'), z.lte(600, 'Use até 600 meses')),
    ),
  ),
  start_on: blank(givenDate('Informe o início')),
  down_payment: z.optional(z.nullable(nonNegativeMoney('Informe o sinal'))),
  financed: z.optional(z.nullable(nonNegativeMoney('Informe o financiamento'))),
  instalments: z.optional(z.array(Instalment).check(z.maxLength(120, 'Use até 120 parcelas'))),
  conditions: optionalProse(2000),
  expires_on: givenDate('Informe até quando a proposta vale'),
};
const person = {
  /** Client; null for a person who is none yet. */
  client_id: z.optional(z.nullable(recordId('Informe o cliente'))),
  name: blank(text('Informe o nome', 120)),
  phone: blank(phone('Informe o telefone com DDD')),
  email: blank(email('Informe um e-mail válido')),
};
type Person = { client_id?: number | null | undefined; name?: string | null | undefined };
const personGiven = z.refine<Person>((bid) => Boolean(bid.client_id) || Boolean(bid.name), {
  path: ['name'],
  message: 'Informe o cliente, ou o nome de quem propõe',
  when: isFilledIn,
});

export const BidCreate = z
  .object({
    property_id: recordId('Informe o imóvel'),
    /** Lead that the bid comes from. */
    lead_id: z.optional(z.nullable(recordId('Informe o lead'))),
    ...person,
    ...terms,
  })
  .check(personGiven);
export const BidUpdate = z.object({ ...person, ...terms }).check(personGiven);
export const BidCounter = z.object({ by: Party, ...terms });

const BidVersion = z.object({
  number: z.int(),
  party: Party,
  amount: money,
  guarantee: z.nullable(Guarantee),
  term_months: z.nullable(z.int()),
  start_on: z.nullable(calendarDate()),
  down_payment: z.nullable(money),
  financed: z.nullable(money),
  instalments: z.array(z.object({ due_on: calendarDate(), amount: money })),
  conditions: z.nullable(z.string()),
  /** Who wrote it down. */
  author: z.nullable(z.string()),
  created_at: instant,
});
export type BidVersion = z.output<typeof BidVersion>;

export const BidDetail = z.object({
  ...BidRow.shape,
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The property's first owner. */
  owner: z.nullable(
    z.object({
      id: z.int(),
      name: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
  lead_id: z.nullable(z.int()),
  end_reason: z.nullable(z.string()),
  decided_on: z.nullable(calendarDate()),
  /** The latest first: the open one. */
  history: z.array(BidVersion),
  /** Paths of the pages of the two sides; null while nobody may see it. */
  links: z.nullable(z.object({ PROSPECT: z.string(), OWNER: z.string() })),
  /** What is sent with each link. */
  messages: z.nullable(z.object({ PROSPECT: z.string(), OWNER: z.string() })),
  version: z.int(),
});
export type BidDetail = z.output<typeof BidDetail>;

/** Brokers work by leads; whoever makes contracts makes their bids too. */
const EDIT = ['LEAD_EDIT', 'PROPOSAL_CREATE'] as const;
const Reason = z.object({ reason: prose('Informe o motivo', 500) });
const one = { params: idParams, response: BidDetail, versioned: true, access: EDIT } as const;

export const bids = endpoints('bids', {
  list: {
    method: 'GET',
    path: '/bid',
    access: BID_READERS,
    summary: 'Propostas de locação e de venda, uma página',
    query: BidSearch,
    response: page(BidRow),
  },
  export: listExport({
    path: '/bid/export/:format',
    access: BID_READERS,
    summary: 'Propostas que os filtros encontram, em planilha',
    query: BidSearch,
  }),
  show: {
    method: 'GET',
    path: '/bid/:id',
    access: BID_READERS,
    summary: 'Uma proposta com as suas versões',
    params: idParams,
    response: BidDetail,
    versioned: true,
  },
  paper: {
    method: 'GET',
    path: '/bid/:id/paper',
    access: BID_READERS,
    summary: 'A versão em aberto da proposta, em PDF',
    params: idParams,
    file: 'application/pdf',
  },
  create: {
    method: 'POST',
    path: '/bid',
    access: EDIT,
    summary: 'Cadastrar uma proposta, em rascunho',
    body: BidCreate,
    response: z.object({ id: z.int() }),
    status: 201,
  },
  update: { ...one, method: 'PATCH', path: '/bid/:id', summary: 'Alterar uma proposta em rascunho', body: BidUpdate },
  remove: { method: 'DELETE', path: '/bid/:id', access: EDIT, summary: 'Deletar um rascunho', params: idParams },
  send: { ...one, method: 'POST', path: '/bid/:id/send', summary: 'Enviar a proposta ao proprietário' },
  counter: {
    ...one,
    method: 'POST',
    path: '/bid/:id/counter',
    summary: 'Contraproposta: uma nova versão, de um dos lados',
    body: BidCounter,
  },
  accept: { ...one, method: 'POST', path: '/bid/:id/accept', summary: 'Aceitar a versão em aberto' },
  refuse: { ...one, method: 'POST', path: '/bid/:id/refuse', summary: 'Recusar a versão em aberto', body: Reason },
  withdraw: { ...one, method: 'POST', path: '/bid/:id/withdraw', summary: 'Retirar a proposta', body: Reason },
  reserve: {
    ...one,
    method: 'PUT',
    path: '/bid/:id/reservation',
    summary: 'Reservar o imóvel para a proposta até um dia',
    changes: ['properties'],
    body: z.object({ until: givenDate('Informe até quando o imóvel fica reservado') }),
  },
  release: {
    ...one,
    method: 'DELETE',
    path: '/bid/:id/reservation',
    summary: 'Encerrar a reserva do imóvel',
    changes: ['properties'],
  },
  client: {
    ...one,
    method: 'PUT',
    path: '/bid/:id/client',
    summary: 'Ligar a proposta ao cadastro de quem propõe',
    body: z.object({ client_id: recordId('Informe o cliente') }),
  },
  mail: {
    method: 'POST',
    path: '/bid/:id/mail',
    access: EDIT,
    summary: 'Enviar por e-mail o link da proposta a um dos lados',
    params: idParams,
    body: z.object({ to: Party }),
  },
});

export const bidProblems = problems({
  BID_NOT_FOUND: [404, 'Não encontramos esta proposta.'],
  BID_PROPERTY: [422, 'Não encontramos este imóvel', 'property_id'],
  BID_CLIENT: [422, 'Não encontramos este cliente', 'client_id'],
  BID_LEAD: [422, 'Não encontramos este lead', 'lead_id'],
  BID_OWNER: [422, 'Quem propõe é o proprietário do imóvel', 'client_id'],
  BID_TERMS: [422, 'Confira os termos da proposta', 'amount'],
  BID_DAY: [422, 'Escolha um dia a partir de hoje, nos próximos 180 dias', 'expires_on'],
  BID_SENT: [409, 'A proposta já foi enviada: faça uma contraproposta.'],
  BID_DRAFT: [409, 'A proposta ainda é um rascunho.'],
  BID_ACCEPTED: [409, 'A proposta já foi aceita.'],
  BID_ENDED: [409, 'A proposta não está mais em aberto.'],
  BID_DONE: [409, 'A proposta já tem contrato.'],
  BID_CHANGED: [409, 'A proposta mudou depois que você abriu esta página. Confira a nova versão.'],
  BID_PERSON_GONE: [409, 'Os dados de quem fez esta proposta foram apagados.'],
  BID_PROPERTY_TAKEN: [409, 'O imóvel já está alugado ou vendido.'],
  BID_PROPERTY_ACCEPTED: [409, 'Outra proposta deste imóvel já foi aceita.'],
  BID_PROPERTY_RESERVED: [409, 'O imóvel está reservado para outra proposta.'],
  BID_KIND: [409, 'O imóvel mudou entre locação e venda depois desta proposta.'],
  BID_OTHER_PROPERTY: [422, 'O contrato é de outro imóvel que o da proposta', 'property_id'],
  BID_OTHER_CLIENT: [422, 'O contrato é de outra pessoa que a da proposta.'],
  BID_NOT_RESERVED: [409, 'O imóvel não está reservado para esta proposta.'],
  BID_MAIL_OFF: [409, 'O envio de e-mails não está configurado.'],
  BID_NO_ADDRESS: [409, 'Não há um e-mail para enviar.'],
  BID_LINK: [404, 'Este link não abre mais. Peça um novo à imobiliária.'],
});
