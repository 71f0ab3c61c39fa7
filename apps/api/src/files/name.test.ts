import { expect, test } from 'vitest';
import { cleanName } from './name.ts';

test.each([
  ['Sala de estar.jpg', 'Sala de estar.jpg'],
  ["D'Ávila & filhos (2ª via).png", "D'Ávila & filhos (2ª via).png"],
  ['Fotografi\u0301a.jpg', 'Fotografía.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\fotos\\sala.jpg', 'sala.jpg'],
  ['sala.jpg\u0000.svg', 'sala.jpg.svg'],
  ['foto\u202Egpj.exe', 'fotogpj.exe'],
  ['foto\r\nX-Evil: 1.jpg', 'fotoX-Evil 1.jpg'],
  ['"><img src=x onerror=alert(1)>.jpg', 'img srcx onerroralert(1).jpg'],
  ['  muitos    espaços .jpg ', 'muitos espaços .jpg'],
  ['🏠.jpg', '.jpg'],
  ['\uD83C', 'Sem nome'],
  ['fotos/', 'Sem nome'],
  ['', 'Sem nome'],
])('shows %j as %j', (given, shown) => {
  expect(cleanName(given)).toBe(shown);
});

test('truncates at a hundred characters, never within one', () => {
  expect(cleanName('á'.repeat(5_000))).toBe('á'.repeat(100));
});
