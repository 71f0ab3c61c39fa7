import { read, write } from './vault.ts';

/**
 * Last answer of the server, kept between visits. Rendering it at once avoids layout shift when the new one arrives.
 */
export const lastAnswer = <T>(name: string): T | undefined => read<T>(name);

/** Keeps it, and hands it on. */
export function keepAnswer<T>(name: string, answer: T): T {
  if (JSON.stringify(read(name)) !== JSON.stringify(answer)) write(name, answer);
  return answer;
}

/** Awaits a route's prefetch only when no earlier answer is stored. The page itself shows a failure. */
export async function aheadOfPage(asked: Promise<unknown>, name: string): Promise<void> {
  if (lastAnswer(name) === undefined) await asked;
}
