import { bankLink } from '@morada/contract/bank-link';
import type { Answer } from '@morada/contract/endpoint';
import { formatDate } from '@morada/domain/base/calendar';
import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { dayAt } from '#web/lib/today.ts';
import type { Task } from './today-queue.tsx';

/** What the connection to the bank asks of a person. */
export const bankLinkTasksQuery = queryOptions({
  ...query(bankLink.tasks, {}),
  staleTime: 0,
  select: (found) => {
    const tasks = bankLinkTasks(found, { setsUp: may(bankLink.show.access) });
    return { tasks, count: tasks.length };
  },
});

/** `setsUp`: the page of the connection is open to this person; others only look into what they have to settle. */
export function bankLinkTasks(
  { failing_since, problem, refused, given_back }: Answer<typeof bankLink.tasks>,
  { setsUp }: { setsUp: boolean },
): Task[] {
  const page = { verb: 'Abrir', link: { to: '/settings/bank-link' } } as const;
  const failing: Task[] =
    setsUp && failing_since
      ? [
          {
            title: 'Banco por Pix',
            who: problem ?? 'O banco não responde.',
            when: `falhando desde ${formatDate(dayAt(failing_since))}`,
            late: true,
            ...page,
          },
        ]
      : [];
  const refusals: Task[] =
    setsUp && refused > 0
      ? [
          {
            title: 'Cobranças Pix',
            who: refused === 1 ? '1 recusada pelo banco' : `${refused.toLocaleString('pt-BR')} recusadas pelo banco`,
            when: 'com o motivo de cada uma',
            late: false,
            ...page,
          },
        ]
      : [];
  const returned = given_back.map(
    ({ invoice_id, amount, problem: reason }): Task => ({
      title: `Pix devolvido, fatura ${invoice_id}`,
      who: reason,
      when: 'a fatura continua paga',
      late: true,
      amount,
      verb: 'Abrir',
      link: { to: '/financial/invoices', search: { open: invoice_id } },
    }),
  );
  return [...failing, ...returned, ...refusals];
}
