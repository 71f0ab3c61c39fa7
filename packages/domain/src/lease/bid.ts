import { addDays, addMonths, type CalendarDate } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import { type Cents, formatMoney } from '../base/money.ts';

/** What remains refused in each state that has an end. */
const ended = <const Code extends string>(code: Code) =>
  ({
    edit: refuse(code),
    send: refuse(code),
    accept: refuse(code),
    refuse: refuse(code),
    withdraw: refuse(code),
    expire: refuse(code),
    reserve: refuse(code),
    release: refuse(code),
    mark: refuse(code),
    take: refuse(code),
    sign: refuse(code),
    remove: refuse(code),
  }) as const;

/** An answer is awaited: from the owner while SENT, from the prospect while COUNTERED. */
const open = {
  edit: refuse('BID_SENT'),
  send: refuse('BID_SENT'),
  prospectCounters: to('SENT', 'version'),
  ownerCounters: to('COUNTERED', 'version'),
  accept: to('ACCEPTED'),
  refuse: to('REFUSED', 'reservation'),
  withdraw: to('WITHDRAWN', 'reservation'),
  expire: to('EXPIRED', 'reservation'),
  mark: to('WITHDRAWN', 'reservation'),
  take: to('WITHDRAWN'),
  sign: to('DONE', 'reservation', 'contract'),
  unsign: refuse('BID_SENT'),
  forget: to('WITHDRAWN', 'reservation', 'person'),
  remove: refuse('BID_SENT'),
} as const;

/** A further version reopens what had ended without a contract. */
const reopened = {
  ...ended('BID_ENDED'),
  prospectCounters: to('SENT', 'version'),
  ownerCounters: to('COUNTERED', 'version'),
  unsign: refuse('BID_ENDED'),
} as const;

/**
 * Life of a bid for a property. `mark`: staff set the property as let or sold; `take`: a contract with somebody else takes
 * it, which a reservation prevents; `sign`, `unsign`: its own contract is made, or deleted as a mistake; `forget`: its person is erased.
 */
export const bidLife = lifeCycle({
  DRAFT: {
    edit: to('DRAFT', 'terms'),
    send: to('SENT'),
    prospectCounters: refuse('BID_DRAFT'),
    ownerCounters: refuse('BID_DRAFT'),
    accept: refuse('BID_DRAFT'),
    refuse: refuse('BID_DRAFT'),
    withdraw: refuse('BID_DRAFT'),
    expire: refuse('BID_DRAFT'),
    reserve: refuse('BID_DRAFT'),
    release: refuse('BID_DRAFT'),
    mark: refuse('BID_DRAFT'),
    take: refuse('BID_DRAFT'),
    sign: refuse('BID_DRAFT'),
    unsign: refuse('BID_DRAFT'),
    forget: to('WITHDRAWN', 'person'),
    remove: to('REMOVED'),
  },
  SENT: { ...open, reserve: to('SENT', 'reservation'), release: to('SENT', 'reservation') },
  COUNTERED: { ...open, reserve: to('COUNTERED', 'reservation'), release: to('COUNTERED', 'reservation') },
  ACCEPTED: {
    edit: refuse('BID_ACCEPTED'),
    send: refuse('BID_ACCEPTED'),
    prospectCounters: refuse('BID_ACCEPTED'),
    ownerCounters: refuse('BID_ACCEPTED'),
    accept: refuse('BID_ACCEPTED'),
    refuse: refuse('BID_ACCEPTED'),
    withdraw: to('WITHDRAWN', 'reservation'),
    expire: refuse('BID_ACCEPTED'),
    reserve: to('ACCEPTED', 'reservation'),
    release: to('ACCEPTED', 'reservation'),
    mark: refuse('BID_ACCEPTED'),
    take: to('WITHDRAWN'),
    sign: to('DONE', 'reservation', 'contract'),
    unsign: refuse('BID_ACCEPTED'),
    forget: to('WITHDRAWN', 'reservation', 'person'),
    remove: refuse('BID_ACCEPTED'),
  },
  REFUSED: { ...reopened, forget: to('REFUSED', 'person') },
  EXPIRED: { ...reopened, forget: to('EXPIRED', 'person') },
  WITHDRAWN: { ...reopened, forget: to('WITHDRAWN', 'person') },
  DONE: {
    ...ended('BID_DONE'),
    prospectCounters: refuse('BID_DONE'),
    ownerCounters: refuse('BID_DONE'),
    unsign: to('ACCEPTED', 'contract'),
    forget: to('DONE', 'person'),
  },
  REMOVED: {
    ...ended('BID_NOT_FOUND'),
    prospectCounters: refuse('BID_NOT_FOUND'),
    ownerCounters: refuse('BID_NOT_FOUND'),
    unsign: refuse('BID_NOT_FOUND'),
    forget: refuse('BID_NOT_FOUND'),
  },
});
export type BidStage = StateOf<typeof bidLife>;
/** As stored: a removed draft is gone. */
export type BidState = Exclude<BidStage, 'REMOVED'>;

