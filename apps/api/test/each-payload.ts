import { test } from 'vitest';
import { LONG } from './long.ts';
import { PAYLOADS } from './payloads.ts';

/** Every twelfth payload. The families are interleaved, so that the sample has some of each. */
const SAMPLE = PAYLOADS.filter((_, place) => place % 12 === 0);

/** What one place does with payloads: with a sample in the short form, with all of them in the long one. */
export function testPayloads(behaviour: string, run: (all: readonly string[]) => Promise<void>) {
  test(behaviour, () => run(SAMPLE));
  test(`${behaviour}: every payload`, { ...LONG, timeout: 240_000 }, () => run(PAYLOADS));
}
