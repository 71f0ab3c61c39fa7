import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../base/calendar.ts';
import {
  type Collected,
  type DoneStep,
  dueDatesOf,
  dueStep,
  lastDayOf,
  nextStep,
  onePerTenant,
  plannedSteps,
  type Step,
  simulate,
  stepDay,
  stepDaysText,
} from './ruler.ts';

const SINCE: CalendarDate = '2026-01-01';
const step = (days: number, more: Partial<Step> = {}): Step => ({
  id: 100 + days,
  days,
  recipients: 'TENANT',
  since: SINCE,
  ...more,
});
const RULER = [step(-5), step(0), step(1), step(7), step(15, { recipients: 'GUARANTOR' }), step(30)];
const done = (...steps: [days: number, on: CalendarDate][]): DoneStep[] =>
  steps.map(([days, on]) => ({ step: 100 + days, days, on }));
const invoice = (more: Partial<Collected> = {}): Collected => ({
  due_date: '2026-03-10',
  issued_on: SINCE,
  guarantors: 1,
  done: [],
  ...more,
});

describe('day of a step', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[number, CalendarDate, CalendarDate, string]>([
    // days  due           done on
    [-5, '2026-03-10', '2026-03-05', 'before the due date'],
    [ 0, '2026-03-10', '2026-03-10', 'on it, a Tuesday'],
    [ 7, '2026-03-10', '2026-03-17', 'after it'],
    [ 0, '2026-03-14', '2026-03-16', 'due on a Saturday: it can be paid on Monday'],
    [ 1, '2026-03-14', '2026-03-17', 'a day after that Monday'],
    [-1, '2026-03-14', '2026-03-13', 'before it, from the due date itself'],
    [-1, '2026-03-16', '2026-03-16', 'on a Sunday: the next day'],
    [ 5, '2026-03-10', '2026-03-16', 'on a Sunday: the next day'],
    [ 4, '2026-03-10', '2026-03-14', 'a Saturday is a day to write on'],
    [ 0, '2026-04-03', '2026-04-06', 'due on Good Friday: Monday'],
    [ 1, '2026-12-24', '2026-12-26', 'Christmas: the Saturday after it'],
    [ 0, '2026-02-14', '2026-02-18', 'due on the Saturday of Carnival: Ash Wednesday'],
  ])('%i of %s: %s (%s)', (days, due, day) => {
    expect(stepDay(days, due)).toBe(day);
  });
});

describe('step of an invoice due on Tuesday 10/03/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, DoneStep[], number | undefined, string]>([
    // today        done before                                           step
    ['2026-03-04', [],                                                   undefined, 'a day early'],
    ['2026-03-05', [],                                                          -5, 'on its day'],
    ['2026-03-05', done([-5, '2026-03-05']),                             undefined, 'once'],
    ['2026-03-06', done([-5, '2026-03-05']),                             undefined, 'nor again the next day'],
    ['2026-03-07', [],                                                          -5, 'missed for two days'],
    ['2026-03-08', [],                                                   undefined, 'a Sunday'],
    ['2026-03-09', [],                                                   undefined, 'missed for four days: passed over'],
    ['2026-03-10', done([-5, '2026-03-05']),                                     0, 'the next one'],
    ['2026-03-11', done([-5, '2026-03-05'], [0, '2026-03-10']),                  1, 'and the next'],
    ['2026-03-11', done([-5, '2026-03-05']),                                     1, 'two are due: the later one'],
    ['2026-03-12', done([1, '2026-03-11']),                              undefined, 'the one passed over is never done'],
    ['2026-03-11', done([0, '2026-03-11']),                              undefined, 'one a day'],
    ['2026-03-12', done([0, '2026-03-11']),                                      1, 'the other on the day after'],
    ['2026-03-20', done([1, '2026-03-11']),                                      7, 'three days late'],
    ['2026-03-21', done([1, '2026-03-11']),                              undefined, 'four days late'],
    ['2026-03-25', done([7, '2026-03-17']),                                     15, 'the guarantor'],
    ['2026-04-09', done([15, '2026-03-25']),                                    30, 'thirty days'],
    ['2026-06-10', done([30, '2026-04-09']),                             undefined, 'the ruler has ended'],
  ])('%s after %o: %s (%s)', (today, doneBefore, days) => {
    expect(dueStep(RULER, invoice({ done: doneBefore }), today, SINCE)?.days).toBe(days);
  });
});

test('a step for guarantors is passed over where the contract has none', () => {
  expect(dueStep(RULER, invoice({ guarantors: 0 }), '2026-03-25', SINCE)).toBeUndefined();
});

describe('a ruler is never retroactive', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, number | undefined, string]>([
    // switched on   today       step
    ['2026-03-11', '2026-03-11',         1, 'the step of that day'],
    ['2026-03-12', '2026-03-12', undefined, 'that of the day before, within the window'],
    ['2026-03-12', '2026-03-17',         7, 'later ones follow'],
    ['2026-05-01', '2026-05-02', undefined, 'an invoice of long ago'],
  ])('switched on %s, on %s: %s (%s)', (since, today, days) => {
    expect(dueStep(RULER, invoice(), today, since)?.days).toBe(days);
  });

  test('nor is a step that was added or moved later', () => {
    const added = [...RULER, step(3, { since: '2026-03-14' })];
    expect(dueStep(added, invoice({ done: done([1, '2026-03-11']) }), '2026-03-14', SINCE)).toBeUndefined();
    expect(dueStep(added, invoice({ due_date: '2026-03-11' }), '2026-03-14', SINCE)?.days).toBe(3);
  });
});

