import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { systemContext } from '#api/context.ts';
import { openRuntime } from '#api/runtime.ts';
import { LONG } from '#test/long.ts';
import { addressOf, ask, emptyDatabase, migratedDatabase } from '../empty-database.ts';
import { factories } from '../factories.ts';
import { startS3 } from '../servers/s3-server.ts';
import { printsOf } from '../table-prints.ts';

const folder = await mkdtemp(join(tmpdir(), 'morada-commands-'));
// Under root the database runs as another account, which must be able to enter.
await chmod(folder, 0o711);
afterAll(() => rm(folder, { recursive: true, force: true }));

const base = {
  ...process.env,
  DATABASE_URL: '',
  STORAGE_URL: '',
  BACKUP_KEY: '',
  BACKUP_KEY_FILE: '',
  BACKUP_URL: '',
  CLOCK: '2026-03-10',
  CEP_URL: '',
  INDICES_URL: '',
};
const at = (name: string) => ({ ...base, DATA_DIR: join(folder, name) });

/** Runs a command like `npm run`; returns its exit code and output. */
function run(command: string, words: string[], env: NodeJS.ProcessEnv) {
  const file = fileURLToPath(new URL(`../../src/commands/${command}.ts`, import.meta.url));
  return new Promise<{ code: number; says: string }>((resolve) => {
    execFile(process.execPath, [file, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, says: stdout + stderr }),
    );
  });
}

/** `printsOf` the database that these settings name. */
async function tablesOf(env: NodeJS.ProcessEnv) {
  const runtime = await openRuntime(readSettings(env), 1);
  const prints = await printsOf(runtime.connection);
  await runtime.close();
  return prints;
}

/** All files but medium photographs, which are generated on demand. */
async function filesOf(name: string) {
  const root = join(folder, name, 'files');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.map(async (file) => [file.slice(root.length), await readFile(file)] as const),
  );
  return Object.fromEntries(contents.filter(([path]) => !path.startsWith('/image/medium/')).sort());
}

test('the drill: backups with and without a running server, restored on another machine and into another database', {
  ...LONG,
  timeout: 300_000,
}, async () => {
  const here = at('aqui');
  const backups = join(folder, 'backups');

  // No database exists yet, and the command creates none.
  expect(await run('backup', [join(folder, 'nada.zip')], here)).toMatchObject({
    code: 1,
    says: expect.stringMatching(/Não há banco de dados em/),
  });
  expect(existsSync(join(folder, 'aqui'))).toBe(false);
  expect(await run('backup', [], here)).toMatchObject({ code: 1, says: expect.stringMatching(/Use: npm run backup/) });
  expect(await run('backup', [backups, '--keep', '0'], here)).toMatchObject({
    code: 1,
    says: expect.stringMatching(/Use: npm run backup/),
  });

  const server = await openRuntime(readSettings(here));
  const { invoice, property, photograph, client } = factories(systemContext(server.deps));
  const { id } = await property();
  await photograph(id);
  await invoice({ property_id: id });
  let stopped = false;
  const writing = (async () => {
    while (!stopped) await client();
  })();
  for (let turn = 0; turn < 3; turn += 1) {
    const made = await run('backup', [backups, '--keep', '2'], here);
    expect(made).toMatchObject({
      code: 0,
      says: expect.stringMatching(/Backup pronto em .*morada-\d{4}-\d{2}-\d{2}-\d{9}\.zip: \d+ registros/),
    });
  }
  stopped = true;
  await writing;
  expect(await readdir(backups)).toEqual(Array(2).fill(expect.stringMatching(/^morada-.*\.zip$/)));

  // Restores a backup taken during writes into an empty folder.
  const [taken = ''] = await readdir(backups);
  expect(await run('restore', [join(backups, taken)], at('meio'))).toMatchObject({
    code: 0,
    says: expect.stringMatching(/Restaurado o backup/),
  });
  expect(await run('verify', [], at('meio'))).toMatchObject({ code: 0 });

  await server.close();
  const last = join(folder, 'ultimo.zip');
  expect(await run('backup', [last], here)).toMatchObject({ code: 0, says: expect.stringMatching(/e 2 arquivos\./) });
  expect(await run('backup', [last], here)).toMatchObject({
    code: 1,
    says: expect.stringMatching(/Já existe um arquivo/),
  });

  const there = at('la');
  expect(await run('restore', [last], there)).toMatchObject({
    code: 0,
    says: expect.stringMatching(/Restaurado o backup/),
  });
  const prints = await tablesOf(here);
  expect(await tablesOf(there)).toEqual(prints);
  expect(await filesOf('la')).toEqual(await filesOf('aqui'));
  expect(Object.keys(await filesOf('la'))).toHaveLength(2);
  expect(await run('verify', [], there)).toMatchObject({ code: 0 });
  expect(await run('restore', [last], there)).toMatchObject({
    code: 1,
    says: expect.stringMatching(/não está vazia, e nada foi mudado/),
  });
  expect(await tablesOf(there)).toEqual(prints);

  // From the embedded database to one of the agency's own.
  const own = addressOf(await emptyDatabase());
  expect(await run('move-database', ['banco'], there)).toMatchObject({
    code: 1,
    says: expect.stringMatching(/Use: npm run move-database/),
  });
  const beside = await openRuntime(readSettings(there));
  await beside.deps.db.selectFrom('client').select('id').execute();
  expect(await run('move-database', [own], there)).toMatchObject({
    code: 1,
    says: expect.stringMatching(/Pare-o e tente de novo/),
  });
  await beside.close();
  expect(await run('move-database', [own], there)).toMatchObject({
    code: 0,
    says: expect.stringMatching(/copiados e conferidos/),
  });
  const moved = { ...there, DATABASE_URL: own };
  expect(await tablesOf(moved)).toEqual(prints);
  expect(await run('verify', [], moved)).toMatchObject({ code: 0 });
});

