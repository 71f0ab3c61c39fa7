import { expect, test } from 'vitest';
import { namedAgency, ofAgency } from './agency-name.ts';

test.each([
  ['Imobiliária Serra Verde', 'a Imobiliária Serra Verde', 'da Imobiliária Serra Verde'],
  ['ADMINISTRADORA UNIÃO', 'a ADMINISTRADORA UNIÃO', 'da ADMINISTRADORA UNIÃO'],
  ['Serra Verde Imóveis', 'Serra Verde Imóveis', 'de Serra Verde Imóveis'],
  ['Casablanca Imóveis', 'Casablanca Imóveis', 'de Casablanca Imóveis'],
])('%s in a sentence', (name, named, of) => {
  expect([namedAgency(name), ofAgency(name)]).toEqual([named, of]);
});
