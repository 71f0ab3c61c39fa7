import { expect, test } from 'vitest';
import { properName } from './proper-name.ts';

test.each([
  ['MARIA DA SILVA', 'Maria da Silva'],
  ['joão e ana de souza', 'João e Ana de Souza'],
  ["ÉRICA D'ÁVILA", "Érica D'Ávila"],
  ['ANA-LUÍSA DOS SANTOS', 'Ana-Luísa dos Santos'],
  ['PADARIA PÃO NOSSO LTDA', 'Padaria Pão Nosso Ltda'],
  ['BANCO DO BRASIL S/A', 'Banco do Brasil S/A'],
  ['TRANSPORTES LIMA ME', 'Transportes Lima ME'],
  ['PEDRO ALVES III', 'Pedro Alves III'],
  ['DE LUCCA IMÓVEIS', 'De Lucca Imóveis'],
  ['Ana McDonald', 'Ana McDonald'],
  ['iFood Brasil', 'iFood Brasil'],
  ['', ''],
])('%s is written %s', (name, written) => {
  expect(properName(name)).toBe(written);
});
