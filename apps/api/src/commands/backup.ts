import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '../backup/backup.ts';
import { datedName, rotate } from '../backup/rotation.ts';
import { readSettings } from '../base/settings.ts';
import { openStorage } from '../files/storage.ts';
import { hasDatabase, openDatabase } from '../runtime.ts';
import { attempt, fail } from './run.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
const [given] = positionals;
const keep = values.keep === undefined ? undefined : Number(values.keep);
if (!given || positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)))
  fail('Use: npm run backup -- ARQUIVO.zip, ou npm run backup -- PASTA [--keep N] para guardar os N mais novos');

await attempt(async () => {
  const settings = readSettings();
  if (!(await hasDatabase(settings))) fail(`Não há banco de dados em ${settings.DATA_DIR}.`);
  const isFolder = keep !== undefined || (existsSync(given) && statSync(given).isDirectory());
  const file = isFolder ? join(given, datedName(Temporal.Now.zonedDateTimeISO('America/Sao_Paulo'))) : given;
  const { connection, release } = await openDatabase(settings);
  try {
    const { tables, files, missing } = await backUp(connection, openStorage(settings), file);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Backup pronto em ${file}: ${rows} registros em ${tables.length} tabelas e ${files.length} arquivos.`);
    const removed = keep === undefined ? [] : await rotate(given, keep);
    if (removed.length > 0) console.log(`Apagados os mais antigos: ${removed.join(', ')}.`);
    if (missing.length > 0) {
      console.error(`O armazenamento não tem mais ${missing.length} arquivos de que o banco fala:`);
      for (const key of missing) console.error(`  ${key}`);
      process.exitCode = 1;
    }
  } finally {
    await release();
  }
});
