import { accountRequestTasks } from '@morada/contract/registry/account-request-tasks';
import { query } from '#web/lib/api/query.ts';

/** Changes of bank account that wait for the agency: few at any time, so all are read. */
export const accountRequestsQuery = { ...query(accountRequestTasks.list, {}), staleTime: 0 };
