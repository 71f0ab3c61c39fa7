import { bankFiles } from '@morada/contract/bank-files';
import { formatDate } from '@morada/domain/base/calendar';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import type { Task } from './today-queue.tsx';

/** Payments in the bank's files that no invoice was settled with. */
export const openPaymentsQuery = queryOptions({
  queryKey: ['bank files', 'tasks'],
  queryFn: async ({ signal }) => {
    const { data, total } = await api(bankFiles.open, { query: { page: 1 } }, { signal });
    const tasks = data.map(
      ({ label, found, paid_on, paid_amount }): Task => ({
        title: 'Pagamento sem fatura',
        who: found?.user.name ?? label,
        when: paid_on ? `pago em ${formatDate(paid_on)}` : 'dia ilegível',
        late: false,
        ...(paid_amount !== null && { amount: paid_amount }),
        verb: 'Resolver',
        link: { to: '/financial/boletos', search: { down: 'open' } },
      }),
    );
    return { tasks, count: total };
  },
});
