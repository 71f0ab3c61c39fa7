import { keepFilesPrivate } from '../files/private-files.ts';
import { openRuntime, type Runtime } from '../runtime.ts';

const LEAVING = ['SIGINT', 'SIGTERM', 'disconnect'];

/** Runs a command, beside a running server or without one, and reports failures in one line. */
export async function command(work: (runtime: Runtime) => Promise<void>): Promise<void> {
  await attempt(async () => {
    const runtime = await openRuntime(undefined, 4);
    let closed: Promise<void> | undefined;
    const close = () => (closed ??= runtime.close());
    // Rolls back and releases the database, on a signal or when the parent process has exited.
    const leave = () => void close().finally(() => process.exit(1));
    for (const word of LEAVING) process.on(word, leave);
    try {
      await work(runtime);
    } finally {
      await close();
      for (const word of LEAVING) process.off(word, leave);
    }
  });
}

/** Reports failures in one line, for commands that open what they need themselves. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  keepFilesPrivate();
  try {
    await work();
  } catch (error) {
    fail(messageOf(error));
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
