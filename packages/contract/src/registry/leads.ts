import { type LeadEvent, leadLife, OPEN_STAGES, type OpenStage } from '@morada/domain/attendance/lead';
import { LOSS_CHOICES, type LossChoice } from '@morada/domain/attendance/lead-words';
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
  money,
  optionalProse,
  page,
  phone,
  recordId,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { codes, kind, LeadRow, person, place, source, stage } from './lead-row.ts';
import { LeadFilter, LeadSearch } from './leads.search.ts';

export const Lead = z.extend(LeadRow, {
  campaign: z.nullable(z.string()),
  loss_note: z.nullable(z.string()),
  escalated_at: z.nullable(instant),
  /** Listings that the person looked at on the site, who agreed to that; the latest first. */
  seen: z.array(z.extend(place, { seen_at: instant })),
  /** Newest first. */
  history: z.array(
    z.object({
      id: z.int(),
      at: instant,
      event: z.enum(leadLife.events as [LeadEvent, ...LeadEvent[]]),
      stage_before: stage,
      stage_after: stage,
      actor: z.string(),
      source: z.nullable(source),
      property: z.nullable(place),
      note: z.nullable(z.string()),
    }),
  ),
});
export type Lead = z.output<typeof Lead>;

export const LeadCreate = z.object({
  name: text('Informe o nome', 120),
  phone: blank(phone('Informe o telefone com DDD')),
  email: blank(email()),
  kind: kind('Escolha o assunto'),
  property_id: z.optional(z.nullable(recordId('Informe o imóvel'))),
  note: optionalProse(2000),
});

export const LeadChange = z.partial(
  z.object({
    name: text('Informe o nome', 120),
    phone: z.nullable(phone('Informe o telefone com DDD')),
    email: z.nullable(email()),
    kind: kind('Escolha o assunto'),
    property_id: z.nullable(recordId('Informe o imóvel')),
  }),
);

const note = z.object({ note: optionalProse(2000) });

export const LeadLoss = z.object({
  reason: z.enum(codes<LossChoice>(LOSS_CHOICES), 'Escolha o motivo'),
  note: optionalProse(500),
});

/** Where many leads are put at once: an open stage, or lost with a reason. */
export const LeadMove = z.object({
  stage: z.enum([...OPEN_STAGES, 'LOST'] as [OpenStage | 'LOST', ...(OpenStage | 'LOST')[]], 'Escolha a etapa'),
  reason: z.optional(z.nullable(z.enum(codes<LossChoice>(LOSS_CHOICES), 'Escolha o motivo'))),
});

const Broker = z.object({
  id: z.int(),
  name: z.string(),
  on_duty: z.boolean(),
  away_from: z.nullable(calendarDate()),
  away_until: z.nullable(calendarDate()),
  kinds: z.array(kind()),
  neighborhoods: z.array(z.string()),
  price_from: z.nullable(money),
  price_to: z.nullable(money),
});
export type Broker = z.output<typeof Broker>;

export const LeadRules = z.object({
  answer_minutes: z
    .int('Informe os minutos')
    .check(z.gte(5, 'Use de 5 a 2.880 minutos'), z.lte(2880, 'Use de 5 a 2.880 minutos')),
  to_captador: z.boolean(),
  manager_id: z.nullable(recordId('Escolha a pessoa')),
  brokers: z
    .array(
      z.object({
        id: recordId('Escolha a pessoa'),
        on_duty: z.boolean(),
        away_from: z.nullable(givenDate()),
        away_until: z.nullable(givenDate()),
        kinds: z.array(kind()),
        neighborhoods: z.array(text('Informe o bairro', 80)).check(z.maxLength(50, 'Use até 50 bairros')),
        price_from: z.nullable(money),
        price_to: z.nullable(money),
      }),
    )
    .check(z.maxLength(200, 'Use até 200 pessoas')),
});

