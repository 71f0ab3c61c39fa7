import { moveDatabase } from '../backup/move.ts';
import { readSettings } from '../base/settings.ts';
import { hasDatabase, openDatabase } from '../runtime.ts';
import { attempt, fail } from './run.ts';

const [url, ...rest] = process.argv.slice(2);
if (!url || rest.length > 0 || !/^postgres(ql)?:\/\//.test(url))
  fail('Use: npm run move-database -- postgres://USUARIO:SENHA@SERVIDOR/BANCO, com o servidor da Morada parado');

await attempt(async () => {
  const settings = readSettings();
  if (!(await hasDatabase(settings))) fail(`Não há banco de dados em ${settings.DATA_DIR}.`);
  const { owner: target } = await openDatabase(readSettings({ DATABASE_URL: url }));
  const { owner, release } = await openDatabase(settings);
  try {
    const rows = await moveDatabase(owner, target);
    const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${total} registros em ${rows.size} tabelas copiados e conferidos.`);
    console.log('Agora ponha esse endereço em DATABASE_URL e inicie de novo. Os arquivos continuam onde estão.');
    console.log('O banco anterior ficou como estava: guarde-o até o próximo backup e depois apague-o.');
  } finally {
    await release();
  }
});
