import type { Answer } from '@morada/contract/base/endpoint';
import { doctor } from '@morada/contract/desk/doctor';
import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';
import type { Task } from '../today-queue.tsx';

/** Disks of the server that fill up. */
export const diskTasksQuery = queryOptions({
  ...query(doctor.disks, {}),
  staleTime: 60_000,
  select: ({ disks }: Answer<typeof doctor.disks>) => ({ tasks: disks.map(taskOf), count: disks.length }),
});

const taskOf = ({ state, text }: Answer<typeof doctor.disks>['disks'][number]): Task => ({
  title: state === 'wrong' ? 'O disco do servidor está quase cheio' : 'O disco do servidor está enchendo',
  who: text,
  when: 'avise quem cuida do servidor',
  late: state === 'wrong',
  verb: 'Ver',
  link: { to: '/settings/doctor' },
});
