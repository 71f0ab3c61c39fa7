import type { Today } from '@morada/contract/desk/today';
import type { LeadRow } from '@morada/contract/registry/lead-row';
import { LEAD_KINDS } from '@morada/domain/attendance/lead-words';
import type { Found, Task } from '../today-queue.tsx';
import { waitingText } from './waiting.ts';

/** Leads that wait for an answer, the most urgent first, and messages of portals that could not be read. */
export function leadTasks({ data, total, stuck }: NonNullable<Today['leads']>): Found {
  const tasks = data.map(asTask);
  if (stuck === 0) return { tasks, count: total };
  const unread: Task = {
    title: 'Portais',
    who: stuck === 1 ? '1 mensagem não pôde ser lida' : `${stuck} mensagens não puderam ser lidas`,
    when: 'espera por você',
    late: true,
    verb: 'Ver',
    link: { to: '/contacts/funnel' },
  };
  return { tasks: [unread, ...tasks], count: total + 1 };
}

const asTask = ({ id, name, kind, property, owner, waiting_since, received_at, late }: LeadRow): Task => ({
  title: `Lead ${id}`,
  who: [name, property?.label ?? LEAD_KINDS[kind], owner?.name ?? 'sem responsável'].join(', '),
  when: waitingText(Date.parse(waiting_since ?? received_at), Date.now()),
  late,
  verb: 'Responder',
  link: { to: '/contacts/funnel', search: { open: id } },
});
