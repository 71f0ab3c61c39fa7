import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { useQueryClient } from '@tanstack/react-query';
import { transferQuery, useReschedule } from '#web/entities/transfer/transfer-queries.ts';
import { doneWithUndo } from '#web/ui/feedback/undo.tsx';

type Moved = {
  id: number;
  from: CalendarDate;
  to: CalendarDate;
  /** The day that was asked for, where `to` is the business day after it. */
  asked?: CalendarDate;
};

/** Says on which day a transfer lies after a move, with 'Desfazer'. */
export function useMovedNotice() {
  const cache = useQueryClient();
  const { mutateAsync: reschedule } = useReschedule();
  return ({ id, from, to, asked = to }: Moved) => {
    // The version that the move left: the undo is refused once another change has come after it.
    const version = cache.getQueryData(transferQuery(id).queryKey)?.version;
    const why = asked === to ? '' : `, o dia útil seguinte a ${formatDate(asked)}`;
    doneWithUndo(`Repasse reagendado para ${formatDate(to)}${why}`, () =>
      reschedule({ params: { id }, body: { date: from }, version }),
    );
  };
}
