import { addBusinessDays } from '../base/business-days.ts';
import { addDays, type CalendarDate } from '../base/calendar.ts';

/** Acts that the register of a debt holds. */
export const DEBT_ACTS = {
  NOTICE: 'Aviso prévio',
  LISTING: 'Negativação',
  PROTEST: 'Protesto',
  EVICTION: 'Ação de despejo',
  COLLECTION: 'Ação de cobrança',
} as const;
export type DebtAct = keyof typeof DEBT_ACTS;

/** Acts taken outside the product and only registered here; a notice is written here. */
export type OutsideAct = Exclude<DebtAct, 'NOTICE'>;
export const OUTSIDE_ACTS = ['LISTING', 'PROTEST', 'EVICTION', 'COLLECTION'] as const satisfies OutsideAct[];

/** Word for the end of each act. */
export const ACT_ENDS = {
  LISTING: 'Negativação removida',
  PROTEST: 'Protesto cancelado',
  EVICTION: 'Ação encerrada',
  COLLECTION: 'Ação encerrada',
} as const satisfies Record<OutsideAct, string>;

/** How a notice is delivered. */
export const NOTICE_WAYS = { EMAIL: 'E-mail', LETTER: 'Carta', HAND: 'Em mãos' } as const;
export type NoticeWay = keyof typeof NOTICE_WAYS;

export const DEBTOR_ROLES = { TENANT: 'Inquilino', GUARANTOR: 'Fiador' } as const;
/** Roles beside a person's name on a paper, in words that fit any gender: the register holds none. */
export const DEBTOR_PARTIES = { TENANT: 'Parte locatária', GUARANTOR: 'Parte fiadora' } as const;
export type DebtorRole = keyof typeof DEBTOR_ROLES;

/** Days that a notice gives before the listing (CDC, art. 43 § 2; practice). */
export const NOTICE_DAYS = 10;
/** Last day of a notice's term. */
export const noticeTerm = (delivered: CalendarDate): CalendarDate => addDays(delivered, NOTICE_DAYS);

export type ListingRefusal = 'NO_NOTICE' | 'NOT_DELIVERED' | 'TERM_RUNNING';

/** A notice in force to the same person. */
export type StandingNotice = { delivered_on: CalendarDate | null; invoices: readonly number[] };

/**
 * Reason against a listing on a day, with the last day of the term that still runs: every invoice needs a notice to the
 * same person, whose term has ended.
 */
export function listingRefusal(
  notices: readonly StandingNotice[],
  invoices: readonly number[],
  day: CalendarDate,
): { refusal: ListingRefusal; until?: CalendarDate } | undefined {
  const found = invoices.map((id) => notices.filter((notice) => notice.invoices.includes(id)));
  if (found.some((one) => one.length === 0)) return { refusal: 'NO_NOTICE' };
  const ends = found.map((one) =>
    one.flatMap(({ delivered_on }) => (delivered_on ? [noticeTerm(delivered_on)] : [])).toSorted(),
  );
  if (ends.some(([first]) => first === undefined)) return { refusal: 'NOT_DELIVERED' };
  const until = ends
    .flatMap(([first]) => first ?? [])
    .toSorted()
    .at(-1);
  return until !== undefined && day <= until ? { refusal: 'TERM_RUNNING', until } : undefined;
}

/** Business days after the payment until the listing has to be removed (STJ, súmula 548). */
const REMOVAL_BUSINESS_DAYS = 5;
export const removalDue = (paidOn: CalendarDate): CalendarDate => addBusinessDays(paidOn, REMOVAL_BUSINESS_DAYS);

/** How far a contract's debt has gone, the furthest last. */
export const LEGAL_STAGES = {
  NOTICE: 'Avisado',
  LISTING: 'Negativado',
  PROTEST: 'Protestado',
  COLLECTION: 'Em ação de cobrança',
  EVICTION: 'Em ação de despejo',
} as const;
export type LegalStage = keyof typeof LEGAL_STAGES;
const STAGES = Object.keys(LEGAL_STAGES) as LegalStage[];

/** The furthest of the acts in force. */
export function legalStage(acts: readonly DebtAct[]): LegalStage | undefined {
  return STAGES.findLast((stage) => acts.includes(stage));
}
