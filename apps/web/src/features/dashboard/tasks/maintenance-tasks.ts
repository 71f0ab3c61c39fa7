import type { Answer } from '@morada/contract/base/endpoint';
import type { maintenanceTasks } from '@morada/contract/desk/maintenance-tasks';
import type { Found, Task } from '../today-queue.tsx';
import { waitingText } from './waiting.ts';

type Row = Answer<typeof maintenanceTasks.list>['data'][number];

const STEPS: Readonly<Record<Row['state'], string>> = {
  OPENED: 'Pedido novo',
  APPROVED: 'Aprovado: iniciar',
  REFUSED: 'Recusado pelo proprietário',
};

/** Requests for repair whose next step is the staff's. */
export const repairTasks = ({ total, data }: Answer<typeof maintenanceTasks.list>): Found => ({
  count: total,
  tasks: data.map(asTask),
});

const asTask = ({ id, state, title, property, since }: Row): Task => ({
  title: `Manutenção ${id}`,
  who: `${STEPS[state]}: ${title}, ${property}`,
  when: waitingText(Date.parse(since), Date.now()),
  late: false,
  verb: 'Abrir',
  link: { to: '/maintenance', search: { open: id } },
});
