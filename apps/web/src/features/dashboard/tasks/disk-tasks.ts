import type { Answer } from '@morada/contract/base/endpoint';
import type { doctor } from '@morada/contract/desk/doctor';
import { allOf, type Found, type Task } from '../today-queue.tsx';

/** Disks of the server that fill up. */
export const diskTasks = ({ disks }: Answer<typeof doctor.disks>): Found => allOf(disks.map(taskOf));

const taskOf = ({ state, text }: Answer<typeof doctor.disks>['disks'][number]): Task => ({
  title: state === 'wrong' ? 'O disco do servidor está quase cheio' : 'O disco do servidor está enchendo',
  who: text,
  when: 'avise quem cuida do servidor',
  late: state === 'wrong',
  verb: 'Ver',
  link: { to: '/settings/doctor' },
});
