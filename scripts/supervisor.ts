import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { COMPILED_CODE } from './compiled-code.ts';

const MAIN = fileURLToPath(new URL('../apps/api/src/main.ts', import.meta.url));
/** Restarts stop after `TRIES` consecutive deaths, each within this time of its start and before it was ready. */
const TOO_SOON = 5_000;
const TRIES = 3;

/**
 * Flags and environment of the server process. The defaults for V8's young generation, for the growth of its heap
 * between collections, and for the allocator's arenas are meant for larger machines (docs/performance.md).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' };

export type Supervised = {
  /** The current server process. */
  pid: () => number | undefined;
  /** Stops gracefully, without a restart. */
  stop: () => Promise<void>;
};

type Options = { env: NodeJS.ProcessEnv; quiet?: boolean; onEnd: (code: number) => void };

/** Starts the server, and restarts it when it dies, so that an agency does not wait for a person to notice. */
export function supervise({ env, quiet = false, onEnd }: Options): Supervised {
  let quickDeaths = 0;
  let stopping = false;
  let server = start();

  function start(): ChildProcess {
    const started = Date.now();
    const ready = { reached: false };
    const child = fork(MAIN, {
      env: { NODE_COMPILE_CACHE: COMPILED_CODE, ...SERVER_ENV, ...env },
      execArgv: [...process.execArgv, ...SERVER_FLAGS],
      stdio: quiet ? ['ignore', 'ignore', 'inherit', 'ipc'] : 'inherit',
    });
    child.on('message', (message) => {
      if (message === 'ready') ready.reached = true;
    });
    child.on('exit', (code, signal) => {
      if (stopping || code === 0) return onEnd(code ?? 0);
      // Restarts of a server that has served are unlimited; one that can't start is given up.
      quickDeaths = !ready.reached && Date.now() - started < TOO_SOON ? quickDeaths + 1 : 0;
      if (quickDeaths >= TRIES) return onEnd(code ?? 1);
      if (!quiet) console.error(`O servidor parou (${signal ?? `código ${code}`}) e volta a partir.`);
      server = start();
    });
    return child;
  }

  return {
    pid: () => server.pid,
    stop: () => {
      stopping = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      if (server.exitCode !== null || server.signalCode !== null) resolve();
      server.on('exit', () => resolve());
      server.kill('SIGTERM');
      return promise;
    },
  };
}
