import { schedules, type Visit, type VisitCreate } from '@morada/contract/schedules';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';

const LISTS = ['schedules', 'list'];

export const visitsQuery = (page = 1) =>
  queryOptions({
    queryKey: [...LISTS, page],
    queryFn: ({ signal }) => api(schedules.list, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { live: ['badges'] },
  });

export type VisitAction = 'confirm' | 'cancel' | 'checkIn' | 'checkOut' | 'undoCheckIn' | 'undoCheckOut';

const FAILURES: Record<VisitAction, string> = {
  confirm: 'Ocorreu um erro ao tentar confirmar o agendamento',
  cancel: 'Ocorreu um erro ao tentar cancelar o agendamento',
  checkIn: 'Ocorreu um erro ao tentar marcar o check-in',
  checkOut: 'Ocorreu um erro ao tentar marcar o check-out',
  undoCheckIn: 'Ocorreu um erro ao tentar desfazer o check-in',
  undoCheckOut: 'Ocorreu um erro ao tentar desfazer o check-out',
};

function call({ id, version }: Visit, action: VisitAction) {
  const options = { ifMatch: `"${version}"` };
  if (action === 'checkIn' || action === 'checkOut') {
    return api(schedules.stamp, { params: { id, moment: action } }, options);
  }
  if (action === 'undoCheckIn' || action === 'undoCheckOut') {
    const moment = action === 'undoCheckIn' ? 'checkIn' : 'checkOut';
    return api(schedules.unstamp, { params: { id, moment } }, options);
  }
  const status = action === 'confirm' ? 'CONFIRMED' : 'CANCELED';
  return api(schedules.status, { params: { id, status } }, options);
}

type Booking = z.input<typeof VisitCreate>;

/** The visit stands in the list and on its property's page at once. */
export function useBookVisit() {
  const cache = useQueryClient();
  return async (booking: Booking) => {
    const visit = await withFailureMessage(
      'Não foi possível agendar a visita',
      api(schedules.create, { body: booking }),
    );
    for (const queryKey of [LISTS, ['badges'], ['properties', visit.property_id]])
      cache.invalidateQueries({ queryKey });
    return visit;
  };
}

/** Does it to the visit as it was shown; whatever comes of it, the list is read again. */
export function useMoveVisit() {
  const cache = useQueryClient();
  return async (visit: Visit, action: VisitAction) => {
    try {
      return await withFailureMessage(FAILURES[action], call(visit, action));
    } finally {
      for (const queryKey of [LISTS, ['badges'], ['properties', visit.property_id]])
        cache.invalidateQueries({ queryKey });
    }
  };
}
