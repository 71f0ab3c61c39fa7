import type { ContactMessage } from '@morada/contract/desk/contacts';
import type { Today } from '@morada/contract/desk/today';
import type { Found, Task } from '../today-queue.tsx';
import { waitingText } from './waiting.ts';

/** The newest unread messages from the site; `unread` is the total. */
export function messageTasks({ data, unread }: NonNullable<Today['messages']>): Found {
  const tasks = data.filter(({ read_at }) => read_at === null).map(asTask);
  return { tasks, count: Math.max(unread, tasks.length) };
}

const asTask = ({ id, name, message, created_at }: ContactMessage): Task => ({
  title: `Contato ${id}`,
  who: `${name}: ${message}`,
  when: waitingText(Date.parse(created_at), Date.now()),
  late: false,
  verb: 'Ler',
  link: { to: '/contacts', search: { open: id } },
});
