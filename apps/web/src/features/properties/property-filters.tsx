import { Select } from '@mantine/core';
import { LOCATIONS } from '@morada/domain/property';
import type { Chip } from '#web/ui/tool-bar.tsx';
import { LOCATION_OPTIONS, options } from './options.ts';
import type { Search } from './property-queries.ts';

const TRANSACTIONS = { ALL: 'Todos', SALE: 'Venda', RENT: 'Aluguel' };
const SITUATIONS = { ALL: 'Todos', AVAILABLE: 'Disponível', UNAVAILABLE: 'Indisponível' };
const ORDERS = { 'id:desc': 'Mais recentes', 'price:asc': 'Menor preço', 'price:desc': 'Maior preço' };
const FIRST_ORDER = 'id:desc';

type Filter = (change: Partial<Search>) => void;

/** The fields behind "Filtrar". What changes nothing stays out of the address. */
export function PropertyFilters({ search, onFilter }: { search: Search; onFilter: Filter }) {
  return (
    <>
      <Choice
        label="Transação"
        words={options(TRANSACTIONS)}
        value={search.transaction ?? 'ALL'}
        onChoose={(value) => onFilter({ transaction: unless(value, 'ALL') as Search['transaction'] })}
      />
      <Choice
        label="Categoria"
        words={[{ value: 'ALL', label: 'Todas' }, ...LOCATION_OPTIONS]}
        value={search.category ?? 'ALL'}
        onChoose={(value) => onFilter({ category: unless(value, 'ALL') as Search['category'] })}
      />
      <Choice
        label="Situação"
        words={options(SITUATIONS)}
        value={search.available ?? 'ALL'}
        onChoose={(value) => onFilter({ available: unless(value, 'ALL') as Search['available'] })}
      />
      <Choice
        label="Ordem"
        words={options(ORDERS)}
        value={search.order ?? FIRST_ORDER}
        onChoose={(value) => onFilter({ order: unless(value, FIRST_ORDER) as Search['order'] })}
      />
    </>
  );
}

/** One for each filter in force. */
export function filterChips({ transaction, category, available, order }: Search, onFilter: Filter): Chip[] {
  const chip = (name: keyof Search, label: string, value: string | undefined) =>
    value ? [{ label, value, onRemove: () => onFilter({ [name]: undefined }) }] : [];
  return [
    ...chip('transaction', 'Transação', transaction && transaction !== 'ALL' ? TRANSACTIONS[transaction] : undefined),
    ...chip('category', 'Categoria', category && LOCATIONS[category]),
    ...chip('available', 'Situação', available && available !== 'ALL' ? SITUATIONS[available] : undefined),
    ...chip('order', 'Ordem', order && order !== FIRST_ORDER ? ORDERS[order] : undefined),
  ];
}

const unless = (value: string, first: string) => (value === first ? undefined : value);

type ChoiceProps = {
  label: string;
  words: { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
};

function Choice({ label, words, value, onChoose }: ChoiceProps) {
  return (
    <Select
      label={label}
      data={words}
      value={value}
      onChange={(chosen) => chosen && onChoose(chosen)}
      // Inside the popover: a list of its own beside it would count as a click outside.
      comboboxProps={{ withinPortal: false }}
    />
  );
}
