import { readKeyFile } from '../base/secrets/key-file.ts';
import { MIN_BACKUP_KEY, type Settings } from '../base/settings.ts';

/**
 * The passphrase of backups from `BACKUP_KEY`, or the first line of `BACKUP_KEY_FILE`; undefined without either.
 * @throws Error when the file can't be read, is readable by other accounts or holds no long enough line.
 */
export async function readBackupKey({
  BACKUP_KEY,
  BACKUP_KEY_FILE: file,
}: Pick<Settings, 'BACKUP_KEY' | 'BACKUP_KEY_FILE'>): Promise<string | undefined> {
  if (file === undefined) return BACKUP_KEY;
  return readKeyFile(file, { setting: 'BACKUP_KEY_FILE', minLength: MIN_BACKUP_KEY });
}
