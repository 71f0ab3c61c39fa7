import { IMPORT_FIELDS } from '@morada/contract/imports.fields';
import type { ImportKind } from '@morada/contract/imports.search';
import { describe, expect, test } from 'vitest';
import { distinctTitles, guessMapping } from './guess.ts';

/** Our field → the title it is guessed from. */
const guessed = (kind: ImportKind, titles: string[]) =>
  Object.fromEntries(
    Object.entries(guessMapping(kind, titles).mapping).map(([field, place]) => [field, titles[place]]),
  );

describe('people', () => {
  test.each(['CPF', 'CPF/CNPJ', 'Documento', 'cnpj', 'C.P.F.', 'CPF / CNPJ', 'Doc.', 'documento do cliente'])(
    '"%s" is the document',
    (title) => expect(guessed('people', ['Nome', title])).toEqual({ nome: 'Nome', documento: title }),
  );

  test.each([
    ['telefone', 'Celular'],
    ['telefone', 'TELEFONE'],
    ['telefone', 'Fone residencial'],
    ['logradouro', 'Rua'],
    ['logradouro', 'Endereço'],
    ['logradouro', 'LOGRADOURO'],
    ['numero', 'Nº'],
    ['numero', 'Número'],
    ['email', 'E-mail'],
    ['email', 'Endereço de e-mail'],
    ['nascimento', 'Data de Nascimento'],
    ['uf', 'Estado'],
    ['codigo', 'Cód.'],
    ['tipo', 'Tipo de cliente'],
  ])('%s is served by "%s"', (field, title) => expect(guessed('people', [title])).toEqual({ [field]: title }));

  test('each column serves once, and the whole title goes before its beginning', () => {
    expect(guessed('people', ['Nome da mãe', 'Nome', 'Telefone', 'Celular'])).toEqual({
      nome: 'Nome',
      telefone: 'Telefone',
    });
  });

  test('what means nothing to us serves nothing', () => {
    expect(guessMapping('people', ['Observações', 'Coluna B', '']).mapping).toEqual({});
  });
});

test('contracts tell the property’s code from our number for it', () => {
  const titles = ['Contrato', 'Locatário', 'ID do imóvel', 'Aluguel', 'Taxa de administração', 'Vencimento', 'Término'];
  expect(guessed('contracts', titles)).toEqual({
    codigo: 'Contrato',
    inquilino: 'Locatário',
    imovel_id: 'ID do imóvel',
    valor_atual: 'Aluguel',
    comissao: 'Taxa de administração',
    dia_vencimento: 'Vencimento',
    fim: 'Término',
  });
});

test.each(['people', 'properties', 'contracts'] as const)('the titles of our own example are all known: %s', (kind) => {
  const fields = IMPORT_FIELDS[kind].map(({ name }) => name);
  const labels = IMPORT_FIELDS[kind].map(({ label }) => label);
  expect(guessMapping(kind, labels).mapping).toEqual(Object.fromEntries(fields.map((name, place) => [name, place])));
  expect(guessMapping(kind, fields).mapping).toEqual(Object.fromEntries(fields.map((name, place) => [name, place])));
});

test('a title that stands above two columns makes its field doubtful, and its columns say their letter', () => {
  const titles = ['Nome', 'CPF', 'Telefone', 'TELEFONE', 'Obs', 'Obs'];
  expect(guessMapping('people', titles)).toEqual({ mapping: { nome: 0, documento: 1 }, doubtful: ['telefone'] });
  expect(distinctTitles(titles)).toEqual([
    ...['Nome', 'CPF', 'Telefone (coluna C)', 'TELEFONE (coluna D)', 'Obs (coluna E)', 'Obs (coluna F)'],
  ]);
});

test('shortened titles are written out', () => {
  const titles = ['Vlr Aluguel', 'Tx Adm %', 'Venc.', 'Dt. Início', 'Sit.'];
  expect(guessed('contracts', titles)).toEqual({
    valor_atual: 'Vlr Aluguel',
    comissao: 'Tx Adm %',
    dia_vencimento: 'Venc.',
    inicio: 'Dt. Início',
    situacao: 'Sit.',
  });
});
