import { read, write } from './vault.ts';

/** What the server said the last time, kept for the next: shown at once, so that nothing moves when the answer comes. */
export const lastAnswer = <T>(name: string): T | undefined => read<T>(name);

/** Keeps it, and hands it on. */
export function keepAnswer<T>(name: string, answer: T): T {
  if (JSON.stringify(read(name)) !== JSON.stringify(answer)) write(name, answer);
  return answer;
}

/** What a page asks for ahead: it waits for it only where nothing is remembered. A failure is the page's own to show. */
export async function aheadOfPage(asked: Promise<unknown>, name: string): Promise<void> {
  if (lastAnswer(name) === undefined) await asked;
}
