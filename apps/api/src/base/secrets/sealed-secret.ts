import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 1;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + ID_BYTES;
const CIPHER = 'aes-256-gcm';
const PREFIX = 'sealed:';

/** Id of the key that a stored text was sealed with, in SQL. */
export const keyIdSql = (column: string) =>
  `substr(substring(${column} from '^${PREFIX}[0-9a-f]+'), ${PREFIX.length + 1})`;

/** Whether a stored text is sealed; plain texts were stored before there was a key. */
export const isSealed = (stored: string) => stored.startsWith(PREFIX);

/**
 * Encrypts secrets of the database. `place` names the record and its column, as
 * `bank_account.password:7`: a sealed value that is moved to another place doesn't open.
 */
export type SecretSeal = {
  /** Why there is no key although one is set, as a sentence to show. */
  problem?: string;
  /** Present with a key. Sealed texts begin with it. */
  prefix?: string;
  /** Ids of the keys that are here, the current one and old ones. */
  keyIds: readonly string[];
  /** @throws Error without a key. */
  sealBytes: (place: string, plain: Uint8Array) => Buffer;
  /** @throws Error without a key. */
  sealText: (place: string, plain: string) => string;
  /** undefined: sealed with a key that isn't here, for another place, or changed. */
  openBytes: (place: string, sealed: Uint8Array) => Buffer | undefined;
  /** As `openBytes`; a text that isn't sealed is returned as it is. */
  openText: (place: string, stored: string) => string | undefined;
};

/**
 * Seals with `key` and opens what was sealed with it or with one of `old`. A key is a text that can't be guessed: it is
 * derived without the cost of a passphrase, since a server opens secrets at every sign-in.
 */
export function secretSeal({ key, old = [], problem }: SecretKeys): SecretSeal {
  const current = key === undefined ? undefined : derive(key);
  const known = new Map(
    [...old.map(derive), ...(current ? [current] : [])].map((one) => [one.id.toString('hex'), one]),
  );

  function sealBytes(place: string, plain: Uint8Array) {
    if (!current) throw new Error('There is no key to seal secrets with');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, current.secret, nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), current.id, nonce, body, cipher.getAuthTag()]);
  }

  function openBytes(place: string, sealed: Uint8Array) {
    const bytes = Buffer.from(sealed);
    if (bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) return undefined;
    const one = known.get(bytes.toString('hex', 1, HEADER_BYTES));
    if (!one) return undefined;
    const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, one.secret, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
    try {
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      // The tag doesn't match: changed, or sealed for another place.
      return undefined;
    }
  }

  const prefix = current && `${PREFIX}${current.id.toString('hex')}:`;
  return {
    ...(problem !== undefined && { problem }),
    ...(prefix !== undefined && { prefix }),
    keyIds: [...known.keys()],
    sealBytes,
    openBytes,
    sealText: (place, plain) => `${prefix}${sealBytes(place, Buffer.from(plain)).toString('base64url')}`,
    openText: (place, stored) =>
      isSealed(stored)
        ? openBytes(place, Buffer.from(stored.slice(stored.lastIndexOf(':') + 1), 'base64url'))?.toString()
        : stored,
  };
}

export type SecretKeys = { key?: string | undefined; old?: readonly string[]; problem?: string | undefined };

function derive(key: string) {
  const of = (use: string, length: number) => Buffer.from(hkdfSync('sha256', key, '', `morada ${use}`, length));
  return { id: of('secrets key id', ID_BYTES), secret: of('secrets', 32) };
}
