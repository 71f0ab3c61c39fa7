import { expect, test } from 'vitest';
import { hasDocument, isNamed, namesIn } from './memo-names.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string[]]>([
  ['PIX TRANSF MARIA S04/01',                      ['maria']],
  ['TRANSF PGTO PIX REM: JOSE DA SILVA 04/01',     ['jose', 'silva']],
  ['PIX RECEBIDO - OUTRA IF Recebimento Pix Ana',  ['ana']],
  ['TED 341.0057 IMOBILIARIA SERRA',               []],
  ['TRANSFERÊNCIA ENTRE CONTAS MESMA TITULARIDADE', []],
  ['TARIFA PACOTE DE SERVICOS',                    ['pacote']],
  ['LANCAMENTO',                                   []],
  ['',                                             []],
])('%j names %j', (memo, names) => {
  expect(namesIn(memo, ['Imobiliária Serra Ltda'])).toEqual(names);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string, boolean]>([
  ['PIX RECEBIDO MARIA SOUZA',           'Maria Souza',          true],
  ['PIX MARIA APARECIDA SOUZA',          'Maria Souza',          true],
  ['PIX TRANSF MARIA S04/01',            'Maria Souza',          true],
  ['PIX RECEBIDO MARIA SOU',             'Maria da Souza Lima',  true],
  ['PIX RECEBIDO MARIA OLIVEIRA',        'Maria Souza',          false],
  ['PIX RECEBIDO JOAO SOUZA LIMA',       'Maria Souza Lima',     false],
  ['PIX RECEBIDO ANA LIMA',              'José Pereira Lopes',   false],
  ['PAGTO LUZ',                          'Luz',                  true],
  ['PIX RECEBIDO',                       'Maria Souza',          false],
])('%j is of %j: %s', (memo, person, expected) => {
  expect(isNamed(namesIn(memo), person)).toBe(expected);
});

test.each([
  ['PIX RECEBIDO 123.456.789-09 MARIA', true],
  ['PIX RECEBIDO 12345678909', true],
  ['PIX RECEBIDO ***.456.789-**', false],
])('%j has the document: %s', (memo, expected) => {
  expect(hasDocument(memo, '12345678909')).toBe(expected);
});
