import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, accountForRoot, accountOfCluster, canEnter, isRoot } from './account.ts';
import { codeOf, EmbeddedDatabaseError, messageOf } from './failure.ts';

/** Folder of a database: the cluster and its companions, which move together. */
export type Home = { folder: string; cluster: string; password: string; socket: string; log: string };

/** Location of the database, or of a new one, which is created from a draft beside it. */
export type Place = { home: Home; account: Account; dataDir: string } & (
  | { exists: true }
  | { exists: false; drafts: string; outside: boolean }
);

const POINTER = 'onde-esta-o-banco.txt';

/** File that marks a restore to an instant as unfinished: in progress, or killed. */
export const restoringMark = (dataDir: string) => join(dataDir, 'restoring');

export const homeAt = (folder: string): Home => ({
  folder,
  cluster: join(folder, 'cluster'),
  password: join(folder, 'password'),
  socket: join(folder, 'socket'),
  log: join(folder, 'postgres.log'),
});

export async function locate(dataDir: string, systemFolder: string): Promise<Place> {
  const existing = await findHome(dataDir);
  if (existing) return { home: existing, account: await accountOf(existing), dataDir, exists: true };

  const account = isRoot() ? await accountForRoot() : undefined;
  if (await canEnter(dataDir, account)) {
    const home = homeAt(join(dataDir, 'postgres'));
    return { home, account, dataDir, exists: false, drafts: `${home.folder}.new-`, outside: false };
  }
  const { made } = await openFolder(systemFolder, 0o755);
  if (made) await chmod(systemFolder, 0o755);
  const place = join(systemFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 8));
  // A new name each time: after DATA_DIR is deleted, a fresh start must not find the old database.
  const home = homeAt(`${place}-${randomBytes(3).toString('hex')}`);
  return { home, account, dataDir, exists: false, drafts: `${place}.new-`, outside: true };
}

/** Creates the folder with this mode if needed; returns its real path. */
export async function openFolder(folder: string, mode: number) {
  try {
    const made = await mkdir(folder, { recursive: true, mode });
    return { path: await realpath(folder), made: made !== undefined };
  } catch (error) {
    throw new EmbeddedDatabaseError(`Não foi possível usar a pasta ${folder}: ${messageOf(error)}.`);
  }
}

/** Home of an existing database. */
export async function findHome(dataDir: string): Promise<Home | undefined> {
  const inside = homeAt(join(dataDir, 'postgres'));
  if (await isThere(inside.cluster)) return inside;
  const pointer = await readPointer(dataDir);
  if (!pointer) return undefined;

  const home = homeAt(pointer.home);
  if (!(await isThere(home.cluster))) {
    throw new EmbeddedDatabaseError(
      `${join(dataDir, POINTER)} diz que o banco de dados está em ${pointer.home}, mas ele não está lá. Restaure um backup, ou apague esse arquivo para começar um banco vazio.`,
    );
  }
  const origin = pointer.dataDir === dataDir ? undefined : await readPointer(pointer.dataDir);
  if (origin?.home === pointer.home) {
    throw new EmbeddedDatabaseError(
      `${dataDir} é uma cópia de ${pointer.dataDir}: as duas usariam o mesmo banco de dados. Apague ${POINTER} da cópia para começar um banco vazio.`,
    );
  }
  return home;
}

export async function writePointer({ dataDir, home }: Place) {
  const draft = join(dataDir, `${POINTER}.new`);
  await writeFile(
    draft,
    `O banco de dados desta pasta fica em outro lugar: o PostgreSQL não roda como root, e o
usuário com que ele roda não pode entrar aqui. Sem este arquivo o banco não é encontrado.

Banco: ${home.folder}
Pasta: ${dataDir}
`,
  );
  await rename(draft, join(dataDir, POINTER));
}

async function accountOf(home: Home): Promise<Account> {
  const account = await accountOfCluster(home.cluster);
  if (account && !isRoot()) {
    throw new EmbeddedDatabaseError(
      `O banco de dados em ${home.folder} é de outro usuário (${account.uid}). Rode com ele, ou como root.`,
    );
  }
  if (isRoot() && !account) {
    throw new EmbeddedDatabaseError(
      `O banco de dados em ${home.folder} é do root, e o PostgreSQL não roda como root. Dê a pasta a outro usuário (chown -R).`,
    );
  }
  if (!(await canEnter(home.folder, account))) {
    throw new EmbeddedDatabaseError(
      `O usuário do banco de dados (${account?.uid}) não consegue entrar em ${home.folder}. Libere a passagem nas pastas acima dela (chmod o+x).`,
    );
  }
  return account;
}

async function readPointer(dataDir: string) {
  const text = await readFile(join(dataDir, POINTER), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const home = /^Banco: (.+)$/m.exec(text)?.[1];
  const origin = /^Pasta: (.+)$/m.exec(text)?.[1];
  if (home && origin) return { home, dataDir: origin };
  throw new EmbeddedDatabaseError(`${join(dataDir, POINTER)} não diz mais onde está o banco de dados.`);
}

async function isThere(cluster: string) {
  try {
    await stat(cluster);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    // An inaccessible folder doesn't prove that the database is absent.
    throw new EmbeddedDatabaseError(`Sem permissão para entrar em ${cluster}. Rode com o usuário dono dessa pasta.`);
  }
}
