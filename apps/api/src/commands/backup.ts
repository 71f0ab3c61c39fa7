import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '../backup/backup.ts';
import { readBackupKey } from '../backup/key.ts';
import { openOffsite } from '../backup/offsite.ts';
import { showInstant } from '../backup/point-in-time/instant.ts';
import { ship } from '../backup/point-in-time/ship.ts';
import { datedName, rotate } from '../backup/rotation.ts';
import { writeBackupState } from '../backup/state.ts';
import { readSettings, type Settings } from '../base/settings.ts';
import { openStorage } from '../files/storage.ts';
import { hasDatabase, openDatabase } from '../runtime.ts';
import { attempt, fail, messageOf } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, base: { type: 'boolean' } },
});
const [given] = positionals;
const keep = values.keep === undefined ? undefined : Number(values.keep);
if (
  values.base
    ? given !== undefined || keep !== undefined
    : !given || positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
)
  fail(
    'Use: npm run backup -- ARQUIVO.zip, ou npm run backup -- PASTA [--keep N] para guardar os N mais novos, ou npm run backup -- --base para uma cópia de base no arquivo contínuo',
  );

await attempt(async () => {
  const settings = readSettings();
  if (!(await hasDatabase(settings))) fail(`Não há banco de dados em ${settings.DATA_DIR}.`);
  if (values.base || given === undefined) return makeBase(settings);
  const key = await readBackupKey(settings);
  const isSealed = key !== undefined;
  const isFolder = keep !== undefined || (existsSync(given) && statSync(given).isDirectory());
  const now = Temporal.Now.zonedDateTimeISO('America/Sao_Paulo');
  const file = resolve(isFolder ? join(given, datedName(now, { isSealed })) : given);
  const { tables, files, missing, made_at } = await makeBackup(settings, file, key);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backup pronto em ${file}: ${rows} registros em ${tables.length} tabelas e ${files.length} arquivos.`);
  console.log(
    isSealed
      ? 'Está criptografado: sem a chave não pode ser lido nem restaurado. Guarde-a também fora desta máquina.'
      : 'Não está criptografado: quem tiver o arquivo lê tudo. Para criptografar, defina BACKUP_KEY_FILE.',
  );
  const removed = keep === undefined ? [] : await rotate(given, keep);
  if (removed.length > 0) console.log(`Apagados os mais antigos: ${removed.join(', ')}.`);
  if (missing.length > 0) {
    console.error(`O armazenamento não tem mais ${missing.length} arquivos de que o banco fala:`);
    for (const one of missing) console.error(`  ${one}`);
    process.exitCode = 1;
  }
  const offsite = settings.BACKUP_URL === undefined ? null : await copyOffsite(settings.BACKUP_URL, file);
  // With a database of its own, the folder may not exist yet.
  await mkdir(settings.DATA_DIR, { recursive: true });
  await writeBackupState(settings.DATA_DIR, { made_at, file, encrypted: isSealed, missing: missing.length, offsite });
});

/** The database is released before the copy is sent, which may take long. */
async function makeBackup(settings: Settings, file: string, key: string | undefined) {
  const { owner, release } = await openDatabase(settings);
  try {
    return await backUp(owner, openStorage(settings), file, key);
  } finally {
    await release();
  }
}

/** Copies the finished backup and rotates the copies. Reports a failure, which leaves the backup here as it is. */
async function copyOffsite(address: string, file: string): Promise<boolean> {
  const bucket = openOffsite(address);
  try {
    await bucket.send(file, basename(file));
    console.log(`Cópia enviada a ${bucket.place}.`);
    const removed = keep === undefined ? [] : await bucket.rotate(keep);
    if (removed.length > 0) console.log(`Apagadas lá as mais antigas: ${removed.join(', ')}.`);
    return true;
  } catch (error) {
    console.error(messageOf(error));
    console.error('O backup nesta máquina está inteiro; falta a cópia fora dela.');
    process.exitCode = 1;
    return false;
  }
}

/** A base for restores to an instant, beside a running server or without one. */
async function makeBase(settings: Settings) {
  const { release } = await openDatabase(settings);
  try {
    const shipped = await ship(settings, { base: true, wait: true });
    if (!shipped?.base) return;
    console.log(
      `Cópia de base pronta: é possível voltar a qualquer instante a partir de ${showInstant(shipped.base.stopped)}.`,
    );
    console.log(
      `Enviados ${shipped.segments} segmentos e ${shipped.files} arquivos; apagados ${shipped.removed} antigos.`,
    );
  } finally {
    await release();
  }
}
