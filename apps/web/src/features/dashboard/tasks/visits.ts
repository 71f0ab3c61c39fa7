import type { Answer } from '@morada/contract/base/endpoint';
import { schedules, type Visit } from '@morada/contract/desk/schedules';
import { visitTurn } from '@morada/domain/attendance/visit';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { allOf, type Task } from '../today-queue.tsx';

/** Today's visits that are not over, those of the morning first; a requested one is confirmed right in the list. */
export function visitTasks({ progress }: Answer<typeof schedules.list>, onConfirm: (visit: Visit) => Promise<unknown>) {
  const tasks = progress
    .filter(({ date }) => date === today())
    .toSorted(
      (a, b) => Number(b.shift === 'AM') - Number(a.shift === 'AM') || (a.time ?? '').localeCompare(b.time ?? ''),
    )
    .map((visit): Task => {
      const { id, property, user, status } = visit;
      const about = {
        title: `Visita ${id}`,
        who: `${property}, com ${user.name}`,
        when: `hoje, ${visitTurn(visit).toLowerCase()}`,
        late: false,
      };
      return status === 'PENDING' && may(schedules.status.access)
        ? { ...about, verb: 'Confirmar', run: () => onConfirm(visit) }
        : { ...about, verb: 'Abrir', link: { to: '/schedules' } };
    });
  return allOf(tasks);
}
