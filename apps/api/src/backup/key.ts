import { open } from 'node:fs/promises';
import { MIN_BACKUP_KEY, type Settings } from '../base/settings.ts';
import { BackupRefused } from './refused.ts';

const GROUP_AND_OTHERS = 0o077;
const MAX_BYTES = 4_096;

/**
 * The passphrase of backups from `BACKUP_KEY`, or the first line of `BACKUP_KEY_FILE`; undefined without either.
 * @throws BackupRefused when the file can't be read, is readable by other accounts or holds no long enough line.
 */
export async function readBackupKey({
  BACKUP_KEY,
  BACKUP_KEY_FILE: file,
}: Pick<Settings, 'BACKUP_KEY' | 'BACKUP_KEY_FILE'>): Promise<string | undefined> {
  if (file === undefined) return BACKUP_KEY;
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupRefused(`O arquivo da chave ${file} (BACKUP_KEY_FILE) não pôde ser lido: ${error.code}.`);
  });
  try {
    // Of the open file: its name may lead to another one meanwhile.
    const facts = await handle.stat();
    if (!facts.isFile()) throw new BackupRefused(`O arquivo da chave ${file} (BACKUP_KEY_FILE) não é um arquivo.`);
    if ((facts.mode & GROUP_AND_OTHERS) !== 0)
      throw new BackupRefused(
        `O arquivo da chave ${file} (BACKUP_KEY_FILE) pode ser lido por outras contas: rode chmod 600 ${file}.`,
      );
    const bytes = Buffer.alloc(MAX_BYTES);
    const { bytesRead } = await handle.read(bytes, 0, MAX_BYTES, 0);
    const [line = ''] = bytes.toString('utf8', 0, bytesRead).split(/\r?\n/, 1);
    if (line.length >= MIN_BACKUP_KEY) return line;
    throw new BackupRefused(
      `A primeira linha de ${file} (BACKUP_KEY_FILE) deve ser a chave, com ${MIN_BACKUP_KEY} letras ou mais.`,
    );
  } finally {
    await handle.close();
  }
}
