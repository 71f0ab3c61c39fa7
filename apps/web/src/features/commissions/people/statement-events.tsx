import { IconFileDescription } from '@tabler/icons-react';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { PersonStatement } from './people-queries.ts';

type Row = PersonStatement['events'][number] & { id: number };

const COLUMNS: Column<Row>[] = [
  { title: 'Data', phone: 'side', cell: ({ date }) => <Day value={date} /> },
  { title: 'Lançamento', kind: 'main', phone: 'main', cell: ({ title }) => title },
  { title: 'Como', kind: 'soft', phone: 'below', cell: ({ note }) => note },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  { title: 'Saldo', kind: 'number', cell: ({ balance }) => <Money value={balance} /> },
];

/** Movements of a person's account, each with the balance after it. */
export function StatementEvents({ statement: { events } }: { statement: PersonStatement }) {
  return (
    <DataTable
      what="os lançamentos"
      query={{ data: events.map((event, id) => ({ ...event, id })) }}
      columns={COLUMNS}
      empty={<EmptyState icon={IconFileDescription} title="Nenhum lançamento neste mês" />}
    />
  );
}
