import { openRuntime, type Runtime } from '../runtime.ts';

/** Runs a command beside a running server or without one, and says what went wrong in one line. */
export async function command(work: (runtime: Runtime) => Promise<void>): Promise<void> {
  await attempt(async () => {
    const runtime = await openRuntime(undefined, 4);
    try {
      await work(runtime);
    } finally {
      await runtime.close();
    }
  });
}

/** Says what went wrong in one line, for commands that bring up themselves what they need. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
