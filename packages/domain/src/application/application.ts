import { addDays, type CalendarDate } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

const NOT_NOW = {
  send: refuse('APPLICATION_STATE'),
  fill: refuse('APPLICATION_STATE'),
  complete: refuse('APPLICATION_STATE'),
  reopen: refuse('APPLICATION_STATE'),
  analyse: refuse('APPLICATION_STATE'),
  recommend: refuse('APPLICATION_STATE'),
  approve: refuse('APPLICATION_STATE'),
  condition: refuse('APPLICATION_STATE'),
  refuse: refuse('APPLICATION_STATE'),
  renew: refuse('APPLICATION_STATE'),
  erase: refuse('APPLICATION_STATE'),
};

/** Ends that reach every application that isn't over. */
const OPEN = {
  ...NOT_NOW,
  withdraw: to('WITHDRAWN'),
  let: to('WITHDRAWN'),
  contract: to('CONTRACTED'),
  expire: to('EXPIRED'),
};

const OVER = {
  ...NOT_NOW,
  withdraw: refuse('APPLICATION_STATE'),
  let: refuse('APPLICATION_STATE'),
  contract: refuse('APPLICATION_STATE'),
  expire: refuse('APPLICATION_STATE'),
  erase: to('ERASED'),
};

/**
 * An application for a would-be lease. Staff `send` the links; the parties `fill` their forms, and the last one sent makes
 * it whole (`complete`). Staff ask for a form again (`reopen`), `analyse`, and decide: above the agency's limit a first
 * person can only `recommend`. The property may be let to somebody else (`let`) or to the applicant (`contract`). One
 * that nobody worked on ends by itself (`expire`), may come back (`renew`), and is emptied of its people in the end
 * (`erase`).
 */
export const applicationLife = lifeCycle({
  DRAFT: { ...OPEN, send: to('SENT', 'mailLinks') },
  SENT: { ...OPEN, fill: to('FILLING'), renew: to('SENT') },
  FILLING: { ...OPEN, fill: to('FILLING'), complete: to('COMPLETE'), renew: to('FILLING') },
  COMPLETE: { ...OPEN, reopen: to('FILLING'), analyse: to('IN_ANALYSIS') },
  IN_ANALYSIS: {
    ...OPEN,
    reopen: to('FILLING'),
    recommend: to('RECOMMENDED'),
    approve: to('APPROVED', 'mailApproval'),
    condition: to('CONDITIONAL', 'mailCondition'),
    refuse: to('REFUSED', 'mailRefusal'),
  },
  RECOMMENDED: {
    ...OPEN,
    reopen: to('FILLING'),
    approve: to('APPROVED', 'mailApproval'),
    condition: to('CONDITIONAL', 'mailCondition'),
    refuse: to('REFUSED', 'mailRefusal'),
  },
  CONDITIONAL: {
    ...OPEN,
    reopen: to('FILLING'),
    recommend: to('RECOMMENDED'),
    approve: to('APPROVED', 'mailApproval'),
    refuse: to('REFUSED', 'mailRefusal'),
  },
  APPROVED: OPEN,
  CONTRACTED: OVER,
  REFUSED: OVER,
  WITHDRAWN: OVER,
  EXPIRED: { ...OVER, renew: to('FILLING') },
  ERASED: { ...OVER, erase: refuse('APPLICATION_STATE') },
});
export type ApplicationState = StateOf<typeof applicationLife>;

/**
 * The form of one party. `close` withdraws its link, `renew` gives another one, `reopen` asks for it again after it was
 * sent.
 */
