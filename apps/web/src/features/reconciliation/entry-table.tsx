import { Button } from '@mantine/core';
import { type CashLine, reconciliation } from '@morada/contract/bank/reconciliation';
import type { Answer } from '@morada/contract/base/endpoint';
import { formatMoney } from '@morada/domain/base/money';
import { IconChecks } from '@tabler/icons-react';
import { may } from '#web/lib/session/session.ts';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import { useUndo } from './reconciliation-queries.ts';

type Row = Answer<typeof reconciliation.entries>['data'][number];

type EntryTableProps = {
  query: Loadable<RowPage<Row>>;
  aside: boolean;
  onPage: (page: number) => void;
  onMark: (entry: CashLine) => void;
};

/** Entries that no movement of the bank explains, or that were set aside as not of the bank. */
export function EntryTable({ query, aside, onPage, onMark }: EntryTableProps) {
  const undo = useUndo();
  return (
    <DataTable
      what={aside ? 'os lançamentos que não passaram pela conta' : 'os lançamentos sem movimento'}
      query={query}
      columns={aside ? [...COLUMNS, REASON] : COLUMNS}
      onPage={onPage}
      actions={
        may(reconciliation.markEntry.access)
          ? ({ set_aside, ...entry }) =>
              set_aside ? (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Desfazer ${entryName(entry)}`}
                  onClick={() => undo(set_aside.id)}
                >
                  Desfazer
                </Button>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Não passou pela conta: ${entryName(entry)}`}
                  onClick={() => onMark(entry)}
                >
                  Não passou pela conta
                </Button>
              )
          : undefined
      }
      empty={
        <EmptyState
          icon={IconChecks}
          title={aside ? 'Nenhum lançamento fora da conta' : 'Nenhum lançamento sem movimento'}
          below={
            aside
              ? 'O que foi pago em dinheiro, por exemplo, se marca como “não passou pela conta”.'
              : 'Tudo o que o caixa registra como recebido ou pago está no extrato.'
          }
        />
      }
    />
  );
}

const entryName = ({ description, amount }: CashLine) => `${description} de ${formatMoney(amount)}`;

const COLUMNS: Column<Row>[] = [
  { title: 'Data', phone: 'side', cell: ({ day }) => <Day value={day} /> },
  { title: 'Lançamento', kind: 'main', phone: 'main', cell: ({ description }) => description },
  { title: 'Pessoa', kind: 'soft', phone: 'state', cell: ({ person }) => person ?? <Missing /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];

const REASON: Column<Row> = {
  title: 'Motivo',
  kind: 'soft',
  cell: ({ set_aside }) => set_aside?.reason ?? <Missing />,
};
