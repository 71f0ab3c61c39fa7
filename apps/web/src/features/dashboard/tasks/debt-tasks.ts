import type { Answer } from '@morada/contract/base/endpoint';
import { debtTasks } from '@morada/contract/collection/debt-tasks';
import { formatDate } from '@morada/domain/base/calendar';
import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';
import { today } from '#web/lib/today.ts';
import type { Task } from '../today-queue.tsx';

/** Listings to remove from credit bureaus, because the debt was paid. */
export const debtTasksQuery = queryOptions({
  ...query(debtTasks.list, {}, { live: ['debt', 'bank-payments'] }),
  staleTime: 0,
  select: (found) => ({ tasks: tasksOf(found), count: found.total }),
});

function tasksOf({ removals }: Answer<typeof debtTasks.list>): Task[] {
  return removals.map(
    ({ proposal_id, person, body, remove_by }): Task => ({
      title: `Remover a negativação até ${formatDate(remove_by)}`,
      who: `${person}, ${body}, contrato ${proposal_id}`,
      when: remove_by < today() ? 'prazo vencido' : 'a dívida foi paga',
      late: remove_by < today(),
      verb: 'Abrir',
      link: { to: '/contracts/info/$id', params: { id: String(proposal_id) }, search: { tab: 'cobranca' } },
    }),
  );
}
