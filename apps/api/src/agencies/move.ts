import { rm } from 'node:fs/promises';
import { moveDatabase } from '../backup/move.ts';
import { connectionTo } from '../db/connection/primary.ts';
import { isSameServer, serverNames } from './address.ts';
import {
  checkName,
  checkRoot,
  envOf,
  forgetMove,
  movingTo,
  noteMove,
  placesOf,
  readEnv,
  switchDatabase,
} from './folder.ts';
import {
  adminAddress,
  createDatabase,
  createRoles,
  databaseName,
  dropDatabase,
  dropRoles,
  findTraces,
  type Host,
  refuseInUse,
  setLogin,
} from './postgres.ts';
import { AgencyRefused } from './refused.ts';
import { undoable } from './steps.ts';

/**
 * Copies an agency's database to another server, compares both and switches its settings. The former database stays
 * until `confirmMove`, closed to the agency's roles. Returns the number of rows of each table.
 * @throws AgencyRefused or BackupRefused, with everything as before.
 */
export async function moveAgency(
  root: string,
  { from, to }: { from: Host; to: Host },
  given: string,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const name = checkName(given);
  await checkRoot(root);
  await undoHalf(root, { from, to }, name);
  const env = await envOf(root, name);
  if (await readEnv(placesOf(root, name).before))
    throw new AgencyRefused(
      `A mudança anterior de ${name} ainda não foi confirmada: npm run agency -- move ${name} --confirm`,
    );
  checkHost(env, from, name);
  const traces = await findTraces(to, name);
  if (traces.role || traces.database)
    throw new AgencyRefused(`O PostgreSQL de destino já tem um banco ou um usuário ${databaseName(name)}.`);
  return undoable(signal, async ({ step }) => {
    // A killed process undoes nothing. From this file the next one finds what to undo.
    await step(
      () => noteMove(root, name, serverNames(to.url)),
      () => forgetMove(root, name),
    );
    await step(
      () => setLogin(from, name, false),
      () => setLogin(from, name, true),
    );
    await refuseInUse(from, name);
    const addresses = await step(
      () => createRoles(to, name),
      () => dropRoles(to, name),
    );
    await step(
      async () => {},
      () => dropDatabase(to, name, { force: true }),
    );
    await step(() => createDatabase(to, name));
    const target = connectionTo(addresses.MIGRATION_DATABASE_URL);
    const rows = await step(() => moveDatabase(connectionTo(adminAddress(from, name)), target));
    await step(() => switchDatabase(root, name, addresses));
    await forgetMove(root, name);
    return rows;
  });
}

/**
 * Undoes a move that was killed half way, on both servers, so that the agency's former database is open again.
 * @throws AgencyRefused when there is no such move, or it was between other servers.
 */
export async function cancelMove(root: string, hosts: { from: Host; to: Host }, given: string): Promise<void> {
  const name = checkName(given);
  if (!(await undoHalf(await checkRoot(root), hosts, name)))
    throw new AgencyRefused(`Não há mudança de ${name} interrompida no meio.`);
}

/** Returns whether there was a move to undo. A move that was killed after it had switched the settings is kept. */
async function undoHalf(root: string, { from, to }: { from: Host; to: Host }, name: string): Promise<boolean> {
  const server = await movingTo(root, name);
  if (server === undefined) return false;
  const env = await envOf(root, name);
  if (isSameServer(env.DATABASE_URL ?? '', to.url)) {
    await forgetMove(root, name);
    return false;
  }
  if (server !== serverNames(to.url))
    throw new AgencyRefused(`A mudança interrompida de ${name} ia para ${server}: informe esse endereço em --to.`);
  checkHost(env, from, name);
  await dropDatabase(to, name, { force: true });
  await dropRoles(to, name);
  // Written before the settings were switched.
  await rm(placesOf(root, name).before, { force: true });
  await setLogin(from, name, true);
  await forgetMove(root, name);
  return true;
}

/** Drops the former database after a move. @throws AgencyRefused without an unconfirmed move, or for another server. */
export async function confirmMove(root: string, old: Host, given: string): Promise<void> {
  const name = checkName(given);
  const env = await envOf(await checkRoot(root), name);
  const { before } = placesOf(root, name);
  const earlier = await readEnv(before);
  if (!earlier) throw new AgencyRefused(`Não há mudança de ${name} para confirmar.`);
  checkHost(earlier, old, name);
  if (isSameServer(env.DATABASE_URL ?? '', old.url))
    throw new AgencyRefused(`${name} trabalha nesse PostgreSQL: nada foi apagado.`);
  await refuseInUse(old, name);
  await dropDatabase(old, name);
  await dropRoles(old, name);
  await rm(before);
}

/** @throws AgencyRefused when the settings name another server than the administrator's. */
export function checkHost({ DATABASE_URL }: Record<string, string>, { url }: Host, name: string): void {
  if (DATABASE_URL && !isSameServer(DATABASE_URL, url))
    throw new AgencyRefused(
      `O banco de ${name} está em outro PostgreSQL: informe o endereço dele em AGENCIES_DATABASE_URL.`,
    );
}
