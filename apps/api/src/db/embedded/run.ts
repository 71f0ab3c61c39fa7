import { spawn } from 'node:child_process';
import type { Account } from './account.ts';
import { EmbeddedDatabaseError, messageOf } from './failure.ts';

/** Environment for postgres, without the caller's: PGPORT or LANG would change its behaviour. */
export const cleanEnvironment = (extra: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...extra,
});

/** Working folder `/`, since the account may not be able to enter this process's. */
export const asAccount = (account: Account, env = cleanEnvironment()) => ({ ...account, env, cwd: '/' });

/** Runs a program to its end; on failure, throws an error with `what` and the last lines of its output. */
export function run(what: string, program: string, args: string[], how: ReturnType<typeof asAccount>, input = '') {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, how);
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', (error) => reject(new EmbeddedDatabaseError(`${what}: ${messageOf(error)}`)));
    child.once('close', (status, signal) => {
      if (status === 0) resolve();
      else reject(new EmbeddedDatabaseError(`${what} (${signal ?? status}):\n${output.trim()}`));
    });
  });
}
