import type { Answer } from '@morada/contract/base/endpoint';
import { maintenanceTasks } from '@morada/contract/desk/maintenance-tasks';
import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';
import type { Task } from '../today-queue.tsx';
import { waitingText } from './waiting.ts';

type Row = Answer<typeof maintenanceTasks.list>['data'][number];

const STEPS: Readonly<Record<Row['state'], string>> = {
  OPENED: 'Pedido novo',
  APPROVED: 'Aprovado: iniciar',
  REFUSED: 'Recusado pelo proprietário',
};

/** Requests for repair whose next step is the staff's. */
export const maintenanceTasksQuery = queryOptions({
  ...query(maintenanceTasks.list, {}, { live: ['maintenance'] }),
  staleTime: 0,
  select: ({ total, data }) => ({ count: total, tasks: data.map(asTask) }),
});

const asTask = ({ id, state, title, property, since }: Row): Task => ({
  title: `Manutenção ${id}`,
  who: `${STEPS[state]}: ${title}, ${property}`,
  when: waitingText(Date.parse(since), Date.now()),
  late: false,
  verb: 'Abrir',
  link: { to: '/maintenance', search: { open: id } },
});
