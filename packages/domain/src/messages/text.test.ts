import { describe, expect, test } from 'vitest';
import { fieldsOf, fillText, isParameterCut, numberedFields, parameterOf, parametersOf, textProblem } from './text.ts';

const TEXT = 'Olá, {{nome}}. Sua fatura de {{ valor }} vence em {{vencimento}}. Até mais, {{nome}}.';
const VALUES = { nome: 'Ana', valor: 'R$ 1.500,00', vencimento: '05/12/2026' };

test('fields are found in their order, and filled in', () => {
  expect(fieldsOf(TEXT)).toEqual(['nome', 'valor', 'vencimento', 'nome']);
  expect(fillText(TEXT, VALUES)).toBe('Olá, Ana. Sua fatura de R$ 1.500,00 vence em 05/12/2026. Até mais, Ana.');
});

test('the full stop of a value is not doubled, neither in a text nor in a template', () => {
  const values = { nome: 'Costa & Braga Ltda.', valor: 'R$ 1,00', vencimento: '05/12/2026' };
  expect(fillText('Olá, {{nome}}. {{ nome }}, {{valor}}.', values)).toBe(
    'Olá, Costa & Braga Ltda. Costa & Braga Ltda., R$ 1,00.',
  );
  expect(parametersOf('Olá, {{nome}}. {{nome}}, {{valor}}.', values)).toEqual([
    'Costa & Braga Ltda',
    'Costa & Braga Ltda.',
    'R$ 1,00',
  ]);
});

test('a value that looks like a field stays as it is', () => {
  expect(fillText('Olá, {{nome}}.', { nome: '{{valor}}', valor: 'segredo' })).toBe('Olá, {{valor}}.');
});

test('a field without a value is an error, and so is the name of an inherited property', () => {
  expect(() => fillText('{{link}}', VALUES)).toThrow('The field link has no value');
  expect(() => fillText('{{constructor}}', VALUES)).toThrow(RangeError);
});

test('WhatsApp numbers the fields, and takes their values in that order', () => {
  expect(numberedFields(TEXT)).toBe('Olá, {{1}}. Sua fatura de {{2}} vence em {{3}}. Até mais, {{4}}.');
  expect(parametersOf(TEXT, VALUES)).toEqual(['Ana', 'R$ 1.500,00', '05/12/2026', 'Ana']);
});

test.each([
  ['a\nb\tc', 'a b c'],
  ['a      b', 'a b'],
  ['   ', '-'],
  ['x'.repeat(900), 'x'.repeat(900)],
  ['x'.repeat(2_000), `${'x'.repeat(899)}…`],
  // 180 words of four letters and a space are 900 characters: the space gives way to the ellipsis.
  ['casa '.repeat(200), `${'casa '.repeat(180).trim()}…`],
  [`${'x'.repeat(895)}, mas`, `${'x'.repeat(895)}, mas`],
  [`${'x'.repeat(893)}, mas não`, `${'x'.repeat(893)}, mas…`],
  [`${'x'.repeat(897)}, mas não`, `${'x'.repeat(897)}…`],
])('the parameter %j is %j', (value, parameter) => {
  expect(parameterOf(value)).toBe(parameter);
  expect(parameter.length).toBeLessThanOrEqual(900);
  expect(isParameterCut(value)).toBe(parameter.endsWith('…'));
});

describe('a text is refused', () => {
  test.each([
    ['Olá, {{nome}}', undefined],
    ['Sem campos', undefined],
    ['Olá, {{apelido}}', 'O campo {{apelido}} não existe nesta mensagem. Use {{nome}}, {{valor}}.'],
    ['Olá, {{}}', 'O campo {{}} não existe nesta mensagem. Use {{nome}}, {{valor}}.'],
    ['Olá, {{nome', 'Há chaves abertas sem fechar: um campo se escreve {{nome}}.'],
    ['Olá, nome}}', 'Há chaves abertas sem fechar: um campo se escreve {{nome}}.'],
  ])('%j: %s', (text, problem) => {
    expect(textProblem(text, ['nome', 'valor'])).toBe(problem);
  });
});
