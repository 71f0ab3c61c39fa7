import { expect, test } from 'vitest';
import { migrate } from '#api/db/migrate.ts';
import { LONG } from '#test/long.ts';
import { addressOf, ask, emptyDatabase } from '../empty-database.ts';
import { startServer } from './server-process.ts';

test('an older version refuses a newer database, and changes nothing', { ...LONG, timeout: 60_000 }, async () => {
  const database = await emptyDatabase();
  await migrate(database);
  // A newer version migrated this database, which lacks an older migration: it must not be applied.
  await ask(database, `insert into migration (name, checksum) values ('9999_depois.sql', 'x')`);
  const [{ name: last } = { name: '' }] = await ask<{ name: string }>(
    database,
    `delete from migration where name = (select max(name) from migration where name < '9999') returning name`,
  );
  const steps = () => ask(database, 'select name from migration order by name');
  const before = await steps();

  await expect(migrate(database)).rejects.toThrow(
    'O banco de dados é de uma versão mais nova da Morada (9999_depois.sql), e nada foi mudado nele. Inicie essa versão, ou restaure um backup feito com esta.',
  );
  await expect(startServer({ DATABASE_URL: addressOf(database) })).rejects.toThrow('the server ended with 1');
  expect(await steps()).toEqual(before);
  expect(before).not.toContainEqual({ name: last });
});
