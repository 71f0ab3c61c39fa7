import { formatDate } from '@morada/domain/base/calendar';
import { formatAmount, formatMoney } from '@morada/domain/base/money';
import { IconFileDescription } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Figure, Missing } from '#web/ui/display/figures.tsx';
import { Explained } from '#web/ui/display/terms/explained.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { EventSource } from './event-source.tsx';
import { eventBecause } from './statement-figures.tsx';
import type { Statement, StatementEvent } from './statement-queries.ts';
import classes from './statement-table.module.css';

type StatementTableProps = {
  query: Loadable<Statement>;
  /** Empty state's button, which shows another period. */
  action: ReactNode;
};

/** Changes of an owner's balance in order, each with the balance after it. */
export function StatementTable({ query, action }: StatementTableProps) {
  return (
    <div className={classes.table}>
      <DataTable
        what="os lançamentos"
        query={{ ...query, data: query.data && rowsOf(query.data) }}
        columns={COLUMNS}
        empty={
          <EmptyState
            icon={IconFileDescription}
            title="Nenhum lançamento no período"
            below={query.data && `O saldo de ${formatMoney(query.data.closing)} não mudou.`}
            action={action}
          />
        }
      />
    </div>
  );
}

/** An event with the balance before it. */
type Row = StatementEvent & { before: number };

const rowsOf = ({ opening, events }: Statement): Row[] =>
  events.map((event, place) => ({ ...event, before: events[place - 1]?.balance ?? opening }));

const COLUMNS: Column<Row>[] = [
  { title: 'Data', phone: 'side', cell: (row) => <When row={row} /> },
  { title: 'Lançamento', kind: 'main', phone: 'main', cell: ({ title }) => title },
  { title: 'Origem', phone: 'state', cell: (event) => <Origin event={event} /> },
  { title: 'Imóvel', kind: 'soft', hideBelow: 1100, phone: 'below', cell: ({ property }) => property ?? <Missing /> },
  { title: 'Valor (R$)', kind: 'number', phone: 'amount', cell: (event) => <Amount event={event} /> },
  { title: 'Saldo (R$)', kind: 'number', cell: (row) => <Balance row={row} /> },
];

function Amount({ event }: { event: StatementEvent }) {
  const phone = usePhone();
  return (
    <Explained by={eventBecause(event)}>{phone ? formatMoney(event.amount) : formatAmount(event.amount)}</Explained>
  );
}

const Balance = ({ row }: { row: Row }) => (
  <Explained
    by={{
      title: `Saldo de ${formatMoney(row.balance)}`,
      rule: 'O saldo de antes, com o que este lançamento moveu.',
      lines: [
        { label: 'Saldo antes', amount: row.before },
        { label: row.title, amount: row.amount },
      ],
      total: { label: 'Saldo', amount: row.balance },
    }}
  >
    {formatAmount(row.balance)}
  </Explained>
);

const Origin = ({ event }: { event: StatementEvent }) => (
  <span className={classes.origin}>
    <EventSource event={event} />
  </span>
);

/** On a phone with the balance, which has no column there: "20/02 · saldo 867,86". */
function When({ row }: { row: Row }) {
  if (!usePhone()) return <Day value={row.date} />;
  return (
    <Figure>
      {formatDate(row.date).slice(0, 5)} · saldo <Balance row={row} />
    </Figure>
  );
}
