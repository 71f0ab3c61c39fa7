import { test } from 'vitest';
import { LONG } from '../long.ts';
import { ONE_OF_EACH, PAYLOADS } from './payloads.ts';

/** What one place does with payloads: with one of each family in the short form, with all of them in the long one. */
export function testPayloads(behaviour: string, run: (all: readonly string[]) => Promise<void>) {
  test(behaviour, () => run(ONE_OF_EACH));
  test(`${behaviour}: every payload`, { ...LONG, timeout: 240_000 }, () => run(PAYLOADS));
}
