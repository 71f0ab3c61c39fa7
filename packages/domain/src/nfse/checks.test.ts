import { expect, test } from 'vitest';
import { factRefusals } from './checks.ts';
import type { DpsFacts } from './dps.ts';

const PLACE = { city_code: '3136702', cep: '36010070', street: 'A', number: '1', complement: null, neighborhood: 'B' };
const FACTS = {
  ...{ series: 1, competence: '2026-11-27', simples_rate: null },
  issuer: { document: '11222333000181', regime: 'REGULAR' },
  taker: { document: '52998224725', place: null },
} as unknown as DpsFacts;
const taker = (document: string, place: typeof PLACE | null = null) => ({ taker: { ...FACTS.taker, document, place } });

test.each<[what: string, change: Partial<DpsFacts>, codes: string[]]>([
  ['a person', {}, []],
  ['a company with its address', taker('11444777000161', PLACE), []],
  ['a company without an address', taker('11444777000161'), ['E0235']],
  ['a CPF with a wrong digit', taker('52998224724'), ['E0206']],
  ['a CNPJ with a wrong digit', taker('11444777000160', PLACE), ['E0188']],
  ['an issuer with a wrong digit', { issuer: { ...FACTS.issuer, document: '11222333000180' } }, ['E0080']],
  ['Simples without its rate', { issuer: { ...FACTS.issuer, regime: 'SIMPLES' }, simples_rate: 0 }, ['E0712']],
  ['a series of others', { series: 50_000 }, ['E0010']],
  ['a payment of tomorrow', { competence: '2026-11-28' }, ['E0015']],
])('%s', (_, change, codes) => {
  expect(factRefusals({ ...FACTS, ...change }, '2026-11-27').map(({ code }) => code)).toEqual(codes);
});
