import { lifeCycle, refuse, type Step, to } from '../base/life-cycle.ts';
import type { LeadStage } from './lead-words.ts';

/** Stages in which somebody is still at work on the lead, in their order. */
export const OPEN_STAGES = ['NEW', 'CONTACT', 'VISIT', 'BID', 'ANALYSIS', 'CONTRACT'] as const satisfies LeadStage[];
export type OpenStage = (typeof OPEN_STAGES)[number];

type Effect = 'wait' | 'answer' | 'close' | 'reopen' | 'forget' | 'leaveProperty' | 'merge';
const step = (stage: LeadStage, ...effects: Effect[]): Step<LeadStage, Effect> => ({ to: stage, effects });

/** A stage that a deed leads to, unless the lead is further on already. */
const ahead = (here: OpenStage, stage: OpenStage): OpenStage =>
  OPEN_STAGES.indexOf(here) < OPEN_STAGES.indexOf(stage) ? stage : here;

/** An open stage: deeds lead forward alone, hands lead anywhere. A lead put out of *Novo* by hand counts as answered. */
const open = (here: OpenStage) => {
  const put = (stage: OpenStage) => (here === 'NEW' && stage !== 'NEW' ? step(stage, 'answer') : step(stage));
  const deed = (stage: OpenStage) => step(ahead(here, stage), 'answer');
  return {
    RECEIVED: step(here, 'wait'),
    ASSIGNED: step(here),
    ANSWERED: deed('CONTACT'),
    VISIT_BOOKED: deed('VISIT'),
    VISIT_DONE: step(ahead(here, 'VISIT')),
    VISIT_CANCELED: step(here),
    BID_SENT: deed('BID'),
    BID_ACCEPTED: step(ahead(here, 'BID')),
    BID_REFUSED: step(here),
    APPLICATION_SENT: deed('ANALYSIS'),
    APPLICATION_APPROVED: step(ahead(here, 'ANALYSIS')),
    APPLICATION_REFUSED: step(here),
    CONTRACT_DRAFTED: deed('CONTRACT'),
    CONTRACT_MADE: step('WON', 'close'),
    CONTRACT_CLOSED: step(here),
    PUT_NEW: put('NEW'),
    PUT_CONTACT: put('CONTACT'),
    PUT_VISIT: put('VISIT'),
    PUT_BID: put('BID'),
    PUT_ANALYSIS: put('ANALYSIS'),
    PUT_CONTRACT: put('CONTRACT'),
    WON: step('WON', 'close'),
    LOST: step('LOST', 'close'),
    REOPENED: refuse('LEAD_OPEN'),
    CLIENT_ERASED: step('LOST', 'close', 'forget'),
    PROPERTY_GONE: step(here, 'leaveProperty'),
    MERGED: step('LOST', 'close', 'merge'),
  };
};

const closed = refuse('LEAD_CLOSED');
const put = {
  PUT_NEW: closed,
  PUT_CONTACT: closed,
  PUT_VISIT: closed,
  PUT_BID: closed,
  PUT_ANALYSIS: closed,
  PUT_CONTRACT: closed,
} as const;

/**
 * Life of a lead. What others do with it (a visit, a proposal, an application, a contract) moves it by the deed itself,
 * never back, and never fails; a deed on a lost lead opens it again. Hands move an open one to any stage (`PUT_…`).
 */
