import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readSettings, SETTINGS } from './settings.ts';

const read = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const assigned = (text: string) => [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);

test('every setting has its line in .env.example, and vice versa', async () => {
  expect(assigned(await read('.env.example')).sort()).toEqual([...SETTINGS].sort());
});

test('the unchanged example is a valid configuration', async () => {
  const lines = (await read('.env.example')).split('\n').filter((line) => /^[A-Z]/.test(line));
  const env = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  expect(readSettings(env)).toEqual(readSettings({}));
});

test('every setting is in the operator’s documentation', async () => {
  const guide = await read('docs/guia-do-operador.md');
  expect(SETTINGS.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('the image and the units set only variables that the server reads', async () => {
  const files = [
    'deploy/Dockerfile',
    'deploy/morada.service',
    'deploy/morada-backup.service',
    'deploy/morada@.service',
  ];
  const texts = await Promise.all(files.map(read));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^(?:ENV |Environment=)(.*)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/(?:^| )([A-Z_]+)=/g)].map(([, name]) => name),
    ),
  );
  expect(names.length).toBeGreaterThan(8);
  /** Variables of the system, of the C library and of Node. */
  const others = ['PATH', 'MALLOC_ARENA_MAX', 'NODE_ENV', 'NODE_COMPILE_CACHE'];
  expect(names.filter((name) => !SETTINGS.includes(name ?? '') && !others.includes(name ?? ''))).toEqual([]);
});

test('an agency’s unit may take the memory that the floods are held to', async () => {
  const [unit, flood] = await Promise.all([read('deploy/morada@.service'), read('apps/api/faults/flood.ts')]);
  const bound = Number(/UNIT_MEGABYTES = ([\d_]+);/.exec(flood)?.[1]?.replaceAll('_', ''));
  expect(/^MemoryMax=(\d+)M$/m.exec(unit)?.[1]).toBe(String(bound));
});

test.each([
  ['PORT', 'muitos'],
  ['TRUSTED_PROXIES', '<todos>'],
  ['METRICS_TOKEN', 'curto'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['PUBLIC_URL', 'morada'],
  ['STANDBY_URL', 'postgres://ana:senha@um:5432,dois:5432/morada'],
  ['BACKUP_KEY', 'quinze letras..'],
  ['BACKUP_URL', 'https://bucket'],
])('refuses %s=%s by name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(`Configuração inválida: ${name}. Veja .env.example.`);
});

test.each([
  [{ STANDBY_URL: 'postgres://ana:senha@dois/morada' }, 'STANDBY_URL pede DATABASE_URL'],
  [{ MIGRATION_DATABASE_URL: 'postgres://dona:senha@um/morada' }, 'MIGRATION_DATABASE_URL pede DATABASE_URL'],
  [
    { DATABASE_URL: 'postgres://ana:senha@um/morada', MIGRATION_DATABASE_URL: 'postgres://dona:senha@um,um/morada' },
    'MIGRATION_DATABASE_URL tem o mesmo servidor duas vezes. Veja',
  ],
  [{ DATABASE_URL: 'postgres://ana:senha@um,um/morada' }, 'DATABASE_URL tem o mesmo servidor duas vezes. Veja'],
  [{ BACKUP_URL: 's3://a:b@servidor/copias' }, 'BACKUP_URL pede BACKUP_KEY ou BACKUP_KEY_FILE'],
  [{ BACKUP_KEY: 'uma chave comprida', BACKUP_KEY_FILE: '/etc/morada.key' }, 'BACKUP_KEY e BACKUP_KEY_FILE são duas'],
])('refuses settings that contradict each other: %j', (env, words) => {
  expect(() => readSettings(env)).toThrow(`Configuração inválida: ${words}`);
});
