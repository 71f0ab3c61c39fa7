import { hash, randomBytes } from 'node:crypto';

/** 256 random bits for a session, link or ticket. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Hash of a token, as stored. A plain hash suffices, since tokens can't be guessed. */
export const hashOf = (token: string) => hash('sha256', token, 'buffer');

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. For passwords and codes typed by people. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
