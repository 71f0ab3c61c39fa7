import type { transfers } from '@morada/contract/money/transfers';
import { nextBusinessDay } from '@morada/domain/base/business-days';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { useMutation } from '@tanstack/react-query';
import { monthQuery, rescheduling, type TransferEvent } from '#web/entities/transfer/transfer-queries.ts';
import type { Variables } from '#web/lib/api/mutation.ts';
import { optimistic } from '#web/lib/api/optimistic.ts';
import { toast } from '#web/lib/toast.ts';
import { useMovedNotice } from './use-moved-notice.ts';

/**
 * Reschedules a transfer optimistically; a refusal rolls it back. Banks pay on business days: dropped on a weekend or a
 * holiday, it moves to the next one.
 */
export function useMove(month: Reference) {
  const { mutateAsync: move } = useMutation({
    ...rescheduling({
      failure: 'Não foi possível reagendar o repasse',
      conflict: 'alterou este repasse antes. Confira o dia e reagende de novo.',
    }),
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
      await move({ params: { id }, body: { date }, version: `"${version}"` });
      sayMoved({ id, from, to: date, asked });
    } catch (error) {
      toast.failure(error);
    }
  };
}

const byDay = (one: TransferEvent, other: TransferEvent) =>
  one.date === other.date ? one.id - other.id : one.date < other.date ? -1 : 1;
