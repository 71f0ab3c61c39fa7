import { IconHome, IconHomeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { propertiesQuery, propertyQuery, type Row, type Search } from '#web/entities/property/property-queries.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useTurn } from '#web/ui/list/use-rows.ts';
import { usePrefetch } from '#web/ui/overlay/prefetch-on-intent.ts';
import { PropertyCards } from './property-cards.tsx';
import { PropertyControls, PropertyFilters } from './property-filters.tsx';

type PropertyListProps = {
  search: Search;
  onSearch: (search: Search) => void;
  onOpen: (id: number) => unknown;
  choice: Pick<RowChoice<Row>, 'chosen' | 'onChoose'>;
  /** Bulk actions on the selection. */
  bar: ReactNode;
  /** The button that creates the first. */
  create?: ReactNode;
};

export function PropertyList({ search, onSearch, onOpen, choice, bar, create }: PropertyListProps) {
  const query = useQuery(propertiesQuery(search));
  const prefetch = usePrefetch();
  const filter = (change: Partial<Search>) => onSearch({ ...search, ...change, page: undefined });
  const clear = () => onSearch({});
  const { page: _, order: __, ...filters } = search;
  const narrowed = Object.values(filters).some((value) => value !== undefined && value !== 'ALL');
  const turn = useTurn((page) => propertiesQuery({ ...search, page }));
  return (
    <>
      <ToolBar
        search={{ label: 'Endereço', value: search.query, onSearch: (query) => filter({ query }) }}
        id={{ value: search.id, onSearch: (id) => filter({ id }) }}
        inSight={<PropertyFilters search={search} onFilter={filter} />}
      />
      <PropertyControls search={search} onFilter={filter} />
      <PropertyCards
        query={query}
        isChosen={(id) => choice.chosen.has(id)}
        onChoose={(property, yes) => choice.onChoose([property], yes)}
        onOpen={onOpen}
        prefetch={(id) => prefetch(propertyQuery(id))}
        onPage={(page) => onSearch({ ...search, page })}
        sequence={{ turn }}
        empty={
          narrowed ? (
            <NoneFound
              icon={IconHomeOff}
              title="Nenhum imóvel com estes filtros"
              below="Confira o endereço ou tire um filtro."
              onClear={clear}
            />
          ) : (
            <NothingYet create={create} />
          )
        }
        bar={bar}
      />
    </>
  );
}

function NothingYet({ create }: { create?: ReactNode }) {
  return (
    <EmptyState
      icon={IconHome}
      title="Nenhum imóvel cadastrado"
      below="Cadastre o primeiro com o endereço, o preço e o proprietário."
      action={create}
    />
  );
}
