import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits that name a session, a link or a ticket. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What the database keeps of a token. A plain hash is enough: the token has no structure to guess. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** OWASP's second choice for argon2id: 19 MiB, two passes. For what people type. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
