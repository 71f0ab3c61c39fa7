import { randomBytes, randomInt } from 'node:crypto';
import { hashWithSalt } from '../../password-hashing.ts';

/** Without those that are read as one another. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const COUNT = 10;
const LENGTH = 10;

/** 49 bits each: enough behind a slow hash and a few tries. */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Written down and typed again, with or without what stands between. One salt a person: one hash says which of ten. */
export const hashOfCode = (code: string, salt: Uint8Array) =>
  hashWithSalt(code.toLowerCase().replace(/[^a-z\d]/g, ''), salt);

export async function newRecoveryCodes() {
  const codes = Array.from({ length: COUNT }, newCode);
  const salt = randomBytes(16);
  return { codes, salt, hashes: await Promise.all(codes.map((code) => hashOfCode(code, salt))) };
}
