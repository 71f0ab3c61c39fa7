import type { PropertyDetail } from '@morada/contract/registry/properties';
import { visitTurn } from '@morada/domain/attendance/visit';
import { IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { propertyVisitsQuery } from '#web/entities/property/property-queries.ts';
import { VisitState } from '#web/entities/visit/visit-status.tsx';
import { Day, PhoneNumber } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';

type Visit = PropertyDetail['schedules'][number];

const COLUMNS: Column<Visit>[] = [
  { title: 'Visitante', kind: 'main', phone: 'main', cell: ({ name }) => name },
  { title: 'Telefone', phone: 'below', cell: ({ phone }) => <PhoneNumber value={phone} /> },
  { title: 'Data', phone: 'amount', cell: ({ date }) => <Day value={date} /> },
  { title: 'Turno', phone: 'side', cell: visitTurn },
  { title: 'Situação', phone: 'state', cell: ({ status }) => <VisitState status={status} /> },
];

/** Visits to the property, latest first. */
export function PropertyVisits({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  return (
    <DataTable
      what="as visitas"
      query={useQuery(propertyVisitsQuery(id, page))}
      columns={COLUMNS}
      onPage={setPage}
      empty={
        <EmptyState icon={IconCalendarOff} title="Nenhuma visita" below="As visitas pedidas pelo site aparecem aqui." />
      }
    />
  );
}
