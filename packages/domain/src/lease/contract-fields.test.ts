import { expect, test } from 'vitest';
import { type ContractField, fieldChange } from './contract-fields.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

// biome-ignore format: a table of cases reads best aligned
test.each<[ContractField, unknown, unknown, string, string, string]>([
  ['current_price',      235_000,            242_873,    'Valor atual',                    'R$ 2.350,00', 'R$ 2.428,73'],
  ['commission',         1_000,              850,        'Taxa de administração',          '10%',         '8,5%'],
  ['end_date',           '2026-11-30',       '2027-11-30', 'Término',                      '30/11/2026',  '30/11/2027'],
  ['guarantee',          'SECURITY_DEPOSIT', 'BONDSMAN', 'Tipo de garantia',               'Caução',      'Fiador'],
  ['deposit',            null,               705_000,    'Valor da caução',                '—',           'R$ 7.050,00'],
  ['readjustment_index', 'IGPM',             'IPCA',     'Índice de reajuste',             'IGP-M',       'IPCA'],
  ['readjusts_down',     false,              true,       'Acompanha o índice para baixo',  'Não',         'Sim'],
  ['penalty_rents',      300,                150,        'Multa por rescisão',             '3 aluguéis',  '1,5 aluguéis'],
  ['penalty_rents',      0,                  100,        'Multa por rescisão',             '0 aluguéis',  '1 aluguel'],
])('%s from %s to %s', (field, before, after, label, from, to) => {
  const change = fieldChange(field, before, after);
  expect([change.label, plain(change.before), plain(change.after)]).toEqual([label, from, to]);
});
