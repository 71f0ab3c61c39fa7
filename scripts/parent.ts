import { execFileSync } from 'node:child_process';

const OFTEN = 500;

/**
 * Calls `work` when the npm that started this process is gone, since ending npm means ending the server. npm signals
 * only the shell in between, and a killed npm sends no signal. The exit of a user's own shell does not count: with `&`
 * the server is meant to stay.
 */
export function whenNpmIsGone(work: () => void) {
  if (!process.env.npm_lifecycle_event) return;
  const { ppid } = process;
  const npm = npmAbove(ppid);
  const timer = setInterval(() => {
    if (process.ppid === ppid && (npm === undefined || isThere(npm))) return;
    clearInterval(timer);
    work();
  }, OFTEN).unref();
}

/** Process id of npm: the parent, or the parent of the shell in between. */
function npmAbove(pid: number, steps = 2): number | undefined {
  const [, parent = '', command = ''] = /^\s*(\d+)\s+(.*)/.exec(described(pid)) ?? [];
  if (/\bnpm\b/.test(command)) return pid;
  return steps > 1 && parent ? npmAbove(Number(parent), steps - 1) : undefined;
}

function described(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    // A container without `ps`: only the parent is watched.
    return '';
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
