import { schedules, type Visit } from '@morada/contract/desk/schedules';
import { visitLife } from '@morada/domain/attendance/visit';
import { formatDate } from '@morada/domain/base/calendar';
import { useVisitMutations, type VisitAction } from '#web/entities/visit/visit-queries.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { doneWithUndo } from '#web/ui/feedback/undo.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import type { Question } from '#web/ui/overlay/confirm-window.tsx';

const otherDay = ({ user, date }: Visit): Question => ({
  title: 'Check-in em outro dia',
  body: `A visita de ${user.name} está marcada para ${formatDate(date)}, e hoje é ${formatDate(today())}.`,
  verb: 'Marcar check-in',
});

export type VisitActions = ReturnType<typeof useVisitActions>;

/** Actions on a visit, with the one in progress. A check-out opens its window. */
export function useVisitActions(openCheckOut: (visit: Visit) => void) {
  const confirm = useConfirm();
  const mutations = useVisitMutations();
  const allowed = may(schedules.status.access);

  async function cancel(visit: Visit) {
    const canceled = await confirm({
      title: 'Cancelar agendamento',
      body: `A visita de ${visit.user.name} em ${formatDate(visit.date)} vai para o histórico como cancelada.`,
      verb: 'Cancelar agendamento',
      back: 'Manter agendamento',
      danger: true,
      run: () => mutations.cancel.run(visit),
    });
    if (canceled) toast.success('Agendamento cancelado');
  }

  /** A stamp on another day than the visit's is asked about, and can be undone from its notice. */
  async function advance(visit: Visit, action: VisitAction) {
    if (action === 'checkIn' && visit.date !== today() && !(await confirm(otherDay(visit)))) return;
    try {
      const moved = await mutations[action].run(visit);
      if (action === 'checkIn') doneWithUndo('Atualizado!', () => mutations.undoCheckIn.run(moved));
      else toast.success('Atualizado!');
    } catch (error) {
      toast.failure(error);
    }
  }

  return {
    can: ({ status }: Visit, action: VisitAction) => allowed && visitLife.can(status, action),
    run(visit: Visit, action: VisitAction) {
      if (action === 'checkOut') return openCheckOut(visit);
      return action === 'cancel' ? cancel(visit) : advance(visit, action);
    },
    isRunning: ({ id }: Visit, action: VisitAction) => mutations[action].running === id,
  };
}
