import { expect, test } from 'vitest';
import { redacted, redactedWithin, redactionOf } from './redacted.ts';

const rules = redactionOf({
  names: ['Célia Prado', 'Célia Prado Lima', 'Ana'],
  documents: ['52998224725'],
  others: ['celia@exemplo.com.br', '32988112233', 'MG-71.717', '1-2'],
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['Aluguel de Célia Prado, ap 3',               'Aluguel de titular anonimizado, ap 3'],
  ['PIX RECEBIDO CELIA PRADO LIMA 1.500,00',     'PIX RECEBIDO titular anonimizado 1.500,00'],
  ['célia  prado',                               'titular anonimizado'],
  ['contrato-celia-prado.pdf',                   'contrato-titular anonimizado.pdf'],
  ['celia_prado_lima_rg.jpg',                    'titular anonimizado_rg.jpg'],
  ['Célia Pradoso',                              'Célia Pradoso'],
  ['Mariana e Ana',                              'Mariana e Ana'],
  ['52998224725',                                'dado anonimizado'],
  ['CPF 529.982.247-25.',                        'CPF dado anonimizado.'],
  ['rg-52998224725-frente.jpg',                  'rg-dado anonimizado-frente.jpg'],
  ['152998224725',                               '152998224725'],
  ['(32) 98811-2233 ligar',                      '(dado anonimizado ligar'],
  ['Para CELIA@exemplo.com.br',                  'Para dado anonimizado'],
  ['Célia Prado e Célia Prado Lima',             'titular anonimizado e titular anonimizado'],
  ['nada aqui, 1-2',                             'nada aqui, 1-2'],
])('%s', (text, expected) => {
  expect(redacted(text, rules)).toBe(expected);
});

test('within any JSON', () => {
  expect(redactedWithin({ a: ['Célia Prado', 1, null, { 'Célia Prado': '529.982.247-25' }], b: true }, rules)).toEqual({
    a: ['titular anonimizado', 1, null, { 'titular anonimizado': 'dado anonimizado' }],
    b: true,
  });
});

test('no rule without identifying data', () => {
  expect(redactionOf({ names: ['Ana'], documents: [''], others: [] })).toEqual([]);
});
