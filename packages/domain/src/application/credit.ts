import { addDays, type CalendarDate } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/** Scores of Quod: 300 is the highest risk, 1000 the lowest. */
export const SCORES = { least: 300, most: 1_000 } as const;

/** Bands of risk, by the highest score of each. */
const BANDS = [
  { most: 500, words: 'risco muito alto' },
  { most: 600, words: 'risco alto' },
  { most: 700, words: 'risco médio' },
  { most: 900, words: 'risco baixo' },
] as const;

/** Band of a score from 300 to 1000, in words. */
export const bandOf = (score: number): string => BANDS.find(({ most }) => score <= most)?.words ?? 'risco muito baixo';

/**
 * The newest inquiry about a party; NONE where there is none, or what was asked is erased. ASKING: the call is out. LOST: no
 * answer that can be read came, or its server died, and it may have been charged. `decline`: the provider did not carry it
 * out; nothing is kept of it, and the inquiry before it, if there is one, is the newest again.
 */
export const inquiryLife = lifeCycle({
  NONE: {
    ask: to('ASKING', 'call'),
    answer: refuse('INQUIRY_NOT_OUT'),
    lose: refuse('INQUIRY_NOT_OUT'),
    decline: refuse('INQUIRY_NOT_OUT'),
    erase: to('NONE'),
  },
  ASKING: {
    ask: refuse('CREDIT_ASKED'),
    answer: to('ANSWERED'),
    lose: to('LOST'),
    decline: to('NONE'),
    erase: to('NONE'),
  },
  ANSWERED: {
    ask: to('ASKING', 'call'),
    answer: refuse('INQUIRY_NOT_OUT'),
    lose: refuse('INQUIRY_NOT_OUT'),
    decline: refuse('INQUIRY_NOT_OUT'),
    erase: to('NONE'),
  },
  LOST: {
    ask: to('ASKING', 'call'),
    answer: refuse('INQUIRY_NOT_OUT'),
    lose: refuse('INQUIRY_NOT_OUT'),
    decline: refuse('INQUIRY_NOT_OUT'),
    erase: to('NONE'),
  },
});
type PartyInquiryState = StateOf<typeof inquiryLife>;

/** States of an inquiry that is kept. */
export const INQUIRY_STATES = ['ASKING', 'ANSWERED', 'LOST'] as const satisfies readonly PartyInquiryState[];
export type InquiryState = (typeof INQUIRY_STATES)[number];

/** Days in which an answer is not asked for again without saying so. */
export const INQUIRY_DAYS = 30;

/** Whether an answer of a day still stands in for a new one. */
export const isRecent = (asked: CalendarDate, today: CalendarDate) => addDays(asked, INQUIRY_DAYS) >= today;
