/** Readers of a contract's debt and of what was registered of it. */
export const DEBT_READERS = ['COLLECTION_VIEW', 'COLLECTION_REGISTER'] as const;
