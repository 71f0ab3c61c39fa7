import { expect, test } from 'vitest';
import { paymentLife, paymentStage } from './payment-stage.ts';

const MADE = { canceled: false, approval: 'APPROVED', transfers: 3, done: 0, pending: 3 } as const;

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['as it was made',                {},                                         'WHOLE',    true,  true],
  ['made before approvals',         { approval: null },                         'WHOLE',    true,  true],
  ['waiting for a person',          { approval: 'WAITING' },                    'WAITING',  false, false],
  ['rejected',                      { approval: 'REJECTED', canceled: true },   'REJECTED', false, false],
  ['canceled',                      { canceled: true, pending: 0 },             'CANCELED', false, false],
  ['one of three concluded',        { done: 1, pending: 2 },                    'PARTLY',   false, true],
  ['one of three released',         { pending: 2 },                             'PARTLY',   false, true],
  ['two concluded, one released',   { done: 2, pending: 0 },                    'DONE',     false, false],
  ['all concluded',                 { done: 3, pending: 0 },                    'DONE',     false, false],
  ['all concluded and undone',      { pending: 0 },                             'RELEASED', false, false],
] as const)('a payment %s', (_, changes, stage, file, list) => {
  const found = paymentStage({ ...MADE, ...changes });
  expect([found, paymentLife.can(found, 'giveOutFile'), paymentLife.can(found, 'giveOutList')]).toEqual([stage, file, list]);
});
