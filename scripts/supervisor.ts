import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { COMPILED_CODE } from './compiled-code.ts';

const MAIN = fileURLToPath(new URL('../apps/api/src/main.ts', import.meta.url));
/** Starts in a row that may end before the server was ready; it is then given up. */
const TRIES = 5;
/** Milliseconds before the second restart in a row; each next one waits twice as long, up to `LONGEST_PAUSE_MS`. */
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Time after which a server that is ready counts as well, so that its next death is the first again. */
const STEADY_MS = 10_000;

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

type Options = {
  env: NodeJS.ProcessEnv;
  quiet?: boolean;
  onEnd: (code: number) => void;
  /** Program of the server, and the time of `STEADY_MS`; tests and drills choose others. */
  main?: string;
  steadyMs?: number;
  tell?: (line: string) => void;
};

/** Message of a server that can't start, with the reason for the person who started it. */
type Failed = { failed: string };

/**
 * Starts the server, and restarts it when it dies, so that an agency does not wait for a person to notice: at once after
 * its first death, and then after growing pauses. One that was never ready is given up after `TRIES` starts.
 */
export function supervise({
  env,
  quiet = false,
  onEnd,
  main = MAIN,
  steadyMs = STEADY_MS,
  tell = (line) => void (quiet || console.error(line)),
}: Options): Supervised {
  /** Deaths since the server was last steady, and starts since it was last ready. */
  let deaths = 0;
  let failedStarts = 0;
  let stopping = false;
  let waiting: NodeJS.Timeout | undefined;
  let server = start();

  function start(): ChildProcess {
    let readyAt: number | undefined;
    let reason: string | undefined;
    const child = fork(main, {
      env: { NODE_COMPILE_CACHE: COMPILED_CODE, ...SERVER_ENV, ...env },
      execArgv: [...process.execArgv, ...SERVER_FLAGS],
      stdio: quiet ? ['ignore', 'ignore', 'inherit', 'ipc'] : 'inherit',
    });
    child.on('message', (message: 'ready' | Failed) => {
      if (message === 'ready') readyAt = Date.now();
      else reason = message.failed;
    });
    child.on('exit', (code, signal) => {
      if (stopping || code === 0) return onEnd(code ?? 0);
      const ended = reason ?? `parou com ${signal ?? `o código ${code}`}`;
      failedStarts = readyAt === undefined ? failedStarts + 1 : 0;
      deaths = readyAt !== undefined && Date.now() - readyAt >= steadyMs ? 1 : deaths + 1;
      if (failedStarts >= TRIES) {
        tell(`O servidor não conseguiu partir em ${TRIES} tentativas, e não tenta mais. O motivo da última: ${ended}`);
        return onEnd(code ?? 1);
      }
      const pause = deaths === 1 ? 0 : Math.min(PAUSE_MS * 2 ** (deaths - 2), LONGEST_PAUSE_MS);
      const when = pause === 0 ? 'agora' : `em ${(pause / 1_000).toLocaleString('pt-BR')} s`;
      tell(`O servidor não está no ar (${ended}) e volta a partir ${when}.`);
      waiting = setTimeout(() => {
        server = start();
      }, pause);
    });
    return child;
  }

  return {
    pid: () => server.pid,
    stop: () => {
      stopping = true;
      clearTimeout(waiting);
      const { promise, resolve } = Promise.withResolvers<void>();
      if (server.exitCode !== null || server.signalCode !== null) {
        onEnd(0);
        resolve();
      }
      server.on('exit', () => resolve());
      server.kill('SIGTERM');
      return promise;
    },
  };
}
