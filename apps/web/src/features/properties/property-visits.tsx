import type { PropertyDetail } from '@morada/contract/properties';
import { shiftName } from '@morada/domain/visit';
import { IconCalendarOff } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/blank.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Day, PhoneNumber } from '#web/ui/figures.tsx';
import type { VisitStateSlot } from './slots.ts';

type Visit = PropertyDetail['schedules'][number];

const columns = (visitState: VisitStateSlot): Column<Visit>[] => [
  { title: 'Visitante', kind: 'main', phone: 'main', cell: ({ name }) => name },
  { title: 'Telefone', phone: 'below', cell: ({ phone }) => <PhoneNumber value={phone} /> },
  { title: 'Data', phone: 'amount', cell: ({ date }) => <Day value={date} /> },
  { title: 'Turno', phone: 'side', cell: ({ shift }) => shiftName(shift) },
  { title: 'Situação', phone: 'state', cell: ({ status }) => visitState(status) },
];

/** Who came to see it, the latest first. */
export function PropertyVisits({ visits, visitState }: { visits: Visit[]; visitState: VisitStateSlot }) {
  return (
    <DataTable
      what="as visitas"
      query={{ data: visits }}
      columns={columns(visitState)}
      empty={
        <EmptyState icon={IconCalendarOff} title="Nenhuma visita" below="As visitas pedidas pelo site aparecem aqui." />
      }
    />
  );
}
