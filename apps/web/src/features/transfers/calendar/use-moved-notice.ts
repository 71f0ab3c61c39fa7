import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { useTransferActions } from '#web/entities/transfer/transfer-queries.ts';
import { doneWithUndo } from '#web/ui/feedback/undo.tsx';

type Moved = {
  id: number;
  from: CalendarDate;
  to: CalendarDate;
  /** The version that the move left, as the answer carries it. */
  version: string | undefined;
  /** The day that was asked for, where `to` is the business day after it. */
  asked?: CalendarDate;
};

/** Says on which day a transfer lies after a move, with 'Desfazer'. */
export function useMovedNotice() {
  const { reschedule } = useTransferActions();
  return ({ id, from, to, version, asked = to }: Moved) => {
    const why = asked === to ? '' : `, o dia útil seguinte a ${formatDate(asked)}`;
    doneWithUndo(`Repasse reagendado para ${formatDate(to)}${why}`, () => reschedule(id, { date: from }, version));
  };
}
