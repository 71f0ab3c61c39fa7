import { schedules, type Visit, type VisitEnd } from '@morada/contract/desk/schedules';
import type { VisitSearch } from '@morada/contract/desk/schedules.search';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, rowMutation } from '#web/lib/api/mutation.ts';
import { pageQuery } from '#web/lib/api/query.ts';

export const visitsQuery = ({ page = 1, ...filter }: z.output<typeof VisitSearch>) =>
  pageQuery(schedules.list, { query: { page, ...filter } }, { live: ['badges'] });

export type VisitAction = 'confirm' | 'cancel' | 'checkIn' | 'checkOut' | 'undoCheckIn' | 'undoCheckOut';

/** One action, on the visit as it was shown. */
type VisitMutation = {
  run: (visit: Visit, end?: z.output<typeof VisitEnd>) => Promise<Visit>;
  /** The visit of a call in progress. */
  running: number | undefined;
};

function useStatus(status: 'CONFIRMED' | 'CANCELED', failure: string): VisitMutation {
  const { mutateAsync, isPending, variables } = useMutation(rowMutation(schedules.status, { failure }));
  return {
    run: (visit) => mutateAsync({ params: { id: visit.id, status }, version: visit.version }),
    running: isPending ? Number(variables.params.id) : undefined,
  };
}

type Stamp = typeof schedules.stamp | typeof schedules.unstamp;

function useStamp(endpoint: Stamp, moment: 'checkIn' | 'checkOut', failure: string): VisitMutation {
  const { mutateAsync, isPending, variables } = useMutation(rowMutation(endpoint, { failure }));
  return {
    run: (visit, body) => mutateAsync({ params: { id: visit.id, moment }, version: visit.version, body }),
    running: isPending ? Number(variables.params.id) : undefined,
  };
}

export const useConfirmVisit = () => useStatus('CONFIRMED', 'Ocorreu um erro ao tentar confirmar o agendamento');

export const useVisitMutations = (): Record<VisitAction, VisitMutation> => ({
  confirm: useConfirmVisit(),
  cancel: useStatus('CANCELED', 'Ocorreu um erro ao tentar cancelar o agendamento'),
  checkIn: useStamp(schedules.stamp, 'checkIn', 'Ocorreu um erro ao tentar marcar o check-in'),
  checkOut: useStamp(schedules.stamp, 'checkOut', 'Ocorreu um erro ao tentar marcar o check-out'),
  undoCheckIn: useStamp(schedules.unstamp, 'checkIn', 'Ocorreu um erro ao tentar desfazer o check-in'),
  undoCheckOut: useStamp(schedules.unstamp, 'checkOut', 'Ocorreu um erro ao tentar desfazer o check-out'),
});

export const useBookVisit = () =>
  useMutation(mutation(schedules.create, { failure: 'Não foi possível agendar a visita' }));
