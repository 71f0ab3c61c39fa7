import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { openRuntime } from '../runtime.ts';
import {
  agencyNames,
  checkName,
  checkRoot,
  fillFolder,
  giveToOwner,
  makeFolder,
  placesOf,
  readEnv,
  settingsOf,
  writeEnv,
} from './folder.ts';
import {
  createDatabase,
  createRoles,
  databaseName,
  dropDatabase,
  dropRoles,
  findTraces,
  type Host,
} from './postgres.ts';
import { AgencyRefused } from './refused.ts';
import { undoable } from './steps.ts';

const FIRST_PORT = 3100;
const LAST_PORT = 3999;
const LOOPBACK = '127.0.0.1';

export type Wish = {
  name: string;
  /** PUBLIC_URL of the agency. */
  url: string;
  /** Port of its server. Default: the first free one from 3100. */
  port?: number | undefined;
};

export type Added = { name: string; url: string; port: number };

/**
 * Adds an agency: roles, database, folder, settings and schema. All of it or nothing.
 * @throws AgencyRefused when the name, the address or the port is wrong or taken.
 */
export async function addAgency(root: string, host: Host, wish: Wish, signal: AbortSignal): Promise<Added> {
  const name = checkName(wish.name);
  await checkRoot(root);
  const url = publicUrl(wish.url);
  const others = await findOthers(root);
  const namesake = others.find((other) => other.url === url);
  if (namesake) throw new AgencyRefused(`O endereço ${url} já é o da imobiliária ${namesake.name}.`);
  const port = await choosePort(wish.port, others);
  return undoable(signal, async ({ step }) => {
    await step(
      () => makeFolder(root, name),
      () => rm(placesOf(root, name).folder, { recursive: true, force: true }),
    );
    await step(() => fillFolder(root, name));
    const traces = await findTraces(host, name);
    if (traces.role || traces.database)
      throw new AgencyRefused(`O PostgreSQL já tem um banco ou um usuário ${databaseName(name)}. Escolha outro nome.`);
    const addresses = await step(
      () => createRoles(host, name),
      () => dropRoles(host, name),
    );
    // A step of its own, so that a database is dropped even when its creation fails half way.
    await step(
      async () => {},
      () => dropDatabase(host, name, { force: true }),
    );
    await step(() => createDatabase(host, name));
    const env = {
      PORT: String(port),
      HOST: LOOPBACK,
      PUBLIC_URL: url,
      DATA_DIR: placesOf(root, name).data,
      ...addresses,
      SECRETS_KEY: randomBytes(32).toString('base64url'),
    };
    await step(async () => (await openRuntime(settingsOf(env), 2)).close());
    await giveToOwner(root, placesOf(root, name).data);
    // Written last: the file marks the agency as complete.
    await step(() => writeEnv(root, name, env));
    return { name, url, port };
  });
}

/** An address without path, since the server owns all of a host's paths. */
function publicUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (isPlain) return url.origin;
  throw new AgencyRefused(
    `O endereço ${text} não serve: informe só o que as pessoas digitam, como https://casa.exemplo.com.br.`,
  );
}

async function findOthers(root: string): Promise<{ name: string; url?: string; port: number }[]> {
  const names = await agencyNames(root);
  const envs = await Promise.all(names.map((name) => readEnv(placesOf(root, name).env)));
  return names.flatMap((name, at) => {
    const env = envs[at];
    return env ? [{ name, port: Number(env.PORT), ...(env.PUBLIC_URL && { url: env.PUBLIC_URL }) }] : [];
  });
}

async function choosePort(given: number | undefined, others: { name: string; port: number }[]): Promise<number> {
  if (given !== undefined) {
    const owner = others.find(({ port }) => port === given);
    if (owner) throw new AgencyRefused(`A porta ${given} já é a da imobiliária ${owner.name}.`);
    if (await isFree(given)) return given;
    throw new AgencyRefused(`A porta ${given} não serve, ou está ocupada por outro programa. Escolha outra.`);
  }
  const taken = new Set(others.map(({ port }) => port));
  for (let port = FIRST_PORT; port <= LAST_PORT; port += 1) if (!taken.has(port) && (await isFree(port))) return port;
  throw new AgencyRefused(`Não há porta livre entre ${FIRST_PORT} e ${LAST_PORT}.`);
}

function isFree(port: number): Promise<boolean> {
  if (!(Number.isInteger(port) && port >= 1 && port <= 65_535)) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
  return promise;
}
