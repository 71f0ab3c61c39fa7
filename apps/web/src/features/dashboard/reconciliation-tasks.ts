import type { Answer } from '@morada/contract/endpoint';
import { reconciliation } from '@morada/contract/reconciliation';
import { formatDate } from '@morada/domain/base/calendar';
import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';
import { count } from '#web/lib/count.ts';
import type { Task } from './today-queue.tsx';

/** Movements of the bank that have waited for an explanation for more than seven days, by account. */
export const reconciliationTasksQuery = queryOptions({
  ...query(reconciliation.tasks, {}),
  select: (accounts) => ({ tasks: accounts.map(asTask), count: accounts.length }),
});

function asTask({ account, count: open, oldest }: Answer<typeof reconciliation.tasks>[number]): Task {
  return {
    title: open === 1 ? '1 movimento sem explicação' : `${count(open)} movimentos sem explicação`,
    who: `${account.bank_name}, conta ${account.account}`,
    when: `desde ${formatDate(oldest)}`,
    late: true,
    verb: 'Conciliar',
    link: { to: '/financial/reconciliation', search: { account: account.id, state: 'OPEN' } },
  };
}