export const leadLife = lifeCycle({
  NEW: open('NEW'),
  CONTACT: open('CONTACT'),
  VISIT: open('VISIT'),
  BID: open('BID'),
  ANALYSIS: open('ANALYSIS'),
  CONTRACT: open('CONTRACT'),
  WON: {
    RECEIVED: closed,
    ASSIGNED: closed,
    ANSWERED: to('WON'),
    VISIT_BOOKED: to('WON'),
    VISIT_DONE: to('WON'),
    VISIT_CANCELED: to('WON'),
    BID_SENT: to('WON'),
    BID_ACCEPTED: to('WON'),
    BID_REFUSED: to('WON'),
    APPLICATION_SENT: to('WON'),
    APPLICATION_APPROVED: to('WON'),
    APPLICATION_REFUSED: to('WON'),
    CONTRACT_DRAFTED: to('WON'),
    CONTRACT_MADE: to('WON'),
    CONTRACT_CLOSED: to('WON'),
    ...put,
    WON: closed,
    LOST: closed,
    REOPENED: to('CONTRACT', 'reopen'),
    CLIENT_ERASED: to('WON', 'forget'),
    PROPERTY_GONE: to('WON'),
    MERGED: closed,
  },
  LOST: {
    RECEIVED: closed,
    ASSIGNED: closed,
    ANSWERED: to('LOST'),
    VISIT_BOOKED: to('VISIT', 'reopen', 'answer'),
    VISIT_DONE: to('LOST'),
    VISIT_CANCELED: to('LOST'),
    BID_SENT: to('BID', 'reopen', 'answer'),
    BID_ACCEPTED: to('BID', 'reopen'),
    BID_REFUSED: to('LOST'),
    APPLICATION_SENT: to('ANALYSIS', 'reopen', 'answer'),
    APPLICATION_APPROVED: to('ANALYSIS', 'reopen'),
    APPLICATION_REFUSED: to('LOST'),
    CONTRACT_DRAFTED: to('CONTRACT', 'reopen', 'answer'),
    CONTRACT_MADE: to('WON'),
    CONTRACT_CLOSED: to('LOST'),
    ...put,
    WON: closed,
    LOST: closed,
    REOPENED: to('CONTACT', 'reopen'),
    CLIENT_ERASED: to('LOST', 'forget'),
    PROPERTY_GONE: to('LOST'),
    MERGED: closed,
  },
});
export type LeadEvent = (typeof leadLife.events)[number];

/** What a person or another part of the product did for a lead; the rest are ways in and moves by hand. */
export type LeadDeed = Exclude<
  LeadEvent,
  'RECEIVED' | 'ASSIGNED' | 'MERGED' | 'LOST' | 'CLIENT_ERASED' | `PUT_${string}`
>;

/** Days since somebody's last message within which another one joins the same lead. */
export const JOIN_DAYS = 30;

/** Days after a loss after which its person is forgotten: an agency's right to answer for what it did outlives no year. */
export const LEAD_KEPT_DAYS = 365;

/** Words of the history. */
export const LEAD_EVENTS = {
  RECEIVED: 'Mensagem recebida',
  ASSIGNED: 'Responsável definido',
  ANSWERED: 'Respondido',
  VISIT_BOOKED: 'Visita marcada',
  VISIT_DONE: 'Visita feita',
  VISIT_CANCELED: 'Visita cancelada',
  BID_SENT: 'Proposta enviada',
  BID_ACCEPTED: 'Proposta aceita',
  BID_REFUSED: 'Proposta recusada',
  APPLICATION_SENT: 'Ficha enviada',
  APPLICATION_APPROVED: 'Ficha aprovada',
  APPLICATION_REFUSED: 'Ficha não aprovada',
  CONTRACT_DRAFTED: 'Contrato preparado',
  CONTRACT_MADE: 'Contrato fechado',
  CONTRACT_CLOSED: 'Contrato encerrado',
  PUT_NEW: 'Voltou a Novo',
  PUT_CONTACT: 'Movido para Em contato',
  PUT_VISIT: 'Movido para Visita',
  PUT_BID: 'Movido para Proposta',
  PUT_ANALYSIS: 'Movido para Em análise',
  PUT_CONTRACT: 'Movido para Contrato',
  WON: 'Ganho',
  LOST: 'Perdido',
  REOPENED: 'Reaberto',
  CLIENT_ERASED: 'Dados apagados a pedido da pessoa',
  PROPERTY_GONE: 'O imóvel foi removido',
  MERGED: 'Juntado a outro lead',
} as const satisfies Record<LeadEvent, string>;