test('an invoice issued late gets no step of an earlier day', () => {
  const issued = invoice({ issued_on: '2026-03-12' });
  expect(dueStep(RULER, issued, '2026-03-12', SINCE)).toBeUndefined();
  expect(dueStep(RULER, issued, '2026-03-17', SINCE)?.days).toBe(7);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[number, CalendarDate, CalendarDate, CalendarDate | undefined, string]>([
  // step  due           written on    goes out until
  [-5, '2026-03-10', '2026-03-05', '2026-03-10', 'while it has not fallen due'],
  [ 0, '2026-03-10', '2026-03-10', '2026-03-10', 'on the due date alone'],
  [-1, '2026-03-14', '2026-03-13', '2026-03-16', 'due on a Saturday, paid on Monday'],
  [ 0, '2026-03-10', '2026-03-12', '2026-03-12', 'done late: that day'],
  [ 1, '2026-03-10', '2026-03-11',    undefined, 'after the due date'],
])('step %i of %s written on %s goes out until %s (%s)', (days, due, today, until) => {
  expect(lastDayOf(days, due, today)).toBe(until);
});

test('a tenant gets one step a day, that of the invoice furthest along', () => {
  const due = [
    { tenant: 1, invoice: 1, step: step(1) },
    { tenant: 1, invoice: 2, step: step(30) },
    { tenant: 1, invoice: 3, step: step(-5) },
    { tenant: 2, invoice: 4, step: step(0) },
  ];
  expect(onePerTenant(due).map(({ invoice }) => invoice)).toEqual([2, 4]);
});

test('a step that was done and then moved is not done again', () => {
  const moved = [{ ...step(9), id: 107 }];
  expect(dueStep(moved, invoice({ done: done([7, '2026-03-17']) }), '2026-03-19', SINCE)).toBeUndefined();
});

describe('what comes next', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, DoneStep[], CalendarDate | undefined, number | undefined]>([
    ['2026-03-01', [],                       '2026-03-05', -5],
    ['2026-03-05', done([-5, '2026-03-05']), '2026-03-10',  0],
    ['2026-03-08', [],                       '2026-03-10',  0],
    ['2026-03-12', [],                       '2026-03-12',  1],
    ['2026-03-18', done([7, '2026-03-17']),  '2026-03-25', 15],
    ['2026-04-20', done([15, '2026-03-25']), undefined, undefined],
  ])('on %s after %o: %s, %s', (today, doneBefore, day, days) => {
    const next = nextStep(RULER, invoice({ done: doneBefore }), today, SINCE);
    expect([next?.day, next?.step.days]).toEqual([day, days]);
  });
});

test('a simulation tells each step by day, of every invoice', () => {
  const rows = simulate(
    [
      { invoice: { ...invoice(), id: 1 }, steps: RULER },
      { invoice: { ...invoice({ due_date: '2026-03-06', guarantors: 0 }), id: 2 }, steps: RULER },
    ],
    { from: '2026-03-09', days: 30, since: '2026-03-09' },
  );
  expect(rows.map(({ day, step: { days }, invoice: { id } }) => [day, days, id])).toEqual([
    ['2026-03-10', 0, 1],
    ['2026-03-11', 1, 1],
    ['2026-03-13', 7, 2],
    ['2026-03-17', 7, 1],
    ['2026-03-25', 15, 1],
    // Thirty days after the 6th is Easter Sunday, 5 April.
    ['2026-04-06', 30, 2],
  ]);
});

const day = (offset: number) => addDays('2026-01-01', offset);

test('a simulation is what happens day by day', () => {
  fc.assert(
    fc.property(
      fc.nat(400),
      fc.nat(500),
      fc.uniqueArray(fc.integer({ min: -10, max: 60 }), { maxLength: 8 }),
      (due, from, days) => {
        const steps = days.map((one) => step(one));
        const first = day(from);
        const start = invoice({ due_date: day(due), issued_on: day(0) });
        const lived: [CalendarDate, number][] = [];
        let now = start;
        for (let offset = 0; offset < 90; offset += 1) {
          const today = addDays(first, offset);
          const due = dueStep(steps, now, today, first);
          if (!due) continue;
          lived.push([today, due.days]);
          now = { ...now, done: [...now.done, { step: due.id, days: due.days, on: today }] };
        }
        const told = plannedSteps(steps, start, { from: first, days: 90, since: first });
        expect(told.map(({ day, step }) => [day, step.days])).toEqual(lived);
        // Once each, in order, one a day.
        expect(lived.map(([, days]) => days)).toEqual(
          [...new Set(lived.map(([, days]) => days))].sort((a, b) => a - b),
        );
        expect(new Set(lived.map(([on]) => on)).size).toBe(lived.length);
      },
    ),
    { numRuns: 40 },
  );
});

test('due dates that a step may be done for are all of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: -30, max: 180 }), fc.nat(800), (days, offset) => {
      const today = day(offset);
      const all = Array.from({ length: 80 }, (_, index) => addDays(today, index - days - 40)).filter((due) =>
        dueStep(
          [step(days, { since: '2020-01-01' })],
          invoice({ due_date: due, issued_on: '2020-01-01' }),
          today,
          '2020-01-01',
        ),
      );
      const told = dueDatesOf(days, today);
      for (const due of all) expect(told).toContain(due);
    }),
    { numRuns: 40 },
  );
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  [-5, '5 dias antes do vencimento'],
  [-1, '1 dia antes do vencimento'],
  [ 0, 'No vencimento'],
  [ 1, '1 dia depois do vencimento'],
  [30, '30 dias depois do vencimento'],
])('%i: %s', (days, words) => {
  expect(stepDaysText(days)).toBe(words);
});
