import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONSEQUENCES } from './consequences.ts';
import type { Endpoint } from './endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call that any file of the contract declares. */
async function callsOfTheContract(): Promise<Endpoint[]> {
  const files = globSync('**/*.ts', { cwd: new URL('..', import.meta.url) });
  const modules = await Promise.all(
    files
      .filter((name) => !name.endsWith('.test.ts'))
      .map((name) => import(new URL(`../${name}`, import.meta.url).href) as Promise<Record<string, unknown>>),
  );
  const tables = modules.flatMap((module) => Object.values(module));
  return tables.flatMap((table) =>
    typeof table === 'object' && table !== null ? Object.values(table).filter(isEndpoint) : [],
  );
}

const calls = await callsOfTheContract();
const writing = new Set(calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`));

describe('calls that affect money or rank', () => {
  test('every writing call is classified, and nothing else', () => {
    expect(writing.size).toBeGreaterThan(100);
    expect(Object.keys(CONSEQUENCES).toSorted()).toEqual([...writing].toSorted());
  });

  test('where an owner’s money goes is never changed without the password, and is shown before the next payment', () => {
    const payees = Object.entries(CONSEQUENCES).filter(([, { moves }]) => moves === 'payee');
    expect(payees.filter(([, { confirm, warns }]) => !confirm || !warns)).toEqual([]);
  });

  test('where the agency receives is never changed without the password', () => {
    const agency = Object.entries(CONSEQUENCES).filter(([, { moves }]) => moves === 'agency');
    expect(agency.filter(([, { confirm }]) => !confirm)).toEqual([]);
  });

  test('what is done to another person or group goes by rank', () => {
    // Held changes are decided only by people who may do everything.
    const own = /^\w+ \/(setup|held-changes|user\/admin\/(password|sessions|second-factor))/;
    const others = Object.entries(CONSEQUENCES).filter(([call, { moves }]) => moves === 'rank' && !own.test(call));
    expect(others.filter(([, { ranked }]) => !ranked)).toEqual([]);
  });
});
