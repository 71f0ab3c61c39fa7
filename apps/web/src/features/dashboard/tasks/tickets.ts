import type { Answer } from '@morada/contract/base/endpoint';
import { support, type TicketRow } from '@morada/contract/desk/support';
import { waitsForStaff } from '@morada/domain/attendance/ticket';
import { may } from '#web/lib/session/session.ts';
import type { Found, Task } from '../today-queue.tsx';
import { waitingText } from './waiting.ts';

/** Tickets that wait for an answer of ours, the longest first. */
export function ticketTasks({ opened }: Answer<typeof support.list>): Found {
  const waiting = opened.filter(({ status }) => waitsForStaff(status));
  return {
    tasks: waiting.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)).map(asTask),
    count: waiting.length,
  };
}

const asTask = ({ id, title, user, updatedAt }: TicketRow): Task => ({
  title: `Ticket ${id}`,
  who: `${title}, ${user.name}`,
  when: waitingText(Date.parse(updatedAt), Date.now()),
  late: false,
  verb: may(support.reply.access) ? 'Responder' : 'Abrir',
  link: { to: '/support/$id', params: { id: String(id) } },
});
