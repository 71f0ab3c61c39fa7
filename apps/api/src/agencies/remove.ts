import { join } from 'node:path';
import { backUp } from '../backup/backup.ts';
import { readBackupKey } from '../backup/key.ts';
import { datedName } from '../backup/rotation.ts';
import { connectionTo } from '../db/connection/primary.ts';
import { filesFolder, openStorage } from '../files/storage.ts';
import { checkName, checkRoot, findEnv, placesOf, readEnv, refuseHalfMoved, setAside, settingsOf } from './folder.ts';
import { checkHost } from './move.ts';
import { adminAddress, dropDatabase, dropRoles, findTraces, type Host, refuseInUse, setLogin } from './postgres.ts';
import { AgencyRefused } from './refused.ts';
import { undoable } from './steps.ts';

export type Removed = {
  /** Path of the agency's folder after the removal. */
  place: string;
  /** The last backup, within that folder; undefined when there was no database. */
  backup: string | undefined;
  /** Files that the storage had lost. */
  missing: readonly string[];
  /** Files stay in a bucket, or in a folder elsewhere. */
  filesElsewhere: boolean;
};

/**
 * Removes an agency: makes a last backup, drops the database and the roles, and moves the folder aside. Nothing is
 * changed before the backup is complete.
 * @throws AgencyRefused while its server runs, or when a move was not confirmed.
 */
export async function removeAgency(root: string, host: Host, given: string, signal: AbortSignal): Promise<Removed> {
  const name = checkName(given);
  const places = placesOf(await checkRoot(root), name);
  const env = (await findEnv(root, name)) ?? {};
  await refuseHalfMoved(root, name);
  if (await readEnv(places.before))
    throw new AgencyRefused(`A mudança de ${name} ainda não foi confirmada: npm run agency -- move ${name} --confirm`);
  checkHost(env, host, name);
  const settings = settingsOf({ ...env, DATA_DIR: env.DATA_DIR ?? places.data });
  const { role, database } = await findTraces(host, name);
  const { backup, missing } = await undoable(signal, async ({ step }) => {
    // Without new sessions nothing is written after the backup.
    if (role)
      await step(
        () => setLogin(host, name, false),
        () => setLogin(host, name, true),
      );
    if (database) await refuseInUse(host, name);
    const made = database ? await step(() => lastBackup()) : { backup: undefined, missing: [] };
    await step(() => dropDatabase(host, name));
    return made;
  });
  await dropRoles(host, name);
  const files = filesFolder(settings);
  const filesElsewhere = files === undefined || !files.startsWith(`${places.folder}/`);
  const place = await setAside(root, name, new Date());
  return { place, backup: backup && join(place, 'backups', backup), missing, filesElsewhere };

  async function lastBackup() {
    const key = await readBackupKey(settings);
    const now = Temporal.Now.zonedDateTimeISO('America/Sao_Paulo');
    const file = datedName(now, { isSealed: key !== undefined });
    const connection = connectionTo(adminAddress(host, name));
    const manifest = await backUp(connection, openStorage(settings), join(places.backups, file), key);
    return { backup: file, missing: manifest.missing };
  }
}
