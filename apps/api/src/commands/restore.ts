import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBackupKey } from '../backup/key.ts';
import { openOffsite } from '../backup/offsite.ts';
import { restore } from '../backup/restore.ts';
import { readSettings, type Settings } from '../base/settings.ts';
import { filesFolder, openStorage } from '../files/storage.ts';
import { openDatabase } from '../runtime.ts';
import { attempt, fail } from './run.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { bucket: { type: 'boolean' } } });
const [name] = positionals;
if (positionals.length > 1 || (!name && !values.bucket))
  fail(
    'Use: npm run restore -- ARQUIVO, ou npm run restore -- --bucket [NOME] para a cópia mais nova de BACKUP_URL, ou a desse nome; em uma pasta (DATA_DIR) ou um banco vazios',
  );

await attempt(async () => {
  const settings = readSettings();
  if (name && !values.bucket) return restoreFrom(name, settings);
  if (!settings.BACKUP_URL) fail('Falta BACKUP_URL, o endereço do bucket das cópias.');
  const folder = await mkdtemp(join(tmpdir(), 'morada-restore-'));
  try {
    const file = join(folder, 'backup');
    const found = await openOffsite(settings.BACKUP_URL).fetch(name, file);
    console.log(`Trazida a cópia ${found}.`);
    // Copies are sent encrypted; one that isn't was put there by other means.
    await restoreFrom(file, settings, { onlySealed: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function restoreFrom(file: string, settings: Settings, { onlySealed = false } = {}) {
  const key = await readBackupKey(settings);
  const place = {
    storage: openStorage(settings),
    folder: filesFolder(settings),
    open: () => openDatabase(settings),
  };
  const { tables, files, missing, made_at, isSealed } = await restore(file, place, { key, onlySealed });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restaurado o backup de ${made_at}: ${rows} registros e ${files.length} arquivos.`);
  if (!isSealed) console.log('Este backup não está criptografado.');
  if (missing.length > 0) console.error(`${missing.length} arquivos já faltavam quando ele foi feito.`);
  console.log('Confira com npm run verify e inicie com npm start.');
}
