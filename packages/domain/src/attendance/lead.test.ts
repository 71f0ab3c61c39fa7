import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { type LeadEvent, leadLife, OPEN_STAGES } from './lead.ts';
import { dueAfter } from './lead-deadline.ts';
import { type Broker, chooseOwner } from './lead-owner.ts';
import type { LeadStage } from './lead-words.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[LeadStage, LeadEvent, LeadStage, string]>([
  ['NEW',      'ANSWERED',             'CONTACT',  'somebody wrote back'],
  ['NEW',      'VISIT_BOOKED',         'VISIT',    'a visit was booked at once'],
  ['BID',      'VISIT_BOOKED',         'BID',      'a further visit does not lead back'],
  ['VISIT',    'VISIT_CANCELED',       'VISIT',    'nor does one that was canceled'],
  ['VISIT',    'APPLICATION_SENT',     'ANALYSIS', 'stages may be left out'],
  ['CONTRACT', 'BID_REFUSED',          'CONTRACT', 'an old proposal is refused'],
  ['CONTRACT', 'CONTRACT_MADE',        'WON',      'the contract is in force'],
  ['LOST',     'BID_SENT',             'BID',      'a deed on a lost lead opens it again'],
  ['LOST',     'VISIT_CANCELED',       'LOST',     'what ends does not'],
  ['WON',      'CONTRACT_CLOSED',      'WON',      'years later the contract ends'],
  ['ANALYSIS', 'CLIENT_ERASED',        'LOST',     'the person asked to be forgotten'],
])('%s, %s: %s (%s)', (from, event, stage) => {
  expect(leadLife.next(from, event)).toBe(stage);
});

test('no deed leads back, and hands lead anywhere', () => {
  for (const from of OPEN_STAGES) {
    for (const event of leadLife.events) {
      const cell = leadLife.cell(from, event);
      if (event.startsWith('PUT_')) expect(cell).toMatchObject({ to: event.slice(4) });
      else if ('to' in cell && OPEN_STAGES.some((stage) => stage === cell.to))
        expect(OPEN_STAGES.indexOf(cell.to as never), `${from} ${event}`).toBeGreaterThanOrEqual(
          OPEN_STAGES.indexOf(from),
        );
    }
  }
});

describe('the deadline', () => {
  const hours = { hours_weekdays: '9h às 12h e 13h às 18h', hours_saturday: '9h às 12h', hours_sunday: null };
  const at = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  // 2026-11-27 is a Friday; 2026-12-25 a Friday and a holiday.
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, string, number, CalendarDate, string, string]>([
    ['2026-11-27', '10:00', 60,  '2026-11-27', '11:00', 'while open'],
    ['2026-11-27', '11:30', 60,  '2026-11-27', '13:30', 'across the pause'],
    ['2026-11-27', '11:00', 60,  '2026-11-27', '12:00', 'as the agency closes'],
    ['2026-11-27', '07:00', 60,  '2026-11-27', '10:00', 'before it opens'],
    ['2026-11-27', '17:45', 60,  '2026-11-28', '09:45', 'the rest on Saturday'],
    ['2026-11-28', '20:00', 60,  '2026-11-30', '10:00', 'Saturday night: on Monday'],
    ['2026-11-28', '11:30', 240, '2026-11-30', '13:30', 'half an hour, then three and a half on Monday with its pause'],
    ['2026-12-24', '17:30', 60,  '2026-12-26', '09:30', 'a holiday between'],
    ['2026-11-27', '23:59', 480, '2026-11-30', '15:00', 'three hours of Saturday, five of Monday'],
  ])('%s %s and %i minutes: %s %s (%s)', (day, time, minutes, due, dueTime) => {
    expect(dueAfter({ day, minute: at(time) }, minutes, hours)).toEqual({ day: due, minute: at(dueTime) });
  });

  test('of an agency that never opens passes by the clock', () => {
    const never = { hours_weekdays: 'fechado', hours_saturday: 'fechado', hours_sunday: 'fechado' };
    expect(dueAfter({ day: '2026-11-27', minute: at('23:30') }, 60, never)).toEqual({ day: '2026-11-28', minute: 30 });
  });
});

describe('the owner', () => {
  const broker = (id: number, rule: Partial<Broker> = {}): Broker => ({
    ...{ id, on_duty: true, away_from: null, away_until: null, kinds: ['RENT', 'SALE', 'OFFER'] },
    ...{ neighborhoods: [], price_from: null, price_to: null, last_given_at: null, ...rule },
  });
  const centro = { kind: 'RENT', neighborhood: 'São Mateus', price: 200_000 } as const;
  const today = '2026-11-27';
  const nobody = undefined;
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Broker[], Parameters<typeof chooseOwner>[2]['captador'], number | undefined]>([
    ['nobody takes turns', [], nobody, undefined],
    ['the captador, before any turn', [broker(2)], { id: 1, away: undefined }, 1],
    ['the captador is away: the turns', [broker(2)], { id: 1, away: { away_from: '2026-11-20', away_until: null } }, 2],
    ['the captador was away until yesterday', [broker(2)], { id: 1, away: { away_from: null, away_until: '2026-11-26' } }, 1],
    ['whose turn never was', [broker(2, { last_given_at: '2026-11-26T10:00:00Z' }), broker(3)], nobody, 3],
    ['whose turn was longest ago', [broker(2, { last_given_at: '2026-11-26T10:00:00Z' }), broker(3, { last_given_at: '2026-11-25T10:00:00Z' })], nobody, 3],
    ['one who is off duty is passed over', [broker(2, { on_duty: false }), broker(3)], nobody, 3],
    ['one who is away today is passed over', [broker(2, { away_from: '2026-11-27', away_until: '2026-11-27' }), broker(3)], nobody, 3],
    ['one who is away from tomorrow is not', [broker(2, { away_from: '2026-11-28' }), broker(3)], nobody, 2],
    ['all are away: nobody', [broker(2, { away_until: '2026-11-30' })], nobody, undefined],
    ['one for sales alone is passed over', [broker(2, { kinds: ['SALE'] }), broker(3)], nobody, 3],
    ['the neighbourhood’s own, however it is spelt', [broker(2), broker(3, { neighborhoods: ['sao mateus '] })], nobody, 3],
    ['another neighbourhood’s is passed over', [broker(2, { neighborhoods: ['Granbery'] }), broker(3)], nobody, 3],
    ['within the prices', [broker(2), broker(3, { price_from: 150_000, price_to: 200_000 })], nobody, 3],
    ['above the prices', [broker(2), broker(3, { price_to: 199_999 })], nobody, 2],
    ['both fit better than one', [broker(2, { neighborhoods: ['São Mateus'] }), broker(3, { neighborhoods: ['São Mateus'], price_from: 1 })], nobody, 3],
  ])('%s', (_, brokers, captador, owner) => {
    expect(chooseOwner(centro, brokers, { captador, today })).toBe(owner);
  });

  test('of a message about no listing is nobody’s who answers for an area alone', () => {
    const wanted = { kind: 'RENT', neighborhood: null, price: null } as const;
    const area = [broker(2, { neighborhoods: ['Centro'] }), broker(3, { price_to: 1 }), broker(4)];
    expect(chooseOwner(wanted, area, { captador: undefined, today })).toBe(4);
  });
});
