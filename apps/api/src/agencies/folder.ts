import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readSettings, SETTINGS, type Settings } from '../base/settings.ts';
import { AgencyRefused } from './refused.ts';

/** Also a DNS label and part of a PostgreSQL identifier. */
const NAME = /^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
/** Folder of agencies that were removed. */
const REMOVED = '.removed';

/** Paths of an agency under the root folder. */
export const placesOf = (root: string, name: string) => {
  const folder = join(root, name);
  return {
    folder,
    /** Settings of its server, mode 0600. Missing while an agency is being added. */
    env: join(folder, 'env'),
    /** Settings from before a move; there until the move is confirmed. */
    before: join(folder, 'env.before'),
    /** Server that a move goes to, without account; there until the move has ended or was undone. */
    moving: join(folder, 'moving'),
    data: join(folder, 'data'),
    backups: join(folder, 'backups'),
  };
};

/** @throws AgencyRefused for a name that can't be a folder, a database and a systemd unit. */
export function checkName(name: string): string {
  if (NAME.test(name)) return name;
  throw new AgencyRefused(
    'O nome da imobiliária tem de 1 a 40 letras minúsculas sem acento, algarismos e hífens, e começa com uma letra: casa-nova.',
  );
}

export async function checkRoot(root: string): Promise<string> {
  const found = await stat(root).catch(() => undefined);
  if (found?.isDirectory()) return root;
  throw new AgencyRefused(`A pasta das imobiliárias ${root} não existe. Crie-a, ou indique outra em AGENCIES_DIR.`);
}

/** Names of all agencies, including those whose addition was interrupted. */
export async function agencyNames(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && NAME.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** Settings as a file holds them; undefined without the file. */
export async function readEnv(file: string): Promise<Record<string, string> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (parseEnv(text) as Record<string, string>);
}

/** Settings of an agency. @throws AgencyRefused when there is no such agency, or it was left unfinished. */
export async function envOf(root: string, name: string): Promise<Record<string, string>> {
  const found = await findEnv(root, name);
  if (found) return found;
  throw new AgencyRefused(unfinished(name));
}

/** Undefined for an agency that was left unfinished. @throws AgencyRefused when there is no such agency. */
export async function findEnv(root: string, name: string): Promise<Record<string, string> | undefined> {
  const { folder, env } = placesOf(root, checkName(name));
  const exists = await stat(folder).catch(() => undefined);
  if (!exists) throw new AgencyRefused(`Não há uma imobiliária ${name} em ${root}.`);
  return readEnv(env);
}

const unfinished = (name: string) =>
  `A imobiliária ${name} ficou pela metade, sem arquivo env. Para apagar o que há dela: npm run agency -- remove ${name} --yes ${name}`;

export const settingsOf = (env: Record<string, string>): Settings => readSettings(env);

/** The environment for a command of one agency: this process's own, without any setting of another installation. */
export const environmentOf = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.includes(name))),
  ...env,
});

/** Writes the settings of a new agency. */
export const writeEnv = (root: string, name: string, env: Record<string, string>) => {
  const lines = Object.entries(env).map(([setting, value]) => `${setting}=${value}`);
  return putFile(root, placesOf(root, name).env, `# Morada: ${name}\n${lines.join('\n')}\n`);
};

/** Target server of a move that is in progress or was killed; undefined without one. */
export const movingTo = (root: string, name: string): Promise<string | undefined> =>
  readFile(placesOf(root, name).moving, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

export const noteMove = (root: string, name: string, server: string) =>
  putFile(root, placesOf(root, name).moving, `${server}\n`);

export const forgetMove = (root: string, name: string) => rm(placesOf(root, name).moving, { force: true });

/** @throws AgencyRefused when a move was killed half way, which leaves the agency's roles without login. */
export async function refuseHalfMoved(root: string, name: string): Promise<void> {
  const server = await movingTo(root, name);
  if (server !== undefined)
    throw new AgencyRefused(
      `A mudança de ${name} para ${server} foi interrompida no meio. Rode o mesmo move outra vez para terminá-la, ou com --cancel para desfazê-la.`,
    );
}

/** Changes the addresses of the database, keeps the other lines, and saves the former settings as `env.before`. */
export async function switchDatabase(root: string, name: string, addresses: Record<string, string>): Promise<void> {
  const { env, before } = placesOf(root, name);
  const text = await readFile(env, 'utf8');
  await putFile(root, before, text);
  const others = text.split('\n').filter((line) => line !== '' && !Object.hasOwn(addresses, line.split('=')[0] ?? ''));
  const lines = Object.entries(addresses).map(([setting, value]) => `${setting}=${value}`);
  await putFile(root, env, `${[...others, ...lines].join('\n')}\n`);
}

/** Replaces the file atomically, so that a server never reads half of it. */
async function putFile(root: string, file: string, text: string) {
  const draft = `${file}.draft`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await giveToOwner(root, draft);
  await rename(draft, file);
}

/** Creates the folder, which reserves the name. @throws AgencyRefused when it is taken. */
export async function makeFolder(root: string, name: string): Promise<void> {
  const { folder, env } = placesOf(root, name);
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const isWhole = (await readEnv(env)) !== undefined;
    throw new AgencyRefused(isWhole ? `Já há uma imobiliária ${name}. Escolha outro nome.` : unfinished(name));
  });
}

export async function fillFolder(root: string, name: string): Promise<void> {
  const { folder, data, backups } = placesOf(root, name);
  for (const one of [data, backups]) await mkdir(one, { mode: 0o700 });
  for (const one of [folder, data, backups]) await giveToOwner(root, one);
}

/** Moves an agency's folder aside. Returns its new place. */
export async function setAside(root: string, name: string, now: Date): Promise<string> {
  const aside = join(root, REMOVED);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await giveToOwner(root, aside);
  const place = join(aside, `${name}-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`);
  await rename(placesOf(root, name).folder, place);
  return place;
}

/** Under root, files belong to the account that owns the root folder, which runs the servers. */
export async function giveToOwner(root: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(root);
  await chown(path, uid, gid);
}
