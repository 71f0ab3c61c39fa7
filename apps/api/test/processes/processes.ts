import { readFile } from 'node:fs/promises';

/** Processes that this one started. */
export const childrenOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number);

/** False for a zombie too, which holds nothing. */
export const isRunning = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';

/** The process may have ended meanwhile. */
export function killIfThere(pid: number, signal: NodeJS.Signals = 'SIGKILL') {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}
