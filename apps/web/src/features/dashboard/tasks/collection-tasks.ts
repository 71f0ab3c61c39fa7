import type { Answer } from '@morada/contract/base/endpoint';
import type { CollectionTask, collectionTasks } from '@morada/contract/collection/collection-tasks';
import { formatDate } from '@morada/domain/base/calendar';
import type { Found, Task } from '../today-queue.tsx';

/** What the collection asks of a person. */
export const callTasks = ({ total, data }: Answer<typeof collectionTasks.list>): Found => ({
  tasks: data.map(asTask),
  count: total,
});

const TITLES = { CALL: 'Ligar', PROMISE: 'Promessa não paga', FAILED: 'Mensagem que não saiu' } as const;

const asTask = ({ kind, id, tenant, amount, day }: CollectionTask): Task => ({
  title: `${TITLES[kind]}, fatura ${id}`,
  who: tenant,
  when: `desde ${formatDate(day)}`,
  late: kind !== 'CALL',
  amount,
  verb: 'Abrir',
  link: { to: '/financial/collection', search: { open: id } },
});
