import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LOCKS } from './locks.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Statements in TypeScript sources that take or release an advisory lock, as `file: statement`. */
function advisoryLocks(): string[] {
  const files = ['src', 'test', 'faults', 'bench'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return files
    .filter((name) => name.endsWith('.ts') && name !== 'src/db/locks.test.ts')
    .flatMap((name) =>
      [...readFileSync(`${ROOT}${name}`, 'utf8').matchAll(/pg_(try_)?advisory[^;]*/gi)].map(
        ([text]) => `${name}: ${text}`,
      ),
    );
}

describe('advisory locks', () => {
  test('have distinct numbers', () => {
    const numbers = Object.values(LOCKS);
    expect(new Set<number>(numbers).size).toBe(numbers.length);
  });

  test('take their number from the table', () => {
    const statements = advisoryLocks();
    expect(statements.length).toBeGreaterThan(8);
    expect(statements.filter((statement) => !/\bLOCKS\.\w+/.test(statement))).toEqual([]);
  });

  test('are all used', () => {
    const statements = advisoryLocks().join('\n');
    expect(Object.keys(LOCKS).filter((name) => !new RegExp(`LOCKS\\.${name}\\b`).test(statements))).toEqual([]);
  });
});
