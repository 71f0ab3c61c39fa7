import { describe, expect, test } from 'vitest';
import { changeAgreement, type KeptAgreement } from './agreement-change.ts';

const ITAU = { agency: '0810', account: '53678', account_digit: '9', wallet: '109' };
const OTHER = { ...ITAU, wallet: '175' };
const SICOOB = { agency: '4327', agreement: '229385', wallet: '1', variation: '01' };

const kept = (id: number, changes: Partial<KeptAgreement> = {}): KeptAgreement => ({
  id,
  ...{ bank: '341', fields: ITAU, active: true, used: false, last_number: 0, highest: 0 },
  ...changes,
});
const old = { active: false, used: true };

describe('choice of the agreement', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, KeptAgreement[], ['341' | '756', typeof ITAU | typeof SICOOB], number | undefined]>([
    ['there is none',                        [],                                                  ['341', ITAU],   undefined],
    ['the same, never used',                 [kept(1)],                                           ['341', ITAU],   1],
    ['the same, used',                       [kept(1, { used: true })],                           ['341', ITAU],   1],
    ['another wallet, never used',           [kept(1)],                                           ['341', OTHER],  1],
    ['another bank, never used',             [kept(1)],                                           ['756', SICOOB], 1],
    ['another wallet, used',                 [kept(1, { used: true })],                           ['341', OTHER],  undefined],
    ['another bank, used',                   [kept(1, { used: true })],                           ['756', SICOOB], undefined],
    ['back to the one before',               [kept(1, old), kept(2, { fields: OTHER, used: true })], ['341', ITAU], 1],
    ['back to the one before an unused one', [kept(1, old), kept(2, { fields: OTHER })],          ['341', ITAU],   1],
    ['a third after an old one',             [kept(1, old), kept(2, { bank: '756', fields: SICOOB, used: true })], ['341', OTHER], undefined],
  ])('%s', (_, agreements, [bank, fields], id) => {
    expect(changeAgreement(agreements, { bank, fields, last_number: undefined }).id).toBe(id);
  });
});

describe('continuation of its numbers', () => {
  const used = kept(1, { used: true, last_number: 120, highest: 112 });
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, KeptAgreement[], '341' | '756', number | undefined, { last_number: number; isTaken: boolean }]>([
    ['a new bank',                      [used],                       '756', undefined, { last_number: 0,   isTaken: false }],
    ['a new bank, numbered elsewhere',  [used],                       '756', 40,        { last_number: 40,  isTaken: false }],
    ['the same bank',                   [used],                       '341', undefined, { last_number: 120, isTaken: false }],
    ['forward',                         [used],                       '341', 500,       { last_number: 500, isTaken: false }],
    ['back to the last boleto',         [used],                       '341', 112,       { last_number: 112, isTaken: false }],
    ['back past the last boleto',       [used],                       '341', 111,       { last_number: 111, isTaken: true }],
    ['back to the beginning',           [used],                       '341', 0,         { last_number: 0,   isTaken: true }],
    ['what was typed and never issued', [kept(1, { last_number: 9 })], '341', 2,        { last_number: 2,   isTaken: false }],
    ['an old agreement numbered higher', [kept(1, { ...old, last_number: 300, highest: 300 }), kept(2, { used: true, last_number: 7, highest: 7 })],
                                                                      '341', undefined, { last_number: 300, isTaken: false }],
    ['below an old agreement',          [kept(1, { ...old, last_number: 300, highest: 300 }), kept(2, { used: true, last_number: 7, highest: 7 })],
                                                                      '341', 299,       { last_number: 299, isTaken: true }],
  ])('%s', (_, agreements, bank, last_number, expected) => {
    const fields = bank === '341' ? OTHER : SICOOB;
    expect(changeAgreement(agreements, { bank, fields, last_number })).toMatchObject(expected);
  });
});
