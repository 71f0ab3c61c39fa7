import { SegmentedControl } from '@mantine/core';
import type { Search } from '#web/entities/property/property-queries.ts';
import { LOCATION_OPTIONS, options } from '#web/features/properties/form/options.ts';
import { Select } from '#web/ui/input/select.tsx';
import { ORDERS, SITUATIONS, TRANSACTIONS } from './property-filter-words.ts';
import classes from './property-filters.module.css';

const FIRST_ORDER = 'id:desc';

type Filter = (change: Partial<Search>) => void;

/** Category and state. What changes nothing stays out of the address. */
export function PropertyFilters({ search, onFilter }: { search: Search; onFilter: Filter }) {
  return (
    <>
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
    </>
  );
}

/** Transaction and order stand on the page. */
export function PropertyControls({ search, onFilter }: { search: Search; onFilter: Filter }) {
  return (
    <div className={classes.controls}>
      <SegmentedControl
        aria-label="Transação"
        data={options(TRANSACTIONS)}
        value={search.transaction ?? 'ALL'}
        onChange={(value) => onFilter({ transaction: unless(value, 'ALL') as Search['transaction'] })}
      />
      <Select
        className={classes.order}
        aria-label="Ordem"
        data={options(ORDERS)}
        value={search.order ?? FIRST_ORDER}
        allowDeselect={false}
        onChange={(value) => value && onFilter({ order: unless(value, FIRST_ORDER) as Search['order'] })}
      />
    </div>
  );
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