export const partyFormLife = lifeCycle({
  WAITING: {
    save: to('FILLING'),
    send: refuse('FORM_INCOMPLETE'),
    reopen: refuse('FORM_NOT_SENT'),
    close: to('CLOSED'),
    renew: to('WAITING', 'newLink'),
    erase: to('ERASED'),
  },
  FILLING: {
    save: to('FILLING'),
    send: to('SENT'),
    reopen: refuse('FORM_NOT_SENT'),
    close: to('CLOSED'),
    renew: to('FILLING', 'newLink'),
    erase: to('ERASED'),
  },
  SENT: {
    save: refuse('FORM_SENT'),
    send: refuse('FORM_SENT'),
    reopen: to('FILLING'),
    close: to('CLOSED'),
    renew: to('SENT', 'newLink'),
    erase: to('ERASED'),
  },
  CLOSED: {
    save: refuse('FORM_CLOSED'),
    send: refuse('FORM_CLOSED'),
    reopen: refuse('FORM_NOT_SENT'),
    close: refuse('FORM_CLOSED'),
    renew: to('FILLING', 'newLink'),
    erase: to('ERASED'),
  },
  ERASED: {
    save: refuse('FORM_CLOSED'),
    send: refuse('FORM_CLOSED'),
    reopen: refuse('FORM_NOT_SENT'),
    close: refuse('FORM_CLOSED'),
    renew: refuse('FORM_CLOSED'),
    erase: refuse('FORM_CLOSED'),
  },
});
export type PartyFormState = StateOf<typeof partyFormLife>;

export const APPLICANT_ROLES = {
  TENANT: 'Locatário',
  CO_TENANT: 'Colocatário',
  SPOUSE: 'Cônjuge',
  GUARANTOR: 'Fiador',
} as const;
export type ApplicantRole = keyof typeof APPLICANT_ROLES;

/** Parties of one application. */
export const MOST_PARTIES = 8;

export const APPLICATION_STATES: Record<ApplicationState, string> = {
  DRAFT: 'Rascunho',
  SENT: 'Link enviado',
  FILLING: 'Em preenchimento',
  COMPLETE: 'Fichas recebidas',
  IN_ANALYSIS: 'Em análise',
  RECOMMENDED: 'Aguarda segunda aprovação',
  CONDITIONAL: 'Aprovada com condição',
  APPROVED: 'Aprovada',
  CONTRACTED: 'Virou contrato',
  REFUSED: 'Recusada',
  WITHDRAWN: 'Desistência',
  EXPIRED: 'Vencida',
  ERASED: 'Dados apagados',
};

export const PARTY_FORM_STATES: Record<PartyFormState, string> = {
  WAITING: 'Não começou',
  FILLING: 'Preenchendo',
  SENT: 'Enviada',
  CLOSED: 'Link retirado',
  ERASED: 'Dados apagados',
};

/** Why an application ended without an answer. */
export const WITHDRAWAL_REASONS = {
  AGENCY: 'A imobiliária encerrou',
  APPLICANT: 'O interessado desistiu',
  LET: 'O imóvel foi alugado a outra pessoa',
  LEAD_LOST: 'O atendimento foi perdido',
  ERASURE: 'A pessoa pediu que os dados fossem apagados',
} as const;
export type WithdrawalReason = keyof typeof WITHDRAWAL_REASONS;

/** Days after which an application in this state ends by itself; those that are over don't. */
const PATIENCE: Partial<Record<ApplicationState, number>> = {
  DRAFT: 30,
  SENT: 30,
  FILLING: 30,
  COMPLETE: 90,
  IN_ANALYSIS: 90,
  RECOMMENDED: 90,
  CONDITIONAL: 60,
  APPROVED: 60,
};

/** Last day of an application that enters this state today; undefined: it is over, and its last day stays. */
export function lastDayOf(state: ApplicationState, today: CalendarDate): CalendarDate | undefined {
  const days = PATIENCE[state];
  return days === undefined ? undefined : addDays(today, days);
}

/**
 * Days for which forms and documents are kept after the end, by how it ended (LGPD, articles 15 and 16). Those of a contract
 * are kept with it, until its people are anonymised.
 */
export const KEPT_DAYS = { REFUSED: 180, WITHDRAWN: 90, EXPIRED: 90 } as const satisfies Partial<
  Record<ApplicationState, number>
>;

/** Days for which a link opens. */
export const FORM_LINK_DAYS = 15;

/** The code by which a form goes on in another browser: minutes, and tries. */
export const RESUME_CODE = { minutes: 15, tries: 5 } as const;

/** Decisions of a person of the staff. A recommendation waits for a second person. */
export const OPINIONS = {
  RECOMMEND: 'Recomendou a aprovação',
  APPROVE: 'Aprovou',
  CONDITION: 'Aprovou com condição',
  REFUSE: 'Recusou',
} as const;
export type OpinionKind = keyof typeof OPINIONS;
