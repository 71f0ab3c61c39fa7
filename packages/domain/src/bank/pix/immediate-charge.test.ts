import { describe, expect, test } from 'vitest';
import {
  type Ending,
  endingOf,
  hasExpired,
  type ImmediateStage,
  immediateChargeBody,
  immediateStage,
  immediateUntil,
  type Underway,
} from './immediate-charge.ts';
import type { ImmediateState } from './immediate-charge-life.ts';

/** A moment of the day, in milliseconds. */
function at(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}
const NOW = at('14:00');

describe('how long a code can be paid', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string | null, string | undefined, string]>([
    // now    amount ends  until
    ['14:00', null,        '14:30',   'half an hour'],
    ['23:50', null,        '24:20',   'past midnight while the amount stays'],
    ['14:00', '24:00',     '14:30',   'the day is long enough'],
    ['23:50', '24:00',     '24:00',   'no later than the amount'],
    ['23:58', '24:00',     '24:00',   'two minutes are enough'],
    ['23:59', '24:00',     undefined, 'one is not'],
  ])('at %s, amount until %s: %s: %s', (now, ends, until) => {
    expect(immediateUntil(at(now), ends === null ? null : at(ends))).toBe(until && at(until));
  });

  test('a bank tells an expired charge by its own times, and a payment of the last second within a minute', () => {
    const made = { made: at('13:30'), seconds: 1_800 };
    expect([at('14:00'), at('14:01'), at('14:02')].map((now) => hasExpired(made, now))).toEqual([false, false, true]);
  });
});

test('is sent with the time that is left', () => {
  const charge = { amount: 150_090, pix_key: 'chave', month: 'março de 2026' };
  const payer = { name: 'Ana Lima', document: '52998224725' };
  expect(immediateChargeBody({ ...charge, payer, seconds: 1_799.6 })).toEqual({
    calendario: { expiracao: 1_799 },
    devedor: { cpf: '52998224725', nome: 'Ana Lima' },
    valor: { original: '1500.90' },
    chave: 'chave',
    solicitacaoPagador: 'Aluguel de março de 2026, com autorização do Pix Automático',
  });
  expect(immediateChargeBody({ ...charge, payer, seconds: 0 }).calendario).toEqual({ expiracao: 1 });
});

const underway: Underway = {
  state: 'ACTIVE',
  until: at('14:30'),
  invoice: { isOpen: true, isSame: true },
  recurrence: { state: 'CREATED', canceling: false, problem: null },
};
const invoice = (isOpen: boolean, isSame: boolean) => ({ invoice: { isOpen, isSame } });
const recurrence = (changes: Partial<Underway['recurrence']>) => ({
  recurrence: { ...underway.recurrence, ...changes },
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Partial<Underway>, Ending | undefined]>([
  ['in force',                                       {},                                         undefined],
  ['before the recurrence is made',                  recurrence({ state: 'WAITING' }),           undefined],
  ['authorised, and paid in a moment',               recurrence({ state: 'APPROVED' }),          undefined],
  ['over at its end',                                { until: NOW },                             'EXPIRED'],
  ['paid otherwise, or deleted',                     invoice(false, true),                       'INVOICE'],
  ['the invoice costs something else',               invoice(true, false),                       'INVOICE'],
  ['it may still change before the charge is made',  { ...invoice(true, false), state: 'QUEUED' }, undefined],
  ['paid otherwise before the charge is made',       { ...invoice(false, false), state: 'QUEUED' }, 'INVOICE'],
  ['the offer was taken back',                       recurrence({ canceling: true }),            'RECURRENCE'],
  ['the tenant refused',                             recurrence({ state: 'REJECTED' }),          'RECURRENCE'],
  ['the bank refused the charge',                    { state: 'REFUSED' },                       'REFUSED'],
  ['the bank refused the recurrence',                recurrence({ problem: 'txid' }),            'REFUSED'],
])('an immediate charge: %s', (_, changes, ending) => {
  expect(endingOf({ ...underway, ...changes }, NOW)).toBe(ending);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[ImmediateState, boolean, string, string | null, ImmediateStage]>([
  // state    code   end      problem
  ['QUEUED',   false, '14:30', null,   'PREPARING'],
  ['WAITING',  false, '14:30', null,   'PREPARING'],
  ['ACTIVE',   false, '14:30', null,   'PREPARING'],
  ['ACTIVE',   true,  '14:30', null,   'SHOWN'],
  ['ACTIVE',   true,  '14:00', null,   'ENDING'],
  ['QUEUED',   false, '13:59', null,   'ENDING'],
  ['REMOVING', true,  '14:30', null,   'ENDING'],
  ['REFUSED',  false, '14:30', 'chave', 'ENDING'],
  ['REMOVED',  true,  '14:30', null,   'LAPSED'],
  ['REMOVED',  false, '14:30', 'chave', 'REFUSED'],
  ['PAID',     true,  '14:30', null,   'PAID'],
])('%s with a code (%s) until %s, problem %s: %s', (state, hasCode, end, problem, stage) => {
  const joint_code = hasCode ? '000201' : null;
  expect(immediateStage({ state, joint_code, until: at(end), problem }, NOW)).toBe(stage);
});
