import { describe, expect, test } from 'vitest';
import { type PixKey, readPixKey } from './pix-key.ts';

describe('a Pix key as typed and as kept', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, PixKey['kind'], string]>([
    ['529.982.247-25',                       'CPF',    '52998224725'],
    ['52998224725',                          'CPF',    '52998224725'],
    ['66.919.381/0001-15',                   'CNPJ',   '66919381000115'],
    ['12.abc.345/01de-35',                   'CNPJ',   '12ABC34501DE35'],
    ['+5532988412076',                       'PHONE',  '+5532988412076'],
    ['+55 (32) 98841-2076',                  'PHONE',  '+5532988412076'],
    ['(32) 98841-2076',                      'PHONE',  '+5532988412076'],
    ['32988412076',                          'PHONE',  '+5532988412076'],
    ['(32) 3539-7164',                       'PHONE',  '+553235397164'],
    ['11987654321',                          'PHONE',  '+5511987654321'],
    ['(11) 91234-5684',                      'PHONE',  '+5511912345684'],
    ['11912345684',                          'CPF',    '11912345684'],
    [' Ana.Prado@Exemplo.com.br ',           'EMAIL',  'ana.prado@exemplo.com.br'],
    ['123E4567-e12b-12d1-a456-426655440000', 'RANDOM', '123e4567-e12b-12d1-a456-426655440000'],
  ])('%j: %s %s', (text, kind, key) => {
    expect(readPixKey(text)).toEqual({ kind, key });
  });

  test.each([
    '',
    '529.982.247-26',
    '52998224726',
    '119.876.543-21',
    '66.919.381/0001-16',
    '12345678900',
    '+1 202 555 0143',
    '(00) 98841-2076',
    '(32) 18841-2076',
    '988412076',
    'ana@exemplo',
    'ana prado@exemplo.com.br',
    `${'a'.repeat(70)}@exemplo.com.br`,
    '123e4567-e12b-12d1-a456-42665544000',
    '123e4567e12b12d1a456426655440000',
    'Ana Prado',
  ])('%j is none', (text) => {
    expect(readPixKey(text)).toBeUndefined();
  });
});
