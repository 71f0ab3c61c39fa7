import * as queries from './proposals.queries.ts';

/** Changes of a contract by money events, each inside the transaction and the locks of its caller. */
export const { setRents, closeContract, reopenContract, markBilled } = queries;
