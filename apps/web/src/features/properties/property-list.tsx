import { Button } from '@mantine/core';
import { IconHome, IconHomeOff, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '#web/ui/blank.tsx';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { ToolBar } from '#web/ui/tool-bar.tsx';
import { PropertyCards } from './property-cards.tsx';
import { filterChips, PropertyFilters } from './property-filters.tsx';
import { propertiesQuery, type Row, type Search } from './property-queries.ts';
import { isListed, shareListings } from './share-listings.ts';

type PropertyListProps = {
  search: Search;
  onSearch: (search: Search) => void;
  onOpen: (id: number) => void;
  /** The button that creates the first. */
  create?: ReactNode;
};

export function PropertyList({ search, onSearch, onOpen, create }: PropertyListProps) {
  const query = useQuery(propertiesQuery(search));
  const [chosen, setChosen] = useState<Row[]>([]);
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
      <PropertyCards
        query={query}
        isChosen={(id) => chosen.some((one) => one.id === id)}
        onChoose={(property, yes) =>
          setChosen((now) => [...now.filter(({ id }) => id !== property.id), ...(yes ? [property] : [])])
        }
        onOpen={onOpen}
        onPage={(page) => onSearch({ ...search, page })}
        empty={narrowed ? <NothingFound onClear={clear} /> : <NothingYet create={create} />}
        bar={chosen.length > 0 && <Chosen chosen={chosen} onClear={() => setChosen([])} />}
      />
    </>
  );
}

/** They stay chosen from page to page. */
function Chosen({ chosen, onClear }: { chosen: Row[]; onClear: () => void }) {
  const listed = chosen.filter(isListed).length;
  const share = {
    label: listed === 1 ? 'Compartilhar 1 anúncio' : `Compartilhar ${listed} anúncios`,
    icon: IconShare,
    onClick: () => shareListings(chosen),
  };
  const count = chosen.length === 1 ? '1 selecionado' : `${chosen.length} selecionados`;
  return (
    <BulkBar
      count={listed > 0 ? count : `${count}, ${chosen.length === 1 ? 'sem anúncio' : 'nenhum com anúncio'}`}
      actions={listed > 0 ? [share] : []}
      onClear={onClear}
    />
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={IconHomeOff}
      title="Nenhum imóvel com estes filtros"
      below="Confira o endereço ou tire um filtro."
      action={
        <Button variant="default" onClick={onClear}>
          Limpar filtros
        </Button>
      }
    />
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
