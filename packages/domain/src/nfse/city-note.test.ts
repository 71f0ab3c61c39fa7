import { expect, test } from 'vitest';
import { cityNote, cityRefusal, intermediaryEnvironment, lackingOfCity } from './city-note.ts';
import type { DpsFacts } from './dps.ts';

const PLACE = { city_code: '3136702', cep: '36010070', street: 'A', number: '1', complement: null, neighborhood: 'B' };
const FACTS = {
  ...{ reference: 'MORADA7', city_code: '3136702', competence: '2026-11-27', amount: 12_345 },
  issuer: { document: '11222333000181', municipal_registration: '12345', regime: 'SIMPLES' },
  taker: { document: '52998224725', name: 'Otávio', email: null, place: PLACE },
  service: {
    ...{ code: '100501', municipal_code: null, nbs: '110011100', city_code: '3136702' },
    description: 'Intermediação – contrato 3',
  },
  ...{ iss: { rate: 201 }, federal: { pis_cofins: null }, ibs_cbs: null },
} as unknown as DpsFacts;
const AT = '2026-11-27T10:00:00-03:00';

test('a note says amounts in reais, rates in percent and the item of the law', () => {
  expect(cityNote(FACTS, AT, () => 'MG')).toEqual({
    ...{ data_emissao: AT, natureza_operacao: '1', optante_simples_nacional: true, regime_especial_tributacao: '6' },
    prestador: { cnpj: '11222333000181', inscricao_municipal: '12345', codigo_municipio: '3136702' },
    tomador: {
      ...{ cpf: '52998224725', razao_social: 'Otávio' },
      endereco: {
        ...{ logradouro: 'A', numero: '1', bairro: 'B' },
        ...{ codigo_municipio: '3136702', uf: 'MG', cep: '36010070' },
      },
    },
    servico: {
      ...{ valor_servicos: 123.45, aliquota: 2.01, iss_retido: false, item_lista_servico: '1005' },
      ...{ discriminacao: 'Intermediação - contrato 3', codigo_municipio: '3136702', codigo_nbs: '110011100' },
    },
  });
});

test.each([
  ['Parâmetro "tomador.endereco.cep" não informado', 'tomador.endereco.cep', 'TAKER', 'ADDRESS'],
  ['O CPF do tomador é inválido', null, 'TAKER', 'REGISTER'],
  ['Parâmetro "prestador.codigo_municipio" não informado', 'prestador.codigo_municipio', 'ISSUER', 'TAXES'],
  ['Regime Especial de Tributação ausente/inválido.', null, 'ISSUER', 'TAXES'],
])('%s is mended at %s: %s, %s', (words, field, party, place) => {
  expect(cityRefusal('E1', words, '')).toEqual({
    code: 'E1',
    ...{ sentence: words.replace(/\.$/, ''), field, party, place },
  });
});

test('what is lacking is told before anything leaves', () => {
  expect(lackingOfCity(FACTS, '2026-11-27')).toEqual([]);
  const bare = {
    ...FACTS,
    city_code: '',
    issuer: { ...FACTS.issuer, document: '', municipal_registration: null },
    taker: { ...FACTS.taker, document: '11444777000161', place: null },
  };
  expect(lackingOfCity(bare, '2026-11-26').map(({ field }) => field)).toEqual([
    ...['prestador.cnpj', 'prestador.inscricao_municipal', 'prestador.codigo_municipio', 'data_emissao'],
    'tomador.endereco',
  ]);
});

test('the address says which environment it is', () => {
  expect(intermediaryEnvironment('https://homologacao.focusnfe.com.br')).toBe('RESTRICTED');
  expect(intermediaryEnvironment('https://api.focusnfe.com.br')).toBe('PRODUCTION');
});
