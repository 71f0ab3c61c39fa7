import type { Answer } from '@morada/contract/base/endpoint';
import { transfers } from '@morada/contract/money/transfers';
import { type CalendarDate, daysBetween, daysText } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { LinkProps } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

/** The pending transfers whose deadline has passed or is today. */
export function transferTasks({ table, events, late: overdue }: Answer<typeof transfers.overview>): Found {
  const late = table.filter(({ due_date }) => due_date < today());
  const now = events.filter(({ status }) => status === 'PENDING');
  const tasks = [
    ...late.map(({ id, owner, amount, due_date }) => asTask(id, owner, amount, due_date)),
    ...now.map(({ id, title, amount, date }) => asTask(id, title, amount, date)),
  ];
  return { tasks, count: overdue + now.length };
}

function asTask(id: number, owner: string, amount: Cents, deadline: CalendarDate): Task {
  const days = daysBetween(deadline, today());
  const link: LinkProps = { to: '/financial/transfers', search: { open: id } };
  return {
    title: `Repasse ${id}`,
    who: owner,
    when: days > 0 ? `atrasado há ${daysText(days)}` : 'prazo hoje',
    late: days > 0,
    amount,
    verb: may(transfers.update.access) ? 'Concluir' : 'Abrir',
    link,
  };
}
