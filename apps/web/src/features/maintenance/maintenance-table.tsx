import type { MaintenanceRow } from '@morada/contract/desk/maintenance';
import { IconHomeQuestion } from '@tabler/icons-react';
import { Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { MaintenanceStatus } from './maintenance-status.tsx';

/** Requests for repair, the newest first. */
export function MaintenanceTable({ list }: { list: ListPage<MaintenanceRow> }) {
  return (
    <DataTable
      what="as manutenções"
      {...list.table}
      columns={COLUMNS}
      open={{ name: ({ id, title }) => `manutenção ${id}, ${title}`, onOpen: ({ id }) => list.show(id) }}
      empty={
        list.isNarrowed ? (
          <NoneFound
            title="Nenhuma manutenção com estes filtros"
            below="A busca olha o reparo, o imóvel, quem pediu e o número."
            onClear={list.clear}
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
