import type { CalendarDate, Reference } from '@morada/domain/calendar';
import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '#web/lib/api.ts';
import { isStale, orSay } from '#web/lib/failure.ts';
import { atOnce } from '#web/lib/optimistic.ts';
import { toast } from '#web/lib/toast.ts';
import { whoSaved } from '#web/ui/stale-notice.tsx';
import { monthQuery, type TransferEvent, useTransferActions } from './transfer-queries.ts';

/** Gives a transfer another day: it lies there at once, and goes back where the server refuses. */
export function useMove(month: Reference) {
  const cache = useQueryClient();
  const { reschedule, refresh } = useTransferActions();
  const { queryKey } = monthQuery(month);

  return async ({ id, version }: TransferEvent, date: CalendarDate) => {
    try {
      await atOnce(cache, {
        queryKey,
        show: (events: TransferEvent[]) =>
          // Who carries it on before the answer carries what it will be by then.
          events.map((event) => (event.id === id ? { ...event, date, version: version + 1 } : event)).toSorted(byDay),
        call: () => orSay('Não foi possível reagendar o repasse', reschedule(id, { date }, `"${version}"`)),
      });
      toast.success('Repasse reagendado');
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
