import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits that name a session, a link or a ticket. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What the database keeps of a token. A plain hash is enough: the token has no structure to guess. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();
