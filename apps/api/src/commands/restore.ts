import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBackupKey } from '../backup/key.ts';
import { openOffsite } from '../backup/offsite.ts';
import { parseInstant, showInstant } from '../backup/point-in-time/instant.ts';
import { restoreAt } from '../backup/point-in-time/restore-at.ts';
import { restore } from '../backup/restore.ts';
import { readSettings, type Settings } from '../base/settings.ts';
import { foreignSecretsOf } from '../doctor/secrets.ts';
import { filesFolder, openStorage } from '../files/storage.ts';
import { verifyBooks } from '../modules/ledger/postings/verify.service.ts';
import { openCurrent, openDatabase } from '../runtime.ts';
import { attempt, fail } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { bucket: { type: 'boolean' }, at: { type: 'string' } },
});
const [name] = positionals;
const isUnclear = values.at === undefined ? !name && !values.bucket : name !== undefined || values.bucket;
if (positionals.length > 1 || isUnclear)
  fail(
    'Use: npm run restore -- ARQUIVO, ou npm run restore -- --bucket [NOME] para a cópia mais nova de BACKUP_URL, ou a desse nome, ou npm run restore -- --at 2026-11-24T10:30 para o arquivo contínuo de WAL_ARCHIVE_URL; em uma pasta (DATA_DIR) ou um banco vazios',
  );

await attempt(async () => {
  const settings = readSettings();
  if (values.at !== undefined) return restoreTo(values.at, settings);
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
    open: async () => {
      const { owner: connection, release } = await openDatabase(settings);
      return { connection, release };
    },
  };
  const { tables, files, missing, made_at, isSealed } = await restore(file, place, { key, onlySealed });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restaurado o backup de ${made_at}: ${rows} registros e ${files.length} arquivos.`);
  if (!isSealed) console.log('Este backup não está criptografado.');
  if (missing.length > 0) console.error(`${missing.length} arquivos já faltavam quando ele foi feito.`);
  await tellOfSecrets(settings);
  console.log('Confira com npm run verify e inicie com npm start.');
}

/** Warns of secrets whose key is missing. Backups exclude the key, and the server would create another at its start. */
async function tellOfSecrets(settings: Settings) {
  const { owner, release } = await openDatabase(settings);
  const foreign = await foreignSecretsOf(settings, owner).finally(release);
  if (foreign > 0)
    console.error(
      `Segredos guardados com uma chave que não está aqui: ${foreign}. Antes de iniciar, copie secrets.key da máquina de antes para DATA_DIR, ou ponha a chave em SECRETS_KEY_FILE.`,
    );
}

async function restoreTo(text: string, settings: Settings) {
  const at = parseInstant(text);
  let disagreements: number | undefined;
  const { base, segments, files, missing } = await restoreAt(settings, at, async (connection) => {
    disagreements = await checkBooks(connection);
  });
  console.log(
    `Restaurado o instante ${showInstant(at)}, da cópia de base de ${showInstant(base.stopped)} e ${segments} segmentos: ${files} arquivos.`,
  );
  if (missing.length > 0) {
    console.error(`${missing.length} arquivos de que o banco fala não estão no arquivo contínuo:`);
    for (const one of missing) console.error(`  ${one}`);
    process.exitCode = 1;
  }
  if (disagreements === 0) console.log('Livro-razão fechado e igual a faturas, repasses e movimentações.');
  else if (disagreements === undefined) console.log('O banco é de uma versão anterior: npm start o atualiza.');
  else process.exitCode = 1;
  await tellOfSecrets(settings);
  console.log('Confira com npm run verify e inicie com npm start.');
}

/** Disagreements of the books; undefined for a schema of another version. */
async function checkBooks(connection: Parameters<typeof openCurrent>[0]): Promise<number | undefined> {
  const current = await openCurrent(connection);
  if (!current) return undefined;
  try {
    const found = await verifyBooks(current.db);
    for (const { says, rows } of found) console.error(`${says}: ${rows.length}`);
    return found.length;
  } finally {
    await current.close();
  }
}
