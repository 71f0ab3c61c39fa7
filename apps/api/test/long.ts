/**
 * Tag of tests that `npm run test:long` runs and `npm test` skips: they take many seconds, and a shorter test beside
 * them guards the same code (docs/decisions/tests.md).
 */
export const LONG = { tags: ['long'] };
