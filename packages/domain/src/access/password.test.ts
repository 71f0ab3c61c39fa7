import { describe, expect, test } from 'vitest';
import { isGuessable } from './password.ts';

const OWN = ['Mariana Dias', 'mari.dias@serraverde.com.br', 'Serra Verde Imóveis'];

describe('guessable passwords', () => {
  test.each([
    '12345678',
    '87654321',
    '1234567890',
    '11111111',
    '00000000!',
    'aaaaaaaa',
    'abababab',
    '12341234',
    'abcdefgh',
    'qwertyuiop',
    'qwerty123',
    '1q2w3e4r',
    'zxcvbnm,',
    'asdf1234',
    'abcd1234',
    '25121990',
    '1990-12-25',
    'password',
    'Password1!',
    'P@ssw0rd2026',
    'passpass',
    'senha123',
    'Senh@123',
    'SENHA@2026',
    'minhasenha1',
    'nova senha',
    'admin@123',
    'admin2026!',
    'mudar123',
    '123mudar',
    'brasil2026',
    'flamengo10',
    'Corinthians1',
    'iloveyou',
    'te_amo_123',
    'Jesus123',
    'imobiliaria1',
    'Morada2026',
    'janeiro2026',
    'Locação123',
  ])('%s', (password) => {
    expect(isGuessable(password)).toBe(true);
  });

  test.each([
    'Mariana1990',
    'mariana.dias',
    'M4r1ana!',
    'diasdias',
    'mari.dias1',
    'SerraVerde2026',
    'serraverde!',
    'verde-dias',
    'serra senha',
  ])('%s, with that user and agency name', (password) => {
    expect(isGuessable(password, OWN)).toBe(true);
  });
});

describe('accepted passwords', () => {
  test.each([
    'pequena-ilha-azul',
    'outra-senha-boa',
    'tomei-a-casa',
    'mais-uma-senha',
    'janela-azul-7',
    'gaiola-aberta-1871',
    'tr0ub4dor&3',
    '8kx!2mPq',
    '93758204',
    '            a dog walks home',
    'ナマケモノは木の上',
    'segredo-da-mariana',
  ])('%s', (password) => {
    expect(isGuessable(password, OWN)).toBe(false);
  });

  test('the same word is good enough where it is nobody’s', () => {
    expect([isGuessable('serraverde!'), isGuessable('serraverde!', OWN)]).toEqual([false, true]);
  });

  test('an own name of two letters shuts out nothing', () => {
    expect(isGuessable('li-janela-li', ['Li'])).toBe(false);
  });
});
