import type { MaintenanceRow } from '@morada/contract/desk/maintenance';
import { IconHomeQuestion } from '@tabler/icons-react';
import { Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import { MaintenanceStatus } from './maintenance-status.tsx';

type MaintenanceTableProps = {
  query: Loadable<RowPage<MaintenanceRow>>;
  filtered: boolean;
  onOpen: (id: number) => void;
  onPage: (page: number) => void;
  onClear: () => void;
};

/** Requests for repair, the newest first. */
export function MaintenanceTable({ query, filtered, onOpen, onPage, onClear }: MaintenanceTableProps) {
  return (
    <DataTable
      what="as manutenções"
      query={query}
      columns={COLUMNS}
      open={{ name: ({ id, title }) => `manutenção ${id}, ${title}`, onOpen: ({ id }) => onOpen(id) }}
      onPage={onPage}
      empty={
        filtered ? (
          <NoneFound
            title="Nenhuma manutenção com estes filtros"
            below="A busca olha o reparo, o imóvel, quem pediu e o número."
            onClear={onClear}
          />
        ) : (
          <NoneYet />
        )
      }
    />
  );
}

const COLUMNS: Column<MaintenanceRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Reparo', kind: 'main', phone: 'main', cell: ({ title }) => <span title={title}>{title}</span> },
  { title: 'Imóvel', kind: 'soft', phone: 'below', cell: ({ property }) => property.label },
  { title: 'Quem pediu', kind: 'soft', hideBelow: 1100, cell: ({ client }) => client?.name ?? 'Imobiliária' },
  { title: 'Situação', phone: 'state', cell: ({ state }) => <MaintenanceStatus state={state} /> },
  { title: 'Atualizada em', phone: 'side', hideBelow: 1024, cell: ({ updated_at }) => <Moment value={updated_at} /> },
  { title: 'Custo', kind: 'number', phone: 'amount', cell: ({ cost }) => <Money value={cost} /> },
];

const NoneYet = () => (
  <EmptyState
    icon={IconHomeQuestion}
    title="Ainda não há manutenções"
    below="O que inquilinos e proprietários pedem na área do cliente aparece aqui, e você pode abrir uma por eles."
  />
);
