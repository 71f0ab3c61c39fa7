import { setTimeout } from 'node:timers/promises';

/** Pause between two reads: it leaves the processor to the awaited work, which often runs in this process. */
export const PAUSE_MS = 15;

/** The first answer of `read` that is `done`. Without a limit of time: the test's own ends it. */
export async function until<T>(read: () => Promise<T>, done: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await read();
    if (done(answer)) return answer;
    await setTimeout(PAUSE_MS);
  }
}
