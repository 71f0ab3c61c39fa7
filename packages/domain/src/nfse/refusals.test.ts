import { expect, test } from 'vitest';
import { refusalOf, refusalPath, schemaRefusal } from './refusals.ts';

const RECORDS = { note: 9, issuer: 3, taker: 7, property: 5 };

test.each([
  [
    'E0014',
    '',
    'Já existe outra nota deste emitente com a mesma série e o mesmo número: use uma série só para a Morada',
  ],
  ['E0206', 'CPF inválido', 'O CPF do tomador não é válido'],
  ['E0690', 'Valor do PIS difere', 'Os valores de PIS e COFINS não conferem entre si: Valor do PIS difere'],
  ['E1235', 'Falha no esquema', 'O sistema nacional não entendeu o formato da nota: Falha no esquema'],
  ['E7777', 'Outra regra', 'Outra regra'],
  ['E7777', '', 'O sistema nacional recusou a nota (E7777)'],
  ['toString', '', 'O sistema nacional recusou a nota (toString)'],
])('%s with «%s» is «%s»', (code, said, sentence) => {
  expect(refusalOf(code, said)).toMatchObject({ code, sentence });
});

test.each([
  ['E0235', '/clients/info/7?tab=endereco'],
  ['E0206', '/clients/info/7'],
  ['E0116', '/clients/info/3?tab=impostos'],
  ['E0716', '/clients/info/3?tab=impostos'],
  ['E0015', null],
  ['E0008', null],
])('%s is mended at %s', (code, path) => {
  expect(refusalPath(refusalOf(code, ''), RECORDS)).toBe(path);
});

test('the agency has its own page', () => {
  expect(refusalPath(refusalOf('E0617', ''), { ...RECORDS, issuer: null })).toBe('/settings/agency');
});

test.each([
  ['toma/end/endNac/CEP', '/clients/info/7?tab=endereco'],
  ['toma/email', '/clients/info/7'],
  ['prest/IM', '/clients/info/3?tab=impostos'],
  ['IBSCBS/imovel/gUnidImob/cCIB', '/properties/info/5?tab=fiscal'],
  ['serv/cServ/cNBS', null],
])('a fault at %s is mended at %s', (field, path) => {
  const refusal = schemaRefusal(field);
  expect(refusal.sentence).toContain(field);
  expect(refusalPath(refusal, RECORDS)).toBe(path);
});

test('a note without a property has no page of one', () => {
  expect(refusalPath(schemaRefusal('IBSCBS/imovel/cCIB'), { ...RECORDS, property: null })).toBeNull();
});