export const leads = endpoints('leads', {
  list: {
    method: 'GET',
    path: '/lead',
    access: 'LEAD_VIEW',
    summary: 'Leads, os mais novos primeiro: uma página',
    query: LeadSearch,
    response: page(LeadRow),
  },
  board: {
    method: 'GET',
    path: '/lead/board',
    access: 'LEAD_VIEW',
    summary: 'O funil: os leads mais recentes de cada etapa, e quantos são',
    query: LeadFilter,
    response: z.object({ columns: z.array(z.object({ stage, total: z.int(), data: z.array(LeadRow) })) }),
  },
  export: listExport({
    path: '/lead/export/:format',
    access: 'LEAD_VIEW',
    summary: 'Leads, em planilha',
    query: LeadSearch,
  }),
  owners: {
    method: 'GET',
    path: '/lead/owners',
    access: 'LEAD_VIEW',
    summary: 'Quem pode responder por leads',
    response: z.array(person),
  },
  rules: {
    method: 'GET',
    path: '/lead/rules',
    access: 'LEAD_ASSIGN',
    summary: 'Regras da distribuição dos leads e do prazo da resposta',
    response: z.object({
      answer_minutes: z.int(),
      to_captador: z.boolean(),
      manager_id: z.nullable(z.int()),
      brokers: z.array(Broker),
      version: z.int(),
    }),
  },
  saveRules: {
    method: 'PUT',
    path: '/lead/rules',
    access: 'LEAD_ASSIGN',
    summary: 'Mudar as regras da distribuição dos leads e do prazo da resposta',
    body: LeadRules,
  },
  show: {
    method: 'GET',
    path: '/lead/:id',
    access: 'LEAD_VIEW',
    summary: 'Um lead com o seu histórico',
    params: idParams,
    response: Lead,
    versioned: true,
  },
  create: {
    method: 'POST',
    path: '/lead',
    access: 'LEAD_EDIT',
    summary: 'Cadastrar um lead; o aberto da mesma pessoa recebe a mensagem',
    body: LeadCreate,
    response: z.object({ id: z.int(), joined: z.boolean() }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/lead/:id',
    access: 'LEAD_EDIT',
    summary: 'Alterar os dados de um lead',
    params: idParams,
    body: LeadChange,
    response: Lead,
    versioned: true,
  },
  answer: {
    method: 'POST',
    path: '/lead/:id/answer',
    access: 'LEAD_EDIT',
    summary: 'Registrar que a pessoa foi respondida',
    params: idParams,
    body: note,
    response: Lead,
  },
  put: {
    method: 'POST',
    path: '/lead/:id/stage',
    access: 'LEAD_EDIT',
    summary: 'Mudar um lead aberto de etapa',
    params: idParams,
    body: z.object({ stage: z.enum([...OPEN_STAGES] as [OpenStage, ...OpenStage[]], 'Escolha a etapa') }),
    response: Lead,
  },
  win: {
    method: 'POST',
    path: '/lead/:id/won',
    access: 'LEAD_EDIT',
    summary: 'Marcar um lead como ganho',
    params: idParams,
    body: note,
    response: Lead,
  },
  lose: {
    method: 'POST',
    path: '/lead/:id/lost',
    access: 'LEAD_EDIT',
    summary: 'Marcar um lead como perdido, com o motivo',
    params: idParams,
    body: LeadLoss,
    response: Lead,
  },
  reopen: {
    method: 'POST',
    path: '/lead/:id/reopened',
    access: 'LEAD_EDIT',
    summary: 'Reabrir um lead encerrado',
    params: idParams,
    response: Lead,
  },
  merge: {
    method: 'POST',
    path: '/lead/:id/merge',
    access: 'LEAD_EDIT',
    summary: 'Juntar um lead a outro, que fica com o histórico dos dois',
    params: idParams,
    body: z.object({ into_id: recordId('Informe o outro lead') }),
    response: Lead,
  },
  take: {
    method: 'POST',
    path: '/lead/:id/take',
    access: 'LEAD_EDIT',
    summary: 'Assumir um lead que está sem responsável',
    params: idParams,
    response: Lead,
  },
  assign: {
    method: 'POST',
    path: '/lead/:id/owner',
    access: 'LEAD_ASSIGN',
    summary: 'Escolher o responsável por um lead; sem ninguém, ele fica sem responsável',
    params: idParams,
    body: z.object({ owner_id: z.nullable(recordId('Escolha a pessoa')) }),
    response: Lead,
  },
});

export const leadProblems = problems({
  LEAD_NOT_FOUND: [404, 'Não encontramos este lead.'],
  LEAD_OPEN: [409, 'Este lead ainda está aberto.'],
  LEAD_CLOSED: [409, 'Este lead está encerrado. Reabra-o para continuar.'],
  LEAD_CONTACT: [422, 'Informe o telefone ou o e-mail', 'phone'],
  LEAD_PROPERTY: [422, 'Não encontramos este imóvel', 'property_id'],
  LEAD_OWNER: [422, 'Esta pessoa não pode responder por leads', 'owner_id'],
  LEAD_OWNED: [409, 'Este lead já tem responsável.'],
  LEAD_ITSELF: [422, 'Escolha outro lead', 'into_id'],
  LEAD_AWAY: [422, 'A ausência termina depois de começar', 'brokers'],
  LEAD_PRICES: [422, 'O valor máximo vem depois do mínimo', 'brokers'],
});
