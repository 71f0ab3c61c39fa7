import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONTRACT_FIELDS } from '@morada/domain/lease/contract-fields';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../src/features/contracts/', import.meta.url));
const source = (name: string) => readFileSync(`${FOLDER}${name}`, 'utf8');
const sections = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && name !== 'terms/terms-view.tsx')
  .map(source)
  .join('\n');

/** Fields that another one shows: the bank's name goes with its code, the readjustment passes through a rule. */
const SHOWN_BY: Partial<Record<string, string>> = { bank_name: 'bank_code', next_readjustment: 'readjustsOn' };

test.each(CONTRACT_FIELDS)(
  '%s has an input in a section of the contract, and a line for those who only read',
  (field) => {
    const input = SHOWN_BY[field] === 'bank_code' ? 'bank_code' : field;
    expect(sections).toMatch(new RegExp(`(?:at\\(|name(?:=|: )\\{?)['"]${input}['"]`));
    expect(source('terms/terms-view.tsx')).toMatch(new RegExp(`\\b${SHOWN_BY[field] ?? field}\\b`));
  },
);
