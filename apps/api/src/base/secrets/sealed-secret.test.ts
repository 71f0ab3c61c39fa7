import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { secretSeal } from './sealed-secret.ts';
import { readSecretsKeys } from './secrets-key.ts';

const KEY = 'a primeira chave, que se guarda no cofre';
const OTHER = 'a segunda chave, que se guarda no cofre';
const PLACE = 'second_factor.secret:7';
const folder = await mkdtemp(join(tmpdir(), 'morada-secrets-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('text and bytes come back in their own place alone, and differ each time', () => {
  const seal = secretSeal({ key: KEY });
  const text = seal.sealText(PLACE, 'maçã');
  expect(text).toMatch(/^sealed:[0-9a-f]{16}:[\w-]+$/);
  expect(text.startsWith(seal.prefix ?? '?')).toBe(true);
  expect(seal.sealText(PLACE, 'maçã')).not.toBe(text);
  expect(seal.openText(PLACE, text)).toBe('maçã');
  expect(seal.openText('second_factor.secret:8', text)).toBeUndefined();
  const bytes = Buffer.from([0, 255, 10]);
  expect(seal.openBytes(PLACE, seal.sealBytes(PLACE, bytes))).toEqual(bytes);
  expect(seal.openText(PLACE, 'em claro')).toBe('em claro');
});

test('a changed byte, a cut and another key do not open', () => {
  const seal = secretSeal({ key: KEY });
  const sealed = seal.sealBytes(PLACE, Buffer.from('segredo'));
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(seal.openBytes(PLACE, changed)).toBeUndefined();
    expect(seal.openBytes(PLACE, sealed.subarray(0, index))).toBeUndefined();
  }
  expect(secretSeal({ key: OTHER }).openBytes(PLACE, sealed)).toBeUndefined();
  expect(
    secretSeal({ key: OTHER, old: [KEY] })
      .openBytes(PLACE, sealed)
      ?.toString(),
  ).toBe('segredo');
  expect(() => secretSeal({}).sealText(PLACE, 'segredo')).toThrow('no key');
});

test('the embedded database gets a key file of its own, read again after a move', async () => {
  const DATA_DIR = join(folder, 'dados');
  await mkdir(DATA_DIR);
  expect(await readSecretsKeys({ DATA_DIR }, { create: false })).toEqual({ key: undefined, old: [] });
  expect(await readSecretsKeys({ DATA_DIR, DATABASE_URL: 'postgres://a' }, { create: true })).toMatchObject({
    key: undefined,
  });
  const { key } = await readSecretsKeys({ DATA_DIR }, { create: true });
  expect((await stat(join(DATA_DIR, 'secrets.key'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(DATA_DIR, 'secrets.key'), 'utf8')).toBe(`${key}\n`);
  // Still read after a move to another PostgreSQL.
  expect(await readSecretsKeys({ DATA_DIR, DATABASE_URL: 'postgres://a' }, { create: true })).toMatchObject({ key });
  expect(await readSecretsKeys({ DATA_DIR, SECRETS_KEY: OTHER, SECRETS_OLD_KEY: KEY }, { create: true })).toEqual({
    key: OTHER,
    old: [KEY],
  });
});

test('a key file that is open to others, short or missing is told, and the server starts', async () => {
  const SECRETS_KEY_FILE = join(folder, 'chave');
  const problemOf = async () =>
    (await readSecretsKeys({ DATA_DIR: folder, SECRETS_KEY_FILE }, { create: true })).problem;
  expect(await problemOf()).toMatch(/chave \(SECRETS_KEY_FILE\) não pôde ser lido: ENOENT/);
  await writeFile(SECRETS_KEY_FILE, 'curta', { mode: 0o600 });
  expect(await problemOf()).toMatch(/deve ser a chave, com 32 letras ou mais/);
  await chmod(SECRETS_KEY_FILE, 0o644);
  expect(await problemOf()).toMatch(/pode ser lido por outras contas: rode chmod 600/);
});
