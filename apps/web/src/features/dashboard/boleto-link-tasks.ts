import { boletoLink } from '@morada/contract/boleto-link';
import type { Answer } from '@morada/contract/endpoint';
import { formatDate } from '@morada/domain/base/calendar';
import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { dayAt } from '#web/lib/today.ts';
import type { Task } from './today-queue.tsx';

/** What boletos registered by calls ask of a person. */
export const boletoLinkTasksQuery = queryOptions({
  ...query(boletoLink.tasks, {}),
  staleTime: 0,
  select: (found) => {
    const tasks = boletoLinkTasks(found, { setsUp: may(boletoLink.show.access) });
    return { tasks, count: tasks.length };
  },
});

/** `setsUp`: the page of the connection is open to this person; others see the boletos themselves. */
export function boletoLinkTasks(
  { failing_since, problem, refused, taken_back }: Answer<typeof boletoLink.tasks>,
  { setsUp }: { setsUp: boolean },
): Task[] {
  const page = { verb: 'Abrir', link: { to: '/settings/boleto-link' } } as const;
  const failing: Task[] =
    setsUp && failing_since
      ? [
          {
            title: 'Boletos no banco',
            who: problem ?? 'O banco não responde.',
            when: `falhando desde ${formatDate(dayAt(failing_since))}`,
            late: true,
            ...page,
          },
        ]
      : [];
  const refusals: Task[] =
    refused > 0
      ? [
          {
            title: 'Boletos',
            who: refused === 1 ? '1 recusado pelo banco' : `${refused.toLocaleString('pt-BR')} recusados pelo banco`,
            when: 'com o motivo de cada um',
            late: false,
            ...(setsUp
              ? page
              : { verb: 'Abrir', link: { to: '/financial/boletos', search: { registration: 'REFUSED' } } }),
          },
        ]
      : [];
  const withdrawn = taken_back.map(
    ({ invoice_id, amount, problem: reason }): Task => ({
      title: `Pagamento cancelado pelo banco, fatura ${invoice_id}`,
      who: reason,
      when: 'a fatura continua paga',
      late: true,
      amount,
      verb: 'Abrir',
      link: { to: '/financial/invoices', search: { open: invoice_id } },
    }),
  );
  return [...failing, ...withdrawn, ...refusals];
}
