import { parseArgs } from 'node:util';
import { findUnnamedFiles } from '../backup/unnamed-files.ts';
import { command } from './run.ts';

const { values } = parseArgs({ options: { remove: { type: 'boolean' } } });

await command(async ({ deps, pool }) => {
  const client = await pool.connect();
  const { unnamed, named } = await findUnnamedFiles(client, deps.files, new Date()).finally(() => client.release());
  if (unnamed.length === 0) return console.log('Todo arquivo tem o seu registro.');
  console.log(
    `Arquivos sem registro, guardados há mais de um dia: ${unnamed.length}, ao lado de ${named} com registro.`,
  );
  // Likely the files of one installation with the database of another: all files would be deleted.
  if (unnamed.length > named)
    throw new Error(
      'São mais do que os que têm registro: confira se DATABASE_URL e STORAGE_URL são da mesma instalação. Nada foi apagado.',
    );
  if (!values.remove) return console.log('Para apagá-los: npm run tidy-files -- --remove');
  for (const key of unnamed) await deps.files.remove(key);
  console.log(`Apagados: ${unnamed.length}.`);
});
