import { TODAY_CALLS, today } from '@morada/contract/desk/today';
import { combinedQuery } from '#web/lib/api/query.ts';

/** *Hoje* in one call, out of date with whatever one of its groups shows. */
export const todayQuery = {
  ...combinedQuery([today.show, ...Object.values(TODAY_CALLS)], {}, (call) => call(today.show, {}), {
    live: ['badges', 'bank-payments', 'collection', 'debt', 'leads', 'maintenance', 'signatures'],
  }),
  staleTime: 0,
};
