import type { CollectionRow } from '@morada/contract/collection/collection';
import { IconChecks } from '@tabler/icons-react';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { lateWords, nextWords } from './collection-words.ts';

type StageTableProps = {
  list: ListPage<CollectionRow>;
  active: boolean;
};

/** One stage of the board, by pages. */
export function StageTable({ list, active }: StageTableProps) {
  return (
    <DataTable
      what="as faturas da etapa"
      {...list.table}
      columns={[...COLUMNS, { title: 'O que vem', phone: 'below', cell: (row) => nextWords(row, active) }]}
      open={{ name: ({ id }) => `cobrança da fatura ${id}`, onOpen: ({ id }) => list.show(id) }}
      cards
      empty={<EmptyState icon={IconChecks} title="Nenhuma fatura nesta etapa" />}
    />
  );
}

const COLUMNS: Column<CollectionRow>[] = [
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: ({ tenant }) => tenant.name },
  { title: 'Imóvel', kind: 'soft', hideBelow: 1100, cell: ({ property }) => property },
  { title: 'Vencimento', phone: 'side', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Atraso', hideBelow: 1340, cell: ({ days }) => lateWords(days) },
  { title: 'Valor hoje', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];
