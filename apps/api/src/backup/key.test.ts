import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readBackupKey } from './key.ts';

const folder = await mkdtemp(join(tmpdir(), 'morada-key-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const KEY = 'chuva em Juiz de Fora';
const file = join(folder, 'chave');
async function keyOf(content: string, mode = 0o600) {
  await writeFile(file, content);
  await chmod(file, mode);
  return readBackupKey({ BACKUP_KEY_FILE: file });
}

test('the key is the setting, or the first line of the file, or none', async () => {
  expect(await readBackupKey({})).toBeUndefined();
  expect(await readBackupKey({ BACKUP_KEY: KEY })).toBe(KEY);
  for (const content of [KEY, `${KEY}\n`, `${KEY}\r\n# guardada no cofre\n`]) expect(await keyOf(content)).toBe(KEY);
  expect(await keyOf(KEY, 0o400)).toBe(KEY);
});

test.each([0o640, 0o604, 0o620, 0o644, 0o660])('a file with mode %o is refused', async (mode) => {
  await expect(keyOf(KEY, mode)).rejects.toThrow(
    `O arquivo da chave ${file} (BACKUP_KEY_FILE) pode ser lido por outras contas: rode chmod 600 ${file}.`,
  );
});

test('a missing file, a folder and a short line are refused', async () => {
  const nowhere = join(folder, 'nada');
  await expect(readBackupKey({ BACKUP_KEY_FILE: nowhere })).rejects.toThrow(/nada .* não pôde ser lido: ENOENT/);
  await expect(readBackupKey({ BACKUP_KEY_FILE: folder })).rejects.toThrow(/não é um arquivo/);
  await expect(keyOf('')).rejects.toThrow(/deve ser a chave, com 16 letras ou mais/);
  await expect(keyOf(`curta\n${KEY}`)).rejects.toThrow(/deve ser a chave, com 16 letras ou mais/);
});
