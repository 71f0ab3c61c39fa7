import { IconUserOff, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { clientQuery, type Row, type Search } from '#web/entities/client/client-queries.ts';
import { ClientTypeBadge, Inactive } from '#web/entities/client/client-type-badge.tsx';
import { DocumentNumber, Missing, PhoneNumber } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
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
  list: ListPage<Row, Search>;
  choice: Pick<RowChoice<Row>, 'chosen' | 'onChoose'>;
  /** The button that creates the first. */
  create?: ReactNode;
};

export function ClientList({ list, choice, create }: ClientListProps) {
  const prefetch = usePrefetch();
  const { filters, filter } = list;
  return (
    <>
      <ToolBar
        search={{
          label: 'Nome, documento ou contato',
          value: filters.query,
          onSearch: (query) => filter({ query }),
        }}
        id={{ value: filters.id, onSearch: (id) => filter({ id }) }}
        filters={<ClientFilters search={filters} onSearch={filter} />}
      />
      <DataTable
        what="os clientes"
        {...list.table}
        columns={columns}
        choice={{ ...choice, name: ({ name }) => name }}
        open={{
          name: ({ name }) => name,
          onOpen: (row) => list.show(row.id),
          prefetch: ({ id }) => prefetch(clientQuery(id)),
        }}
        empty={
          list.isNarrowed ? (
            <NoneFound
              icon={IconUserOff}
              title="Cliente não encontrado"
              below="Nenhum cadastro com estes filtros."
              onClear={list.clear}
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
