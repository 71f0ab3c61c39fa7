import type { transfers } from '@morada/contract/transfers';
import { nextBusinessDay } from '@morada/domain/base/business-days';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { useMutation } from '@tanstack/react-query';
import { monthQuery, rescheduling, type TransferEvent } from '#web/entities/transfer/transfer-queries.ts';
import { ApiProblem } from '#web/lib/api/api.ts';
import { isStale } from '#web/lib/api/failure.ts';
import type { Variables } from '#web/lib/api/mutation.ts';
import { optimistic } from '#web/lib/api/optimistic.ts';
import { toast } from '#web/lib/toast.ts';
import { whoSaved } from '#web/ui/feedback/stale-notice.tsx';
import { useMovedNotice } from './use-moved-notice.ts';

/**
 * Reschedules a transfer optimistically; a refusal rolls it back. Banks pay on business days: dropped on a weekend or a
 * holiday, it moves to the next one.
 */
export function useMove(month: Reference) {
  const { mutateAsync: move } = useMutation({
    ...rescheduling('Não foi possível reagendar o repasse'),
    ...optimistic({
      queries: () => ({ ...monthQuery(month), exact: true }),
      show: (events: TransferEvent[], { params, body: { date } }: Variables<typeof transfers.reschedule>) =>
        // Includes the version that the save will produce, so that a second move before the answer sends the right one.
        events
          .map((event) => (event.id === params.id ? { ...event, date, version: event.version + 1 } : event))
          .toSorted(byDay),
    }),
  });
  const sayMoved = useMovedNotice();

  return async ({ id, version, date: from }: TransferEvent, asked: CalendarDate) => {
    const date = nextBusinessDay(asked);
    try {
      await move({ params: { id }, body: { date }, ifMatch: `"${version}"` });
      sayMoved({ id, from, to: date, asked });
    } catch (error) {
      toast.failure(isStale(error) ? staleWords(error) : error);
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
