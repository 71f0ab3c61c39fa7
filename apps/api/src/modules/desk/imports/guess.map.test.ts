import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { describe, expect, test } from 'vitest';
import { distinctTitles, guessMapping } from './guess.map.ts';

/** Our field → the title it is guessed from. */
const guessed = (kind: ImportKind, titles: string[]) =>
  Object.fromEntries(
    Object.entries(guessMapping(kind, titles).mapping).map(([field, place]) => [field, titles[place]]),
  );

describe('people', () => {
  test.each(['CPF', 'CPF/CNPJ', 'Documento', 'cnpj', 'C.P.F.', 'CPF / CNPJ', 'Doc.', 'documento do cliente'])(
    'maps "%s" to the document',
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
  ])('maps %s to "%s"', (field, title) => expect(guessed('people', [title])).toEqual({ [field]: title }));

  test('uses each column once, and prefers whole titles to prefixes', () => {
    expect(guessed('people', ['Nome da mãe', 'Nome', 'Telefone', 'Celular'])).toEqual({
      nome: 'Nome',
      telefone: 'Telefone',
    });
  });

  test('leaves unknown titles unmapped', () => {
    expect(guessMapping('people', ['Observações', 'Coluna B', '']).mapping).toEqual({});
  });
});

test('distinguishes a property’s code from its id in contracts', () => {
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

test.each(['people', 'properties', 'contracts'] as const)('recognises every title of our own template: %s', (kind) => {
  const fields = IMPORT_FIELDS[kind].map(({ name }) => name);
  const labels = IMPORT_FIELDS[kind].map(({ label }) => label);
  expect(guessMapping(kind, labels).mapping).toEqual(Object.fromEntries(fields.map((name, place) => [name, place])));
  expect(guessMapping(kind, fields).mapping).toEqual(Object.fromEntries(fields.map((name, place) => [name, place])));
});

test('leaves a field unmapped when two columns share its title, and shows their letters', () => {
  const titles = ['Nome', 'CPF', 'Telefone', 'TELEFONE', 'Obs', 'Obs'];
  expect(guessMapping('people', titles)).toEqual({ mapping: { nome: 0, documento: 1 }, doubtful: ['telefone'] });
  expect(distinctTitles(titles)).toEqual([
    ...['Nome', 'CPF', 'Telefone (coluna C)', 'TELEFONE (coluna D)', 'Obs (coluna E)', 'Obs (coluna F)'],
  ]);
});

test('expands abbreviated titles', () => {
  const titles = ['Vlr Aluguel', 'Tx Adm %', 'Venc.', 'Dt. Início', 'Sit.'];
  expect(guessed('contracts', titles)).toEqual({
    valor_atual: 'Vlr Aluguel',
    comissao: 'Tx Adm %',
    dia_vencimento: 'Venc.',
    inicio: 'Dt. Início',
    situacao: 'Sit.',
  });
});
