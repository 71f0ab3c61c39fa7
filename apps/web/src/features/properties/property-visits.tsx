import type { PropertyDetail } from '@morada/contract/properties';
import {
  IconCalendarCheck,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconWalk,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { EmptyState } from '#web/ui/blank.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Day, PhoneNumber } from '#web/ui/figures.tsx';
import { Status } from '#web/ui/status.tsx';

type Visit = PropertyDetail['schedules'][number];
type Look = Pick<ComponentProps<typeof Status>, 'tone' | 'icon' | 'children'>;

const STATES: Record<Visit['status'], Look> = {
  PENDING: { tone: 'yellow', icon: IconCircleDashed, children: 'Pendente' },
  CONFIRMED: { tone: 'blue', icon: IconCalendarCheck, children: 'Confirmado' },
  USING: { tone: 'blue', icon: IconWalk, children: 'Em visita' },
  RETURNED: { tone: 'green', icon: IconCircleCheck, children: 'Retornado / Finalizado' },
  CANCELED: { tone: 'gray', icon: IconCircleX, children: 'Cancelado' },
};

const columns: Column<Visit>[] = [
  { title: 'Visitante', kind: 'main', phone: 'main', cell: ({ name }) => name },
  { title: 'Telefone', phone: 'below', cell: ({ phone }) => <PhoneNumber value={phone} /> },
  { title: 'Data', phone: 'amount', cell: ({ date }) => <Day value={date} /> },
  { title: 'Turno', phone: 'side', cell: ({ shift }) => (shift === 'AM' ? 'Manhã' : 'Tarde') },
  { title: 'Situação', phone: 'state', cell: ({ status }) => <Status {...STATES[status]} /> },
];

/** Who came to see it, the latest first. */
export function PropertyVisits({ visits }: { visits: Visit[] }) {
  return (
    <DataTable
      what="as visitas"
      query={{ data: visits }}
      columns={columns}
      empty={
        <EmptyState icon={IconCalendarOff} title="Nenhuma visita" below="As visitas pedidas pelo site aparecem aqui." />
      }
    />
  );
}
