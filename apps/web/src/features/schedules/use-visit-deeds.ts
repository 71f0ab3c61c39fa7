import { schedules, type Visit } from '@morada/contract/schedules';
import { formatDate } from '@morada/domain/calendar';
import { visitLife } from '@morada/domain/visit';
import { useState } from 'react';
import { may } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useMoveVisit, type VisitDeed } from './visit-queries.ts';

export type VisitDeeds = ReturnType<typeof useVisitDeeds>;

/** What may be done to a visit, and the one that is being done. */
export function useVisitDeeds() {
  const confirm = useConfirm();
  const move = useMoveVisit();
  const [running, setRunning] = useState<string>();
  const allowed = may(schedules.status.access);

  async function cancel(visit: Visit) {
    const canceled = await confirm({
      title: 'Cancelar agendamento',
      says: `A visita de ${visit.user.name} em ${formatDate(visit.date)} vai para o histórico como cancelada.`,
      verb: 'Cancelar agendamento',
      back: 'Manter agendamento',
      danger: true,
      run: () => move(visit, 'cancel'),
    });
    if (canceled) toast.success('Agendamento cancelado');
  }

  async function advance(visit: Visit, deed: VisitDeed) {
    setRunning(`${visit.id} ${deed}`);
    await move(visit, deed)
      .then(() => toast.success('Atualizado!'), toast.failure)
      .finally(() => setRunning(undefined));
  }

  return {
    can: ({ status }: Visit, deed: VisitDeed) => allowed && visitLife.can(status, deed),
    run: (visit: Visit, deed: VisitDeed) => (deed === 'cancel' ? cancel(visit) : advance(visit, deed)),
    isRunning: ({ id }: Visit, deed: VisitDeed) => running === `${id} ${deed}`,
  };
}
