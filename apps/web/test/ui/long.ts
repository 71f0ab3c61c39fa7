/** A case of the long form: the variants of a shorter one beside it (docs/decisions/tests.md). */
export const LONG = { tags: ['long'] };
