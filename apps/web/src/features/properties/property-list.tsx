import { Badge, Button } from '@mantine/core';
import { addressLine, LOCATIONS, TRANSACTION_TYPES } from '@morada/domain/property';
import { IconHome, IconHomeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/blank.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Missing, Money } from '#web/ui/figures.tsx';
import { ToolBar } from '#web/ui/tool-bar.tsx';
import { filterChips, PropertyFilters } from './property-filters.tsx';
import classes from './property-list.module.css';
import { propertiesQuery, type Row, type Search } from './property-queries.ts';
import { PropertyStatus } from './property-status.tsx';

const columns: Column<Row>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Imóvel', kind: 'main', phone: 'main', cell: (property) => <Place {...property} /> },
  {
    title: 'Tipo',
    kind: 'soft',
    phone: 'side',
    cell: ({ type, location }) => `${LOCATIONS[location]}, ${TRANSACTION_TYPES[type].toLowerCase()}`,
  },
  { title: 'Proprietário', kind: 'soft', leaves: 'early', cell: ({ owner }) => <Owner name={owner} /> },
  { title: 'Preço', kind: 'number', phone: 'amount', sort: 'price', cell: ({ price }) => <Money value={price} /> },
  { title: 'Situação', phone: 'state', cell: ({ status }) => <Offer status={status} /> },
];

function Place(property: Row) {
  return (
    <span className={classes.place} title={addressLine(property)}>
      {addressLine(property)}
      <span className={classes.below}>
        {property.neighborhood}, {property.city}
      </span>
    </span>
  );
}

function Owner({ name }: { name: string | null }) {
  if (!name) return <Missing />;
  return (
    <span className={classes.owner} title={name}>
      {name}
    </span>
  );
}

/** A rented one is as little to be had as one that was taken off. */
function Offer({ status }: { status: Row['status'] }) {
  return (
    <span className={classes.offer}>
      <PropertyStatus status={status} />
      {status === 'RENTED' && (
        <Badge color="gray" size="sm">
          Indisponível
        </Badge>
      )}
    </span>
  );
}

type PropertyListProps = {
  search: Search;
  onSearch: (search: Search) => void;
  /** The button that creates the first. */
  create?: ReactNode;
};

export function PropertyList({ search, onSearch, create }: PropertyListProps) {
  const query = useQuery(propertiesQuery(search));
  const filter = (change: Partial<Search>) => onSearch({ ...search, ...change, page: undefined });
  const clear = () => onSearch({});
  const chips = filterChips(search, filter);
  const narrowed = chips.length > 0 || search.id !== undefined || search.query !== undefined;
  return (
    <>
      <ToolBar
        search={{ label: 'Endereço', value: search.query, onSearch: (query) => filter({ query }) }}
        id={{ value: search.id, onSearch: (id) => filter({ id }) }}
        chips={chips}
        filters={<PropertyFilters search={search} onFilter={filter} />}
        onClear={clear}
      />
      <DataTable
        what="os imóveis"
        query={query}
        columns={columns}
        open={{
          name: (property) => addressLine(property),
          link: ({ id }) => ({ to: '/properties/info/$id', params: { id: String(id) } }),
        }}
        order={search.order}
        onOrder={(order) => filter({ order: order as Search['order'] })}
        onPage={(page) => onSearch({ ...search, page })}
        empty={
          narrowed ? (
            <EmptyState
              icon={IconHomeOff}
              title="Nenhum imóvel com estes filtros"
              below="Confira o endereço ou tire um filtro."
              action={
                <Button variant="default" onClick={clear}>
                  Limpar filtros
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={IconHome}
              title="Nenhum imóvel cadastrado"
              below="Cadastre o primeiro com o endereço, o preço e o proprietário."
              action={create}
            />
          )
        }
      />
    </>
  );
}
