import * as queries from './proposals.queries.ts';

// Money events call this file, and contracts call money events: it imports neither.

/** Changes of a contract by money events, each inside the transaction and the locks of its caller. */
export const { setRents, closeContract, reopenContract, markBilled } = queries;
