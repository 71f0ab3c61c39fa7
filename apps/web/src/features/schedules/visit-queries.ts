import { schedules, type Visit } from '@morada/contract/schedules';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { orSay } from '#web/lib/failure.ts';

const LISTS = ['schedules', 'list'];

export const visitsQuery = (page = 1) =>
  queryOptions({
    queryKey: [...LISTS, page],
    queryFn: ({ signal }) => api(schedules.list, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { live: ['badges'] },
  });

export type VisitDeed = 'confirm' | 'cancel' | 'checkIn' | 'checkOut';

const FAILURES: Record<VisitDeed, string> = {
  confirm: 'Ocorreu um erro ao tentar confirmar o agendamento',
  cancel: 'Ocorreu um erro ao tentar cancelar o agendamento',
  checkIn: 'Ocorreu um erro ao tentar marcar o check-in',
  checkOut: 'Ocorreu um erro ao tentar marcar o check-out',
};

function call({ id, version }: Visit, deed: VisitDeed) {
  const options = { ifMatch: `"${version}"` };
  if (deed === 'checkIn' || deed === 'checkOut') {
    return api(schedules.stamp, { params: { id, moment: deed } }, options);
  }
  const status = deed === 'confirm' ? 'CONFIRMED' : 'CANCELED';
  return api(schedules.status, { params: { id, status } }, options);
}

/** Does it to the visit as it was shown; whatever comes of it, the list is read again. */
export function useMoveVisit() {
  const cache = useQueryClient();
  return async (visit: Visit, deed: VisitDeed) => {
    try {
      await orSay(FAILURES[deed], call(visit, deed));
    } finally {
      for (const queryKey of [LISTS, ['badges'], ['properties', visit.property_id]])
        cache.invalidateQueries({ queryKey });
    }
  };
}
