import { REFORM_STATES } from '@morada/domain/fiscal/reform';
import { Select } from '#web/ui/input/select.tsx';
import type { Search } from './reform-queries.ts';

const STATES = Object.entries(REFORM_STATES).map(([value, label]) => ({ value, label }));
const DECLARATIONS = [{ value: 'MISSING', label: 'A pedir' }];

/** The fields behind "Filtrar". */
export function ReformFilters({ search, onSearch }: { search: Search; onSearch: (changes: Partial<Search>) => void }) {
  return (
    <>
      <Select
        label="Situação"
        placeholder="Todas"
        clearable
        clearButtonProps={{ 'aria-label': 'Limpar situação' }}
        data={STATES}
        comboboxProps={{ withinPortal: false }}
        value={search.state ?? null}
        onChange={(state) => onSearch({ state: (state ?? undefined) as Search['state'] })}
      />
      <Select
        label="Declaração"
        placeholder="Todas"
        clearable
        clearButtonProps={{ 'aria-label': 'Limpar declaração' }}
        data={DECLARATIONS}
        comboboxProps={{ withinPortal: false }}
        value={search.declaration ?? null}
        onChange={(declaration) => onSearch({ declaration: (declaration ?? undefined) as Search['declaration'] })}
      />
    </>
  );
}