/** Who stands behind a version: the agency writes for both. */
export type BidParty = 'PROSPECT' | 'OWNER';
export type BidKind = 'RENT' | 'SALE';

/** A sale, a pre-sale and an exchange are all bid for as a sale. */
export const bidKind = (type: string): BidKind => (type === 'RENT' ? 'RENT' : 'SALE');

/** Who must answer the open version; undefined once nobody must. */
export function answerer(state: BidState): BidParty | undefined {
  if (state === 'SENT') return 'OWNER';
  return state === 'COUNTERED' ? 'PROSPECT' : undefined;
}

/** State as it is read: past its last day an unanswered bid has expired, whether the job came by or not. */
export function bidStateOn(bid: { state: BidState; expires_on: CalendarDate }, today: CalendarDate): BidState {
  return answerer(bid.state) !== undefined && bid.expires_on < today ? 'EXPIRED' : bid.state;
}

/** Longest time that a bid may wait for an answer, and a property may be kept for it. */
const MAX_DAYS = 180;

/** Whether an answer may be awaited, or a property kept, until this day. */
export const isBidDay = (date: CalendarDate, today: CalendarDate): boolean =>
  today <= date && date <= addDays(today, MAX_DAYS);

/** A reservation is over the day after its last. */
export const isReserved = (until: CalendarDate | null, today: CalendarDate): boolean =>
  until !== null && until >= today;

export type BidInstalment = { due_on: CalendarDate; amount: Cents };
export type BidTerms<Guarantee extends string = string> = {
  /** Monthly rent, or the price of the sale. */
  amount: Cents;
  guarantee: Guarantee | null;
  term_months: number | null;
  start_on: CalendarDate | null;
  down_payment: Cents | null;
  /** Part that a bank finances. */
  financed: Cents | null;
  instalments: readonly BidInstalment[];
};

/** What is wrong with the terms, on the field of the form that shows it. */
export type BidFault = { field: string; message: string };

/** First fault of the terms of a bid; undefined when there is none. */
export function bidFault(kind: BidKind, terms: BidTerms): BidFault | undefined {
  return kind === 'RENT' ? rentalFault(terms) : saleFault(terms);
}

function rentalFault({ guarantee, term_months, start_on, down_payment, financed, instalments }: BidTerms) {
  if (guarantee === null) return { field: 'guarantee', message: 'Informe a garantia' };
  if (term_months === null) return { field: 'term_months', message: 'Informe o prazo em meses' };
  if (start_on === null) return { field: 'start_on', message: 'Informe o início' };
  if ((down_payment ?? 0) > 0) return { field: 'down_payment', message: 'Uma locação não tem sinal' };
  if ((financed ?? 0) > 0) return { field: 'financed', message: 'Uma locação não é financiada' };
  return instalments.length > 0 ? { field: 'instalments', message: 'Uma locação não tem parcelas' } : undefined;
}

function saleFault({ guarantee, term_months, amount, down_payment, financed, instalments }: BidTerms) {
  if (guarantee !== null) return { field: 'guarantee', message: 'Uma venda não tem garantia de locação' };
  if (term_months !== null) return { field: 'term_months', message: 'Uma venda não tem prazo em meses' };
  const early = instalments.findIndex(({ due_on }, at) => at > 0 && due_on <= (instalments[at - 1]?.due_on ?? ''));
  if (early >= 0) return { field: `instalments.${early}.due_on`, message: 'Cada parcela vence depois da anterior' };
  const rest = amount - saleSum({ down_payment, financed, instalments });
  if (rest === 0) return undefined;
  const message =
    rest > 0
      ? `Faltam ${formatMoney(rest)} para somar o preço: complete o sinal, o financiamento ou as parcelas`
      : `O sinal, o financiamento e as parcelas passam do preço em ${formatMoney(-rest)}`;
  return { field: 'amount', message };
}

/** How much of a sale's price its parts make up. */
export const saleSum = (terms: Pick<BidTerms, 'down_payment' | 'financed' | 'instalments'>): Cents =>
  (terms.down_payment ?? 0) +
  (terms.financed ?? 0) +
  terms.instalments.reduce((total, { amount }) => total + amount, 0);

/** First and last day of the contract that a bid leads to; a sale without a day begins today. */
export function bidTerm(
  { start_on, term_months }: Pick<BidTerms, 'start_on' | 'term_months'>,
  today: CalendarDate,
  last: CalendarDate | undefined,
): { start: CalendarDate; end: CalendarDate } {
  const start = start_on ?? today;
  if (term_months !== null) return { start, end: addDays(addMonths(start, term_months), -1) };
  return { start, end: last !== undefined && last > start ? last : start };
}
