import { bankLink } from '@morada/contract/bank-link';
import type { Answer } from '@morada/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';
import { count } from '#web/lib/count.ts';
import type { Task } from './today-queue.tsx';

/** What the agency's Pix provider asks of a person. */
export const bankLinkTasksQuery = queryOptions({
  ...query(bankLink.tasks, {}),
  staleTime: 0,
  select: (asked) => {
    const tasks = tasksOf(asked);
    return { tasks, count: tasks.length };
  },
});

function tasksOf({ failing_since, problem, refused, given_back }: Answer<typeof bankLink.tasks>): Task[] {
  const link = { to: '/settings/bank-link' } as const;
  const failing: Task[] = failing_since
    ? [
        {
          title: 'Banco por Pix',
          who: problem ?? 'O banco não responde',
          when: 'agora',
          late: true,
          verb: 'Abrir',
          link,
        },
      ]
    : [];
  const refusals: Task[] =
    refused > 0
      ? [
          {
            title: 'Cobranças Pix',
            who: refused === 1 ? 'Uma recusada pelo banco' : `${count(refused)} recusadas pelo banco`,
            when: 'sem cobrança no banco',
            late: false,
            verb: 'Ver',
            link,
          },
        ]
      : [];
  const returns = given_back.map(
    ({ invoice_id, amount, problem: reason }): Task => ({
      title: 'Pix devolvido ao pagador',
      who: `A fatura ${invoice_id} continua paga: ${reason}`,
      when: 'devolvido pelo banco',
      late: true,
      amount,
      verb: 'Abrir',
      link: { to: '/financial/invoices', search: { open: invoice_id } },
    }),
  );
  return [...returns, ...failing, ...refusals];
}
