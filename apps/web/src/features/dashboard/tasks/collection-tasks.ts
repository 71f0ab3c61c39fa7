import { type CollectionTask, collectionTasks } from '@morada/contract/collection/collection-tasks';
import { formatDate } from '@morada/domain/base/calendar';
import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';
import type { Task } from '../today-queue.tsx';

/** What the collection asks of a person. */
export const collectionTasksQuery = queryOptions({
  ...query(collectionTasks.list, {}, { live: ['collection'] }),
  select: ({ total, data }) => ({ tasks: data.map(asTask), count: total }),
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
