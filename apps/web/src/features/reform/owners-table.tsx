import type { ReformRow } from '@morada/contract/fiscal/fiscal-reform';
import { IconRadar2 } from '@tabler/icons-react';
import { DocumentNumber, Figure, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { ReformStatus } from './reform-state.tsx';

type OwnersTableProps = {
  list: ListPage<ReformRow>;
  year: number | undefined;
};

/** Owners of a year, the gravest state first. */
export function OwnersTable({ list, year }: OwnersTableProps) {
  return (
    <DataTable
      what="os proprietários"
      {...list.table}
      columns={COLUMNS}
      cards
      open={{
        name: ({ name }) => name,
        link: ({ id }) => ({ to: '/fiscal/reform/$id', params: { id: String(id) }, search: { year } }),
      }}
      empty={
        list.isNarrowed ? (
          <NoneFound icon={IconRadar2} title="Nenhum proprietário com estes filtros" onClear={list.clear} />
        ) : (
          <EmptyState
            icon={IconRadar2}
            title="Nenhum aluguel recebido neste ano"
            below="Os proprietários pessoa física aparecem quando os inquilinos pagam."
          />
        )
      }
    />
  );
}

const COLUMNS: Column<ReformRow>[] = [
  { title: 'Proprietário', kind: 'main', phone: 'main', cell: ({ name }) => name },
  { title: 'CPF', kind: 'soft', hideBelow: 1340, cell: ({ document }) => <DocumentNumber value={document} /> },
  {
    title: 'Situação',
    phone: 'state',
    cell: ({ state, to_ask }) => <ReformStatus state={state} note={to_ask && 'sem declaração'} />,
  },
  { title: 'Recebido', kind: 'number', hideBelow: 1100, cell: ({ income }) => <Money value={income} /> },
  {
    title: 'Declarado fora',
    kind: 'number',
    hideBelow: 1100,
    cell: ({ declared }) => <Money value={declared?.income} />,
  },
  { title: 'Total do ano', kind: 'number', phone: 'amount', cell: ({ total }) => <Money value={total.income} /> },
  { title: 'Imóveis', kind: 'number', cell: ({ total }) => <Figure>{total.properties}</Figure> },
];
