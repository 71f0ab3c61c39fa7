import { IconUserOff, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { clientQuery, clientsQuery, type Row, type Search } from '#web/entities/client/client-queries.ts';
import { ClientTypeBadge, Inactive } from '#web/entities/client/client-type-badge.tsx';
import { DocumentNumber, Missing, PhoneNumber } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useTurn } from '#web/ui/list/use-rows.ts';
import { usePrefetch } from '#web/ui/overlay/prefetch-on-intent.ts';
import { ClientFilters } from './client-filters.tsx';
import classes from './client-list.module.css';

const columns: Column<Row>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Nome completo', kind: 'main', phone: 'main', cell: ({ name }) => name },
  {
    title: 'E-mail',
    kind: 'soft',
    hideBelow: 1100,
    phone: 'below',
    cell: ({ email }) => (
      <span className={classes.email} title={email ?? undefined}>
        {email || <Missing>E-mail não definido</Missing>}
      </span>
    ),
  },
  { title: 'Telefone', phone: 'side', cell: ({ phone }) => <PhoneNumber value={phone} /> },
  { title: 'CPF/CNPJ', hideBelow: 1340, cell: ({ cpf_cnpj }) => <DocumentNumber value={cpf_cnpj} /> },
  {
    title: 'Tipo',
    phone: 'state',
    cell: ({ type, active }) => (
      <span className={classes.badges}>
        <ClientTypeBadge type={type} />
        {!active && <Inactive />}
      </span>
    ),
  },
];

type ClientListProps = {
  search: Search;
  /** Search params to change; changing a filter resets the page to the first. */
  onSearch: (changes: Search) => void;
  onOpen: (id: number) => unknown;
  choice: Pick<RowChoice<Row>, 'chosen' | 'onChoose'>;
  /** The button that creates the first. */
  create?: ReactNode;
};

const NO_FILTER = { query: undefined, id: undefined, type: undefined, situation: undefined };

export function ClientList({ search, onSearch, onOpen, choice, create }: ClientListProps) {
  const query = useQuery(clientsQuery(search));
  const prefetch = usePrefetch();
  const turn = useTurn((page) => clientsQuery({ ...search, page }));
  const clear = () => onSearch(NO_FILTER);
  const filtered = Object.keys(NO_FILTER).some((name) => search[name as keyof typeof NO_FILTER] !== undefined);
  return (
    <>
      <ToolBar
        search={{
          label: 'Nome, documento ou contato',
          value: search.query,
          onSearch: (query) => onSearch({ query }),
        }}
        id={{ value: search.id, onSearch: (id) => onSearch({ id }) }}
        filters={<ClientFilters search={search} onSearch={onSearch} />}
      />
      <DataTable
        what="os clientes"
        query={query}
        columns={columns}
        choice={{ ...choice, name: ({ name }) => name }}
        open={{
          name: ({ name }) => name,
          onOpen: (row) => onOpen(row.id),
          prefetch: ({ id }) => prefetch(clientQuery(id)),
        }}
        onPage={(page) => onSearch({ page })}
        sequence={{ turn }}
        empty={
          filtered ? (
            <NoneFound
              icon={IconUserOff}
              title="Cliente não encontrado"
              below="Nenhum cadastro com estes filtros."
              onClear={clear}
            />
          ) : (
            <EmptyState
              icon={IconUsers}
              title="Nenhum cliente cadastrado"
              below="Inquilinos, proprietários e fiadores ficam aqui."
              action={create}
            />
          )
        }
      />
    </>
  );
}
