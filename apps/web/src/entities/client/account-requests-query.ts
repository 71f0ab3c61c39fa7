import { accountRequests } from '@morada/contract/account-requests';
import { query } from '#web/lib/api/query.ts';

/** Changes of bank account that wait for the agency: few at any time, so all are read. */
export const accountRequestsQuery = { ...query(accountRequests.list, {}), staleTime: 0 };
