/** Query key of every client's history; apart, so that reading it does not load the calls that write it. */
export const CLIENT_HISTORY = 'client-history';
