import { Button } from '@mantine/core';
import { movimentations } from '@morada/contract/money/movimentations';
import { daysBetween } from '@morada/domain/base/calendar';
import { EXPENSE_CATEGORIES, REPEATS } from '@morada/domain/ledger/expense';
import { IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import type { Payable } from './payable-queries.ts';

const COLUMNS: Column<Payable>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Vencimento', phone: 'side', cell: ({ date }) => <Day value={date} /> },
  { title: 'Descrição', kind: 'main', phone: 'main', cell: ({ description }) => description },
  {
    title: 'Categoria',
    kind: 'soft',
    phone: 'below',
    cell: ({ category }) => (category ? EXPENSE_CATEGORIES[category] : <Missing />),
  },
  { title: 'Repetição', hideBelow: 1100, cell: ({ repeats }) => (repeats ? REPEATS[repeats] : 'Não se repete') },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ price }) => <Money value={price} /> },
];

type PayableTableProps = {
  list: ListPage<Payable>;
  onSettle: (row: Payable) => void;
  /** The button where nothing is to be paid. */
  first: ReactNode;
};

export function PayableTable({ list, onSettle, first }: PayableTableProps) {
  const pays = may(movimentations.settle.access);
  return (
    <DataTable
      what="as contas a pagar"
      {...list.table}
      columns={COLUMNS}
      open={{
        word: 'Editar',
        name: ({ id, description }) => `conta a pagar ${id}, ${description}`,
        when: () => may(movimentations.update.access),
        onOpen: ({ id }) => list.show(id),
      }}
      actions={
        pays
          ? (row) => (
              <Button
                size="xs"
                variant="default"
                aria-label={`Marcar como paga ${row.description}`}
                onClick={() => onSettle(row)}
              >
                Marcar como paga
              </Button>
            )
          : undefined
      }
      tone={toneOf}
      empty={
        <EmptyState
          icon={IconReceipt}
          title="Nenhuma conta a pagar"
          below="Cadastre o que a imobiliária tem a pagar: quando vence, de que categoria é e se se repete."
          action={first}
        />
      }
    />
  );
}

function toneOf({ date }: Payable) {
  const days = daysBetween(today(), date);
  if (days < 0) return { tone: 'late' as const, why: `Venceu há ${-days} ${days === -1 ? 'dia' : 'dias'}` };
  return days <= 1 ? { tone: 'soon' as const, why: days === 0 ? 'Vence hoje' : 'Vence amanhã' } : undefined;
}
