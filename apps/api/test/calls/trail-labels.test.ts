import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isContractField } from '@morada/domain/lease/contract-fields';
import { trailChanges } from '@morada/domain/trail/trail-changes';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../src');
const OPENS = '([{';
const CLOSES = ')]}';

/** What stands between the brackets of a call that begins at `from`. */
function argumentsAt(source: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < source.length; at += 1) {
    if (OPENS.includes(source[at] ?? '')) depth += 1;
    if (CLOSES.includes(source[at] ?? '')) depth -= 1;
  }
  return source.slice(from, at - 1);
}

/** Records and fields that are written out in the calls that leave a trail. */
const written = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] }).flatMap((file) => {
  const source = readFileSync(join(SOURCES, file), 'utf8');
  return [...source.matchAll(/leaveTrails?\(/g)].flatMap((call) => {
    const given = argumentsAt(source, call.index + call[0].length);
    const record = /'([a-z_]+)'/.exec(given)?.[1] ?? '';
    const parts = [...given.matchAll(/\{([^{}]*)\}/g)].flatMap(([, fields = '']) => fields.split(','));
    return parts.flatMap((part) => {
      const field = /^\s*([a-zA-Z_]+)\s*(?::|$)/.exec(part)?.[1];
      return field && field !== 'actor' ? [{ record, field }] : [];
    });
  });
});

/** Fields that calls pass on as they came. */
const PASSED: Readonly<Record<string, readonly string[]>> = {
  debt_register: ['kind', 'client_id', 'way', 'done_on', 'body', 'protocol', 'reason', 'invoices'],
  extra_value: ['description', 'boleto', 'transfer', 'brokerage', 'influence', 'transfer_id', 'from_reference'],
  bank_link: [
    'active',
    'policy',
    'with_minimum',
    'branch',
    'account',
    'account_type',
    'base_url',
    'client_id',
    'pix_key',
  ],
  statement_link: ['base_url', 'account', 'bank', 'client_id'],
  agency: ['account_digit', 'payment_agreement', 'first_steps'],
};
const passed = Object.entries(PASSED).flatMap(([record, fields]) => fields.map((field) => ({ record, field })));

test('every field that a trail tells has a label', () => {
  expect(written.length).toBeGreaterThan(100);
  const unnamed = [...written, ...passed].filter(
    ({ record, field }) =>
      !(record === 'proposal' && isContractField(field)) &&
      trailChanges(record, 'create', { [field]: 1 })[0]?.label === 'Outro dado',
  );
  expect([...new Set(unnamed.map(({ record, field }) => `${record} ${field}`))]).toEqual([]);
});
