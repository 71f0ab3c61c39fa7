import { randomBytes } from 'node:crypto';
import { chown, constants, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError, messageOf, OWN_DATABASE_HINT } from './failure.ts';
import { findHome, type Home, homeAt, type Place, publishPointer } from './location.ts';
import { birthOf } from './processes.ts';
import { asAccount, run } from './run.ts';
import type { Settings } from './settings.ts';

export const USER = 'morada';

/** The folder is the account's: as root we read nothing that a link in it may point to. */
const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;

const DRAFT = /\.new-(\d+)-(\w+)-\w+$/;

/**
 * A cluster is made beside its place and moved there when it is whole, so that a killed start leaves nothing that looks
 * like a database, and of two starts at once one finds the place taken and uses what it finds.
 */
export async function ensureCluster(place: Place, binaries: Binaries, settings: Settings = {}): Promise<Home> {
  if (place.exists) return checkVersion(place.home, binaries);
  const parent = dirname(place.home.folder);
  await sweepDrafts(parent);
  const maker = `${process.pid}-${await birthOf(process.pid)}-${randomBytes(3).toString('hex')}`;
  const draft = homeAt(`${place.home.folder}.new-${maker}`);
  try {
    await build(draft, binaries, place.account, settings.fsync === 'off' ? ['--no-sync'] : []);
    await moveInto(place, draft);
  } finally {
    await rm(draft.folder, { recursive: true, force: true });
  }
  const home = await findHome(place.dataDir);
  if (!home) throw new EmbeddedDatabaseError(`A pasta do banco de dados sumiu: ${place.home.folder}.`);
  return checkVersion(home, binaries);
}

async function build(draft: Home, { folder }: Binaries, account: Account, haste: string[]) {
  if (!account) ensureKnownUser();
  await mkdir(draft.folder, { mode: 0o700 });
  await mkdir(draft.socket, { mode: 0o700 });
  await giveTo(draft.socket, account);
  await writePassword(draft, account);
  await giveTo(draft.folder, account);
  const what = 'Não foi possível criar o banco de dados';
  // The rules of order come from within PostgreSQL (builtin and ICU), since a bare machine has no locales.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${draft.password}`];
  const wishes = ['-D', draft.cluster, ...locale, ...access, '--data-checksums', ...haste];
  await run(what, join(folder, 'bin/initdb'), wishes, asAccount(account));
}

/** initdb refuses a number without a name, which containers like to run things as. */
function ensureKnownUser() {
  try {
    userInfo();
  } catch {
    throw new EmbeddedDatabaseError(
      `O usuário ${process.getuid?.()} não tem nome neste sistema (/etc/passwd), e o PostgreSQL não aceita isso. ${OWN_DATABASE_HINT}`,
    );
  }
}

async function moveInto(place: Place, draft: Home) {
  try {
    await rename(draft.folder, place.home.folder);
  } catch (error) {
    if (await findHome(place.dataDir)) return;
    throw new EmbeddedDatabaseError(
      `Não foi possível criar o banco de dados em ${place.home.folder} (${messageOf(error)}). A pasta precisa estar livre.`,
    );
  }
  await flush(dirname(place.home.folder));
  if (!place.outside) return;
  const first = await publishPointer(place);
  if (!first) await rm(place.home.folder, { recursive: true, force: true });
  await flush(place.dataDir);
}

/** What killed starts left behind; a start that is at work right now keeps its own. */
async function sweepDrafts(parent: string) {
  for (const name of await readdir(parent)) {
    const [, pid, birth] = DRAFT.exec(name) ?? [];
    if (!pid || (await birthOf(Number(pid))) === birth) continue;
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function checkVersion(home: Home, { major }: Binaries) {
  const made = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (made.trim() === major) return home;
  throw new EmbeddedDatabaseError(
    made
      ? `O banco de dados em ${home.folder} é do PostgreSQL ${made.trim()}, e o instalado é o ${major}. Volte à versão anterior do sistema, ou passe os dados por um backup.`
      : `A pasta ${home.cluster} não é um banco de dados completo, e nada foi mudado nela. Restaure um backup, ou mova a pasta ${basename(home.folder)} para outro lugar para começar um banco vazio.`,
  );
}

/** Empty when it was lost. */
export const readPassword = async (home: Home) =>
  (await readFile(home.password, { encoding: 'utf8', flag: NO_LINK }).catch(() => '')).trim();

export async function writePassword(home: Home, account: Account) {
  const password = randomBytes(24).toString('base64url');
  await rm(home.password, { force: true });
  await writeFile(home.password, `${password}\n`, { mode: 0o600, flag: 'wx' });
  await giveTo(home.password, account);
  return password;
}

async function giveTo(path: string, account: Account) {
  if (account) await chown(path, account.uid, account.gid);
}

async function flush(folder: string) {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
