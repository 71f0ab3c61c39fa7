import type { TicketRow } from '@morada/contract/desk/support';
import { IconMessageCircleOff } from '@tabler/icons-react';
import { Moment } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import type { Turn } from '#web/ui/list/sequence/record-sequence.ts';
import { Priority, TicketState } from './ticket-status.tsx';
import classes from './ticket-table.module.css';

const columns: Column<TicketRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Assunto', kind: 'main', phone: 'main', cell: ({ title }) => <span title={title}>{title}</span> },
  { title: 'Cliente', kind: 'soft', phone: 'below', cell: (ticket) => <Client {...ticket} /> },
  { title: 'Prioridade', phone: 'amount', cell: ({ level }) => <Priority level={level} /> },
  { title: 'Atualizado em', phone: 'side', cell: ({ updatedAt }) => <Moment value={updatedAt} /> },
  { title: 'Situação', phone: 'state', cell: ({ status }) => <TicketState status={status} /> },
];

function Client({ user, property }: TicketRow) {
  return (
    <span className={classes.client} title={user.name}>
      {user.name}
      {property && (
        <span className={classes.below} title={property.label}>
          {property.label}
        </span>
      )}
    </span>
  );
}

type TicketTableProps = {
  query: Loadable<RowPage<TicketRow> | TicketRow[]>;
  history?: boolean;
  onPage?: (page: number) => void;
  choice?: Pick<RowChoice<TicketRow>, 'chosen' | 'onChoose'> | undefined;
  turn?: Turn<TicketRow>;
};

/** Tickets, the one that moved last first. */
export function TicketTable({ query, history = false, onPage, turn, choice }: TicketTableProps) {
  const below = history ? 'Os tickets fechados ficam aqui.' : 'O que os clientes abrirem na área deles aparece aqui.';
  return (
    <DataTable
      what={history ? 'os tickets fechados' : 'os tickets em aberto'}
      query={query}
      cards
      columns={columns}
      choice={choice && { ...choice, name: ({ id, title }) => `ticket ${id}, ${title}` }}
      open={{
        name: ({ id }) => `ticket ${id}`,
        link: ({ id }) => ({ to: '/support/$id', params: { id: String(id) } }),
      }}
      onPage={onPage}
      sequence={{ turn }}
      empty={
        <EmptyState
          icon={IconMessageCircleOff}
          title={history ? 'Nenhum ticket fechado' : 'Nenhum ticket em aberto'}
          below={below}
        />
      }
    />
  );
}
