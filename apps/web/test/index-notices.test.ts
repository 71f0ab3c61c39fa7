import { expect, test } from 'vitest';
import type { DueContract } from '../src/features/readjustments/readjustment-queries.ts';
import { indexNotices, simulate } from '../src/features/readjustments/simulation.ts';

const contract = (id: number, overrides: Partial<DueContract>): DueContract => ({
  id,
  tenant: 'Bruno Costa',
  property: 'Rua Halfeld, 80',
  next_readjustment: '2026-11-20',
  new_next_readjustment: '2027-11-20',
  current_price: 150_000,
  index: 'IPCA',
  from: '2025-10',
  to: '2026-09',
  percent: 381,
  missing: ['2026-10'],
  new_price: 155_715,
  ...overrides,
});

test('a notice about an index appears once, with the contracts it concerns', () => {
  const falling: Partial<DueContract> = { index: 'IGPM', percent: -266, missing: [] };
  const simulations = [
    contract(1, {}),
    contract(2, {}),
    contract(3, { ...falling, new_price: 150_000 }),
    contract(4, { ...falling, new_price: 146_010 }),
    contract(5, { missing: [] }),
  ].map((one) => simulate(one));
  expect(simulations.flatMap(({ notes }) => notes)).toEqual([]);
  expect(indexNotices(simulations)).toEqual([
    {
      text: 'O IPCA de outubro de 2026 ainda não foi publicado: valem os últimos 12 meses publicados.',
      contracts: [1, 2],
    },
    { text: 'O IGP-M acumulado é negativo: o aluguel fica como está.', contracts: [3] },
    { text: 'O IGP-M acumulado é negativo, e o contrato acompanha a queda.', contracts: [4] },
  ]);
});

test('a percentage by hand is no matter of an index', () => {
  const row = simulate(contract(1, {}), { base: 'MANUAL' });
  expect([row.notes, row.indexNotes]).toEqual([['Informe o percentual.'], []]);
});
