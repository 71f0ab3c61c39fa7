import { IconHome, IconHomeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { propertyQuery, type Row, type Search } from '#web/entities/property/property-queries.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { usePrefetch } from '#web/ui/overlay/prefetch-on-intent.ts';
import { PropertyCards } from './property-cards.tsx';
import { PropertyControls, PropertyFilters } from './property-filters.tsx';

type PropertyListProps = {
  list: ListPage<Row, Search>;
  choice: Pick<RowChoice<Row>, 'chosen' | 'onChoose'>;
  /** Bulk actions on the selection. */
  bar: ReactNode;
  /** The button that creates the first. */
  create?: ReactNode;
};

export function PropertyList({ list, choice, bar, create }: PropertyListProps) {
  const prefetch = usePrefetch();
  const { filters, filter } = list;
  const { order: _, ...narrowing } = filters;
  const narrowed = Object.values(narrowing).some((value) => value !== undefined && value !== 'ALL');
  return (
    <>
      <ToolBar
        search={{ label: 'Endereço', value: filters.query, onSearch: (query) => filter({ query }) }}
        id={{ value: filters.id, onSearch: (id) => filter({ id }) }}
        inSight={<PropertyFilters search={filters} onFilter={filter} />}
      />
      <PropertyControls search={filters} onFilter={filter} />
      <PropertyCards
        {...list.table}
        isChosen={(id) => choice.chosen.has(id)}
        onChoose={(property, yes) => choice.onChoose([property], yes)}
        onOpen={list.show}
        prefetch={(id) => prefetch(propertyQuery(id))}
        empty={
          narrowed ? (
            <NoneFound
              icon={IconHomeOff}
              title="Nenhum imóvel com estes filtros"
              below="Confira o endereço ou tire um filtro."
              onClear={list.clear}
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
