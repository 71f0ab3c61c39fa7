import { randomBytes, randomInt } from 'node:crypto';
import { hashWithSalt } from '#api/base/secrets/password-hashing.ts';

/** Alphabet without characters that are easily confused. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const COUNT = 10;
const LENGTH = 10;

/** 49 bits each, sufficient with a slow hash and a limit of attempts. */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/**
 * Normalises the typed code, ignoring separators. One salt for each person, so a single hash is compared with all ten.
 */
export const hashOfCode = (code: string, salt: Uint8Array) =>
  hashWithSalt(code.toLowerCase().replace(/[^a-z\d]/g, ''), salt);

export async function newRecoveryCodes() {
  const codes = Array.from({ length: COUNT }, newCode);
  const salt = randomBytes(16);
  return { codes, salt, hashes: await Promise.all(codes.map((code) => hashOfCode(code, salt))) };
}
