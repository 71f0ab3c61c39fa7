import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('password-hashing.ts', import.meta.url));

test('a password is hashed at the recommended cost, in a process without the cheap hashes of tests', async () => {
  const hash = `const { hashPassword } = await import(${JSON.stringify(MODULE)}); console.log(await hashPassword('janela-azul-7'))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', hash]);
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
