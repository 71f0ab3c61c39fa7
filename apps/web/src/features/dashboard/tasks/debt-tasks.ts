import type { Answer } from '@morada/contract/base/endpoint';
import type { debtTasks } from '@morada/contract/collection/debt-tasks';
import { formatDate } from '@morada/domain/base/calendar';
import { today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

/** Listings to remove from credit bureaus, because the debt was paid. */

export const listingTasks = ({ removals, total }: Answer<typeof debtTasks.list>): Found => ({
  tasks: removals.map(
    ({ proposal_id, person, body, remove_by }): Task => ({
      title: `Remover a negativação até ${formatDate(remove_by)}`,
      who: `${person}, ${body}, contrato ${proposal_id}`,
      when: remove_by < today() ? 'prazo vencido' : 'a dívida foi paga',
      late: remove_by < today(),
      verb: 'Abrir',
      link: { to: '/contracts/info/$id', params: { id: String(proposal_id) }, search: { tab: 'cobranca' } },
    }),
  ),
  count: total,
});
