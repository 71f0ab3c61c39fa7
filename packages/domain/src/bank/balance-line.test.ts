import { expect, test } from 'vitest';
import { isBalanceLine } from './balance-line.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[string, boolean]>([
  ['SALDO ANTERIOR',                  true],
  ['Saldo Anterior',                  true],
  ['Saldo do dia',                    true],
  ['SALDO DO DIA 04/01',              true],
  ['SALDO TOTAL DISPONÍVEL DIA',      true],
  ['SALDO TOTAL DISPON\ufffdVEL DIA', true],
  ['SALDO EM CONTA',                  true],
  ['SALDO EM C/C',                    true],
  ['SALDO EM 31/12/2026',             true],
  ['S A L D O',                       true],
  ['S A L D O ANTERIOR',              true],
  ['SDO CTA/APL AUTOMATICAS',         true],
  ['SALDO APLIC AUT MAIS',            true],
  ['(-) SALDO A LIBERAR',             true],
  ['000000 SALDO DIA',                true],
  ['SALDO FINAL R$ 1.200,00',         true],
  ['SALDO DO ALUGUEL MARIA',          false],
  ['SALDO RESCISAO JOSE LIMA',        false],
  ['PIX RECEBIDO SALDO ALUGUEL',      false],
  ['PAGTO SALDO DEVEDOR',             false],
  ['SALDANHA E FILHOS',               false],
  ['RENDIMENTO',                      false],
  ['',                                false],
])('%j states a balance: %s', (memo, expected) => {
  expect(isBalanceLine(memo)).toBe(expected);
});
