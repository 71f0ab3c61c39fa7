import { Button } from '@mantine/core';
import type { Visit } from '@morada/contract/desk/schedules';
import { visitTurn } from '@morada/domain/attendance/visit';
import { IconCalendarOff } from '@tabler/icons-react';
import { useState } from 'react';
import { VisitState } from '#web/entities/visit/visit-status.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Day } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import { useVisitActions, type VisitActions } from './use-visit-actions.ts';
import { Place, Stamp, StampButton, VisitLinks, Visitor } from './visit-cells.tsx';
import classes from './visit-table.module.css';

const columns = (actions: VisitActions): Column<Visit>[] => [
  { title: 'Imóvel', kind: 'main', phone: 'main', cell: (visit) => <Place {...visit} /> },
  {
    title: 'Visitante',
    kind: 'soft',
    phone: 'below',
    cell: (visit) => (
      <>
        <Visitor {...visit} />
        <VisitLinks {...visit} />
      </>
    ),
  },
  { title: 'Data', phone: 'amount', cell: ({ date }) => <Day value={date} /> },
  { title: 'Turno', phone: 'side', cell: visitTurn },
  { title: 'Check-in', cell: (visit) => <Stamp visit={visit} moment="checkIn" actions={actions} /> },
  { title: 'Check-out', cell: (visit) => <Stamp visit={visit} moment="checkOut" actions={actions} /> },
  { title: 'Situação', phone: 'state', cell: ({ status }) => <VisitState status={status} /> },
];

const CheckOutWindow = lazyWindow(
  () => import('./check-out-window.tsx'),
  ({ CheckOutWindow }) => CheckOutWindow,
);

type VisitTableProps = {
  query: Loadable<RowPage<Visit> | Visit[]>;
  history?: boolean;
  onPage?: (page: number) => void;
};

/** Visits: what is to come by day, or what is over. */
export function VisitTable({ query, history = false, onPage }: VisitTableProps) {
  const [leaving, setLeaving] = useState<Visit>();
  const actions = useVisitActions(setLeaving);
  // At hand where there is no connection.
  usePreloadWhenIdle(CheckOutWindow);
  return (
    <>
      <DataTable
        what={history ? 'as visitas encerradas' : 'as visitas em andamento'}
        query={query}
        cards
        columns={columns(actions)}
        actions={(visit) => <VisitButtons visit={visit} actions={actions} />}
        onPage={onPage}
        empty={
          <EmptyState
            icon={IconCalendarOff}
            title={history ? 'Nenhuma visita encerrada' : 'Nenhuma visita em andamento'}
            below={
              history
                ? 'As visitas finalizadas e canceladas ficam aqui.'
                : 'As visitas pedidas pelo site aparecem aqui.'
            }
          />
        }
      />
      {leaving && <CheckOutWindow visit={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

const UNDO_WORDS = { undoCheckIn: 'Desfazer check-in', undoCheckOut: 'Desfazer check-out' };

/** On a phone they share the row's width, the next step nearest to the thumb. */
function VisitButtons({ visit, actions }: { visit: Visit; actions: VisitActions }) {
  const phone = usePhone();
  const { name } = visit.user;
  return (
    <span className={classes.actions}>
      {actions.can(visit, 'cancel') && (
        <Button
          size="xs"
          variant={phone ? 'default' : 'subtle'}
          color={phone ? undefined : 'red'}
          aria-label={`Cancelar visita de ${name}`}
          onClick={() => actions.run(visit, 'cancel')}
        >
          Cancelar
        </Button>
      )}
      {actions.can(visit, 'confirm') && (
        <Button
          size="xs"
          aria-label={`Confirmar visita de ${name}`}
          loading={actions.isRunning(visit, 'confirm')}
          onClick={() => actions.run(visit, 'confirm')}
        >
          Confirmar
        </Button>
      )}
      {(['undoCheckIn', 'undoCheckOut'] as const)
        .filter((undo) => actions.can(visit, undo))
        .map((undo) => (
          <Button
            key={undo}
            size="xs"
            variant={phone ? 'default' : 'subtle'}
            aria-label={`${UNDO_WORDS[undo]} de ${name}`}
            loading={actions.isRunning(visit, undo)}
            onClick={() => actions.run(visit, undo)}
          >
            {UNDO_WORDS[undo]}
          </Button>
        ))}
      {phone && actions.can(visit, 'checkIn') && <StampButton visit={visit} moment="checkIn" actions={actions} />}
      {phone && actions.can(visit, 'checkOut') && <StampButton visit={visit} moment="checkOut" actions={actions} />}
    </span>
  );
}
