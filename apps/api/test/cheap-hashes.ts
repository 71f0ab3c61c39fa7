import { ARGON2 } from '#api/base/secrets/secrets.ts';

const PRODUCTION = { ...ARGON2 };

/**
 * Least cost of a password hash in this process: at the cost of production hashes took half of the time of tests that
 * sign people in. Servers and commands that tests start keep theirs, which `password-hashing.test.ts` reads.
 */
export const hashCheaply = () => Object.assign(ARGON2, { memoryCost: 64, timeCost: 1 });

/** The cost of production, for tests of how long hashing holds others up. */
export const hashAsInProduction = () => Object.assign(ARGON2, PRODUCTION);

hashCheaply();
