import { performance } from 'node:perf_hooks';

export type Figures = { perSecond: number; p50: number; p99: number };

/**
 * Runs `work` with concurrent clients, each of which starts its next call when one ends, until the time is over, the
 * limit is reached or `goOn` is false. Times in milliseconds.
 */
export async function load(
  clients: number,
  seconds: number,
  work: (turn: number) => Promise<unknown>,
  limit = Number.POSITIVE_INFINITY,
  goOn = () => true,
): Promise<Figures> {
  const times: number[] = [];
  let turn = 0;
  const from = performance.now();
  const end = from + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end && turn < limit && goOn()) {
        const started = performance.now();
        await work(turn++);
        times.push(performance.now() - started);
      }
    }),
  );
  return figuresOf(times, from);
}

/** `from`: when the first of the times began. */
export function figuresOf(times: number[], from: number): Figures {
  const elapsed = (performance.now() - from) / 1000;
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) };
}
