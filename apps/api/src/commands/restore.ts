import { restore } from '../backup/restore.ts';
import { readSettings } from '../base/settings.ts';
import { filesFolder, openStorage } from '../files/storage.ts';
import { openDatabase } from '../runtime.ts';
import { attempt, fail } from './run.ts';

const [file, ...rest] = process.argv.slice(2);
if (!file || rest.length > 0) fail('Use: npm run restore -- ARQUIVO.zip, em uma pasta (DATA_DIR) ou um banco vazios');

await attempt(async () => {
  const settings = readSettings();
  const { tables, files, missing, made_at } = await restore(file, {
    storage: openStorage(settings),
    folder: filesFolder(settings),
    open: () => openDatabase(settings),
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restaurado o backup de ${made_at}: ${rows} registros e ${files.length} arquivos.`);
  if (missing.length > 0) console.error(`${missing.length} arquivos já faltavam quando ele foi feito.`);
  console.log('Confira com npm run verify e inicie com npm start.');
});
