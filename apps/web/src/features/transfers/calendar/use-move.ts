import { nextBusinessDay } from '@morada/domain/base/business-days';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { useQueryClient } from '@tanstack/react-query';
import { monthQuery, type TransferEvent, useTransferActions } from '#web/entities/transfer/transfer-queries.ts';
import { ApiProblem } from '#web/lib/api/api.ts';
import { isStale, withFailureMessage } from '#web/lib/api/failure.ts';
import { optimistically } from '#web/lib/api/optimistic.ts';
import { toast } from '#web/lib/toast.ts';
import { whoSaved } from '#web/ui/feedback/stale-notice.tsx';
import { useMovedNotice } from './use-moved-notice.ts';

/**
 * Gives a transfer another day: it lies there at once, and goes back where the server refuses. Banks pay on business days:
 * dropped on a weekend or a holiday it lies on the next one.
 */
export function useMove(month: Reference) {
  const cache = useQueryClient();
  const { reschedule, refresh } = useTransferActions();
  const { queryKey } = monthQuery(month);
  const sayMoved = useMovedNotice();

  return async ({ id, version, date: from }: TransferEvent, asked: CalendarDate) => {
    const date = nextBusinessDay(asked);
    try {
      const moved = await optimistically(cache, {
        queryKey,
        show: (events: TransferEvent[]) =>
          // Includes the version that the save will produce, so that a second move before the answer sends the right
          // one.
          events.map((event) => (event.id === id ? { ...event, date, version: version + 1 } : event)).toSorted(byDay),
        call: () =>
          withFailureMessage('Não foi possível reagendar o repasse', reschedule(id, { date }, `"${version}"`)),
      });
      sayMoved({ id, from, to: date, version: moved.version, asked });
    } catch (error) {
      toast.failure(isStale(error) ? staleWords(error) : error);
      refresh();
    }
  };
}

const byDay = (one: TransferEvent, other: TransferEvent) =>
  one.date === other.date ? one.id - other.id : one.date < other.date ? -1 : 1;

const staleWords = ({ extra }: ApiProblem) =>
  new ApiProblem(
    412,
    'STALE_VERSION',
    `${whoSaved(extra)} alterou este repasse antes. Confira o dia e reagende de novo.`,
  );
