import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../base/calendar.ts';
import {
  type Attempt,
  type ChargeOutcome,
  chargeOutcome,
  isCancellable,
  nextRetry,
  owesLateChargesAlone,
  recurringChargeBody,
  sendingWindow,
} from './recurring-charge.ts';

describe('the days on which a charge is sent', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, CalendarDate, CalendarDate, string]>([
    // due         settles       from          until
    ['2026-03-10', '2026-03-10', '2026-02-28', '2026-03-08', 'a Tuesday'],
    ['2026-03-07', '2026-03-09', '2026-02-27', '2026-03-07', 'a Saturday is settled on Monday'],
    ['2026-01-01', '2026-01-02', '2025-12-23', '2025-12-31', 'a holiday, across the year'],
    ['2028-03-08', '2028-03-08', '2028-02-27', '2028-03-06', 'a leap year'],
  ])('due on %s: settled on %s, sent from %s to %s: %s', (due, settles, from, until) => {
    expect(sendingWindow(due)).toEqual({ settles, from, until });
  });

  test('it is cancelled until the day before its settlement', () => {
    expect(isCancellable('2026-03-10', '2026-03-09')).toBe(true);
    expect(isCancellable('2026-03-10', '2026-03-10')).toBe(false);
    expect(isCancellable('2026-03-07', '2026-03-08')).toBe(true);
  });
});

describe('the next attempt of a charge settled on 10/03', () => {
  const first: Attempt = { on: '2026-03-10', kind: 'AGND', status: 'REJEITADA' };
  const again = (on: CalendarDate): Attempt => ({ on, kind: 'NTAG', status: 'REJEITADA' });
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, Attempt[], CalendarDate | undefined, string]>([
    ['2026-03-10', [first],                                                              '2026-03-11', 'the day after'],
    ['2026-03-11', [first, again('2026-03-11')],                                         '2026-03-12', 'the second day'],
    ['2026-03-12', [first, again('2026-03-11'), again('2026-03-12')],                    '2026-03-14', 'the last day without charges'],
    ['2026-03-14', [first, again('2026-03-11'), again('2026-03-12'), again('2026-03-14')], undefined,  'three are all'],
    ['2026-03-13', [first],                                                              '2026-03-14', 'heard late'],
    ['2026-03-16', [first],                                                              '2026-03-17', 'the seventh day'],
    ['2026-03-17', [first],                                                              undefined,    'the eighth is too late'],
    ['2026-03-10', [first, again('2026-03-11')],                                         '2026-03-12', 'one for each day'],
    ['2026-03-10', [first, { ...first, kind: 'RIFL' }],                                  '2026-03-11', 'a repetition by the bank is no retry'],
  ])('on %s after %o: %s, %s', (today, attempts, expected) => {
    expect(nextRetry({ policy: 'PERMITE_3R_7D', due: '2026-03-10' }, attempts, today)).toBe(expected);
    expect(nextRetry({ policy: 'NAO_PERMITE', due: '2026-03-10' }, attempts, today)).toBeUndefined();
  });
});

describe('what the bank says of a charge', () => {
  const of = (...statuses: string[]): Attempt[] =>
    statuses.map((status) => ({ on: '2026-03-10', kind: 'AGND', status }));
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Attempt[], ChargeOutcome]>([
    ['CRIADA',    [],                             'PENDING'],
    ['ATIVA',     of('AGENDADA'),                 'PENDING'],
    ['ATIVA',     of('REJEITADA'),                'MISSED'],
    ['ATIVA',     of('EXPIRADA', 'SOLICITADA'),   'PENDING'],
    ['ATIVA',     of('REJEITADA', 'EXPIRADA'),    'MISSED'],
    ['CONCLUIDA', of('PAGA'),                     'PAID'],
    ['EXPIRADA',  of('REJEITADA'),                'FAILED'],
    ['REJEITADA', [],                             'FAILED'],
    ['CANCELADA', of('CANCELADA'),                'CANCELED'],
    ['EM_ANALISE', [],                            'PENDING'],
  ])('%s with %o is %s', (status, attempts, expected) => {
    expect(chargeOutcome(status, attempts)).toBe(expected);
  });
});

test.each([
  [150_000, 150_000, 165_045, true, 'the charge as it was sent, five days late and more'],
  [150_000, 150_000, 150_000, false, 'in time'],
  [149_999, 150_000, 165_045, false, 'another amount waits for a person'],
  [150_000, 155_000, 170_500, false, 'the invoice has changed since'],
])('%i paid of %i, %i owed: late charges alone %s: %s', (paid, amount, due, expected) => {
  expect(owesLateChargesAlone(paid, { amount: 150_000 }, { amount, due })).toBe(expected);
});

test('the body of a charge', () => {
  const charge = { id_rec: `RR${'1'.repeat(27)}`, due: '2026-03-10' as CalendarDate, amount: 281_130 };
  const account = { branch: null, account: '123456', account_type: 'PAGAMENTO' as const };
  expect(recurringChargeBody({ ...charge, month: 'fevereiro de 2026', account })).toEqual({
    idRec: charge.id_rec,
    infoAdicional: 'Aluguel de fevereiro de 2026',
    calendario: { dataDeVencimento: '2026-03-10' },
    valor: { original: '2811.30' },
    ajusteDiaUtil: true,
    recebedor: { conta: '123456', tipoConta: 'PAGAMENTO' },
  });
});