test('a restore on a machine without the key of the secrets says so, and with it does not', {
  ...LONG,
  timeout: 300_000,
}, async () => {
  const here = at('segredos');
  const server = await openRuntime(readSettings(here));
  const { db, secrets } = server.deps;
  const group = await db
    .insertInto('permission_group')
    .values({ name: 'Todos', permissions: ['*'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const person = { name: 'Iara', email: 'iara@morada.test', password_hash: '-', group_id: group.id };
  const { id } = await db.insertInto('admin_user').values(person).returning('id').executeTakeFirstOrThrow();
  const pending = secrets.sealText(`second_factor.pending:${id}`, 'ABCDEFGH');
  await db.insertInto('second_factor').values({ admin_user_id: id, pending }).execute();
  await server.close();
  const file = join(folder, 'segredos.zip');
  expect(await run('backup', [file], here)).toMatchObject({ code: 0 });

  expect(await run('restore', [file], at('sem-chave'))).toMatchObject({
    code: 0,
    says: expect.stringMatching(/chave que não está aqui: 1\. Antes de iniciar, copie secrets\.key/),
  });
  const key = await readFile(join(folder, 'segredos', 'secrets.key'), 'utf8');
  const restored = await run('restore', [file], { ...at('com-chave'), SECRETS_KEY: key.trim() });
  expect([restored.code, restored.says.includes('Segredos')]).toEqual([0, false]);
});

test('encrypted backups are copied to a bucket, rotated there and restored from there', LONG, async () => {
  const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'copias', region: 'us-east-1' });
  const keyFile = join(folder, 'chave');
  await writeFile(keyFile, 'chuva em Juiz de Fora\n', { mode: 0o600 });
  const here = { ...at('cofre'), DATABASE_URL: addressOf(await emptyDatabase()) };
  const server = await openRuntime(readSettings(here), 2);
  const { property, photograph } = factories(systemContext(server.deps));
  await photograph((await property()).id);
  await server.close();
  const backups = join(folder, 'cofre-backups');
  const says = (words: RegExp) => expect.stringMatching(words);
  const stateOf = async () => JSON.parse(await readFile(join(folder, 'cofre/backup.json'), 'utf8'));

  // Without a key the backup is not encrypted, and the command says so.
  const plain = await run('backup', [backups, '--keep', '2'], here);
  expect(plain).toMatchObject({ code: 0, says: says(/\.zip: .*\nNão está criptografado: quem tiver o arquivo/) });
  expect(await stateOf()).toMatchObject({ encrypted: false, offsite: null, missing: 0 });

  const BACKUP_URL = `s3://MORADA:segredo@${s3.host}/copias/casa?insecure`;
  const sealed = { ...here, BACKUP_KEY_FILE: keyFile, BACKUP_URL };
  await chmod(keyFile, 0o640);
  expect(await run('backup', [backups], sealed)).toMatchObject({ code: 1, says: says(/rode chmod 600/) });
  await chmod(keyFile, 0o600);
  expect(await run('backup', [backups], { ...here, BACKUP_URL })).toMatchObject({
    code: 1,
    says: says(/BACKUP_URL pede BACKUP_KEY ou BACKUP_KEY_FILE/),
  });
  for (let turn = 0; turn < 2; turn += 1)
    expect(await run('backup', [backups, '--keep', '1'], sealed)).toMatchObject({
      code: 0,
      says: says(
        /\.zip\.enc: .*\nEstá criptografado: .*\nApagados .*\nCópia enviada a 127\.0\.0\.1:\d+\/copias\/casa\./,
      ),
    });
  const [kept = ''] = await readdir(backups);
  expect(kept).toMatch(/^morada-.*\.zip\.enc$/);
  expect([...s3.objects.keys()]).toEqual([`casa/${kept}`]);
  expect(s3.objects.get(`casa/${kept}`)?.bytes).toEqual(await readFile(join(backups, kept)));
  expect(await stateOf()).toMatchObject({ file: join(backups, kept), encrypted: true, offsite: true });

  // Another machine has the key and the address alone.
  const there = { ...sealed, DATA_DIR: join(folder, 'outra'), DATABASE_URL: addressOf(await emptyDatabase()) };
  expect(
    await run('restore', ['--bucket'], { ...there, BACKUP_KEY_FILE: '', BACKUP_KEY: 'sol em Juiz de Fora' }),
  ).toMatchObject({
    code: 1,
    says: says(/A chave não é a deste backup/),
  });
  expect(await run('restore', [join(backups, kept)], { ...there, BACKUP_KEY_FILE: '', BACKUP_URL: '' })).toMatchObject({
    code: 1,
    says: says(/Este backup está criptografado: informe a chave/),
  });
  expect(
    await ask(
      { connectionString: there.DATABASE_URL },
      `select from pg_class where relnamespace = 'public'::regnamespace`,
    ),
  ).toEqual([]);
  expect(await run('restore', ['--bucket', 'nada.zip'], there)).toMatchObject({
    code: 1,
    says: says(/Não há nada\.zip em .*Há: morada-/),
  });
  expect(await run('restore', ['--bucket'], there)).toMatchObject({
    code: 0,
    says: says(/Trazida a cópia morada-.*\.zip\.enc\.\nRestaurado o backup/),
  });
  expect(await tablesOf(there)).toEqual(await tablesOf(here));
  expect(await filesOf('outra')).toEqual(await filesOf('cofre'));

  // Without the bucket the backup on this machine is still complete.
  await s3.stop();
  const failed = await run('backup', [backups, '--keep', '1'], sealed);
  expect(failed).toMatchObject({
    code: 1,
    says: says(
      /O bucket de BACKUP_URL \(.*\) não está disponível: .*\nO backup nesta máquina está inteiro; falta a cópia/,
    ),
  });
  const [alone = ''] = await readdir(backups);
  expect(alone > kept).toBe(true);
  expect(await stateOf()).toMatchObject({ file: join(backups, alone), encrypted: true, offsite: false });
  const last = { ...at('ultima'), DATABASE_URL: addressOf(await emptyDatabase()), BACKUP_KEY_FILE: keyFile };
  expect(await run('restore', [join(backups, alone)], last)).toMatchObject({ code: 0 });
  expect(await tablesOf(last)).toEqual(await tablesOf(here));
});

test('the doctor ends with 1 where there is no database, and makes none', LONG, async () => {
  expect(await run('doctor', [], at('sem-banco'))).toMatchObject({
    code: 1,
    says: expect.stringMatching(/✗ Não há banco de dados em .*sem-banco: inicie com/),
  });
  expect(existsSync(join(folder, 'sem-banco'))).toBe(false);
});

test('the doctor ends with 1 while anything is wrong, and says what to do', LONG, async () => {
  const env = at('medico');
  await (await openRuntime(readSettings(env), 1)).close();

  // The free space of this machine is not tested.
  const wrong = (says: string) => says.split('\n').filter((line) => /^✗/.test(line) && !/ livres de /.test(line));
  const before = await run('doctor', [], { ...env, CLOCK: '' });
  expect(before.code).toBe(1);
  expect(wrong(before.says)).toEqual([expect.stringMatching(/Nenhum backup foi feito: rode npm run backup/)]);
  const backups = join(folder, 'medico-backups');
  await mkdir(backups, { mode: 0o700 });
  expect(await run('backup', [backups], env)).toMatchObject({ code: 0 });

  const after = await run('doctor', [], { ...env, CLOCK: '' });
  expect(wrong(after.says)).toEqual([]);
  expect(after.code).toBe(/^✗/m.test(after.says) ? 1 : 0);
  expect(after.says).toMatch(/^✓ O banco grava no disco antes de confirmar\.$/m);
  expect(after.says).toMatch(/^! Os backups não são criptografados: defina BACKUP_KEY_FILE/m);
  expect(after.says).toMatch(/\n\d+ para consertar \(✗\), \d+ para melhorar \(!\), \d+ em ordem \(✓\)\.\n$/);
});

test('unreferenced files are listed, and removed on request', LONG, async () => {
  const env = { ...at('arrumar'), DATABASE_URL: addressOf(await migratedDatabase()) };
  const server = await openRuntime(readSettings(env));
  const { property, photograph } = factories(systemContext(server.deps));
  const { id } = await property();
  await photograph(id);
  await server.close();
  // One photograph in its three sizes.
  const files = join(folder, 'arrumar', 'files');
  const old = new Date(Date.now() - 25 * 60 * 60 * 1_000);
  const leave = async (name: string, since = old) => {
    await mkdir(join(files, name, '..'), { recursive: true });
    await writeFile(join(files, name), 'meio contrato');
    await utimes(join(files, name), since, since);
  };
  for (const name of await readdir(join(files, 'image/full'))) await utimes(join(files, 'image/full', name), old, old);
  expect(await run('tidy-files', ['--remove'], env)).toEqual({ code: 0, says: 'Todo arquivo tem o seu registro.\n' });

  await leave('document/antigo.pdf');
  await leave('document/agora.pdf', new Date());
  await leave('anotacoes/de-outro.txt');
  const found = 'Arquivos sem registro, guardados há mais de um dia: 1, ao lado de 3 com registro.\n';
  expect(await run('tidy-files', [], env)).toEqual({
    code: 0,
    says: `${found}Para apagá-los: npm run tidy-files -- --remove\n`,
  });
  expect(await readdir(join(files, 'document'))).toEqual(['agora.pdf', 'antigo.pdf']);
  expect(await run('tidy-files', ['--remove'], env)).toEqual({ code: 0, says: `${found}Apagados: 1.\n` });
  expect(await readdir(join(files, 'document'))).toEqual(['agora.pdf']);
  expect(await readdir(join(files, 'anotacoes'))).toEqual(['de-outro.txt']);
  expect(await readdir(join(files, 'image/full'))).toHaveLength(1);

  // Files of one agency with the database of another.
  for (const name of ['um', 'dois', 'tres', 'quatro']) await leave(`document/${name}.pdf`);
  const refused = await run('tidy-files', ['--remove'], env);
  expect(refused).toMatchObject({ code: 1, says: expect.stringMatching(/mesma instalação\. Nada foi apagado\./) });
  expect(await readdir(join(files, 'document'))).toHaveLength(5);
});
