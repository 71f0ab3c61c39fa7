import { type ProposalRow, proposals } from '@morada/contract/proposals';
import { daysBetween, daysText } from '@morada/domain/calendar';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api.ts';
import { may } from '#web/lib/session.ts';
import { today } from '#web/lib/today.ts';
import type { Task } from './today-queue.tsx';

/** Contracts whose term passes within the days of notice, the first to end before the others. */
export const endingsQuery = queryOptions({
  queryKey: ['proposals', 'endings'],
  queryFn: async ({ signal }) => {
    const found = await api(proposals.list, { query: { page: 1, ending: 'SOON' } }, { signal });
    const rows = Array.isArray(found) ? found : found.data;
    const tasks = rows.toSorted((a, b) => (a.end_date < b.end_date ? -1 : 1)).map(asTask);
    return { tasks, count: Array.isArray(found) ? found.length : found.total };
  },
});

function asTask({ id, tenant, end_date, current_price }: z.output<typeof ProposalRow>): Task {
  const days = daysBetween(today(), end_date);
  return {
    title: `Término do contrato ${id}`,
    who: tenant,
    when: days === 0 ? 'termina hoje' : `em ${daysText(days)}`,
    late: false,
    amount: current_price,
    verb: may(proposals.update.access) ? 'Decidir' : 'Abrir',
    link: { to: '/contracts/info/$id', params: { id: String(id) } },
  };
}
