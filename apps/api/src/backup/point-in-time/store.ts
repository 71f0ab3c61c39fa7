import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { openOffsite } from '../offsite.ts';
import { BackupRefused } from '../refused.ts';

/** The archive's place: a folder or a bucket, with `/` in names. */
export type Store = {
  place: string;
  list: (prefix?: string) => Promise<string[]>;
  /** Durable, as a whole or not at all. Refuses a name that is taken. */
  send: (file: string, name: string) => Promise<void>;
  fetch: (name: string, file: string) => Promise<void>;
  /** A missing one is ignored. */
  remove: (name: string) => Promise<void>;
};

/** @param address folder, or `s3://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION`. */
export function openStore(address: string): Store {
  if (!address.startsWith('s3://')) return folderStore(resolve(address));
  const { place, list, send, fetch, remove } = openOffsite(address, { setting: 'WAL_ARCHIVE_URL' });
  return {
    place,
    list: async (prefix) => [...(await list(prefix)).keys()],
    send,
    fetch: async (name, file) => void (await fetch(name, file)),
    remove,
  };
}

function folderStore(folder: string): Store {
  const refuse = (error: unknown): never => {
    if (error instanceof BackupRefused) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new BackupRefused(`A pasta de WAL_ARCHIVE_URL (${folder}) não está disponível: ${code ?? message}.`);
  };
  return {
    place: folder,
    list: async (prefix = '') => {
      await stat(folder).catch(refuse);
      const within = join(folder, dirname(`${prefix}x`));
      const entries = await readdir(within, { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : refuse(error)),
      );
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .filter((name) => name.startsWith(prefix));
    },
    send: async (file, name) => {
      const target = join(folder, name);
      const draft = `${target}.part`;
      try {
        await makeFolders(folder, dirname(target));
        if (await stat(target).catch(() => undefined)) throw new BackupRefused(`Já existe ${name} em ${folder}.`);
        await copyFile(file, draft, constants.COPYFILE_FICLONE);
        await settle(draft);
        await rename(draft, target);
        await settle(dirname(target));
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        refuse(error);
      }
    },
    fetch: async (name, file) => copyFile(join(folder, name), file).catch(refuse),
    remove: async (name) => rm(join(folder, name), { force: true }).catch(refuse),
  };
}

/**
 * Makes the folders under the archive's, each entry durable. The archive's own folder has to be there: a disk that is
 * not mounted must not be taken for an empty archive on the disk of the server.
 */
async function makeFolders(top: string, folder: string): Promise<void> {
  if (folder === top) return void (await stat(top));
  await makeFolders(top, dirname(folder));
  const isNew = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  if (isNew) await settle(dirname(folder));
}

async function settle(path: string) {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}
