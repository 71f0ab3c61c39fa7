import { expect, test } from 'vitest';
import { formatCep, postalCode } from './cep.ts';

test.each([
  ['36025000', '36.025-000'],
  ['36', '36'],
  ['3602', '36.02'],
  ['36025', '36.025'],
  ['360250', '36.025-0'],
  ['360250001', '360250001'],
  ['36025-000', '36025-000'],
])('%s is shown as %s', (bare, shown) => expect(formatCep(bare)).toBe(shown));

test('the post office’s form has no point', () => {
  expect(postalCode('36013020')).toBe('36013-020');
});
