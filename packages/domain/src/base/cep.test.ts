import { expect, test } from 'vitest';
import { formatCep } from './cep.ts';

test.each([
  ['36025000', '36025-000'],
  ['3602', '3602'],
  ['36025', '36025'],
  ['360250', '36025-0'],
  ['360250001', '360250001'],
  ['36025-000', '36025-000'],
])('%s is shown as %s', (bare, shown) => expect(formatCep(bare)).toBe(shown));
