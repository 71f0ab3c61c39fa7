import { execFile } from 'node:child_process';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError, OWN_DATABASE_HINT } from './failure.ts';

/** System account that runs postgres; undefined: that of this process. */
export type Account = { uid: number; gid: number } | undefined;

export const isRoot = () => process.getuid?.() === 0;

const READ_BIT = 4;
const ENTER_BIT = 1;

/**
 * Account to run the server when this process is root, since PostgreSQL refuses to run as root. Creates one if needed.
 */
export async function accountForRoot(): Promise<NonNullable<Account>> {
  const known = (await findAccount('postgres')) ?? (await findAccount('morada'));
  if (known) return known;
  await promisify(execFile)('useradd', [
    '--system',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'morada',
  ]).catch(() => undefined);
  const account = (await findAccount('morada')) ?? (await findAccount('nobody'));
  if (account) return account;
  throw new EmbeddedDatabaseError(
    `O PostgreSQL não roda como root, e não há outro usuário neste computador. Rode com um usuário comum. ${OWN_DATABASE_HINT}`,
  );
}

/** Account that owns an existing cluster: only it can serve the cluster. */
export async function accountOfCluster(cluster: string): Promise<Account> {
  const { uid, gid } = await stat(cluster);
  return uid === process.getuid?.() ? undefined : { uid, gid };
}

async function findAccount(name: string) {
  return accountNamed(name, await readFile('/etc/passwd', 'utf8').catch(() => ''));
}

export function accountNamed(name: string, passwd: string) {
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? [];
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Whether the account can enter the folder, by the modes of all its parents. */
export async function canEnter(folder: string, account: Account) {
  if (!account) return true;
  for (let at = await realpath(folder); ; at = dirname(at)) {
    if (!(await allows(at, ENTER_BIT, account))) return false;
    if (at === dirname(at)) return true;
  }
}

export async function canRead(file: string, account: Account) {
  if (!account) return true;
  const real = await realpath(file).catch(() => undefined);
  return real !== undefined && (await allows(real, READ_BIT, account)) && (await canEnter(dirname(real), account));
}

async function allows(path: string, right: number, { uid, gid }: NonNullable<Account>) {
  const found = await stat(path);
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return ((found.mode >> shift) & right) === right;
}
