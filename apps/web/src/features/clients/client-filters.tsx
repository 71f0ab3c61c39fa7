import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { Select } from '#web/ui/select.tsx';
import type { Search } from './client-queries.ts';
import { SITUATIONS } from './client-situations.ts';
import { CLIENT_TYPE_OPTIONS } from './options.ts';

type ClientFiltersProps = { search: Search; onSearch: (changes: Search) => void };

/** The fields behind "Filtrar". */
export function ClientFilters({ search, onSearch }: ClientFiltersProps) {
  const id = useId();
  return (
    <>
      <Select
        label="Tipo"
        placeholder="Todos"
        clearable
        clearButtonProps={{ 'aria-label': 'Limpar tipo' }}
        data={CLIENT_TYPE_OPTIONS}
        comboboxProps={{ withinPortal: false }}
        value={search.type ?? null}
        onChange={(type) => onSearch({ type: (type ?? undefined) as Search['type'] })}
      />
      <Input.Wrapper label="Situação" labelElement="div" labelProps={{ id }}>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          data={[
            { value: 'ALL', label: 'Todos' },
            ...Object.entries(SITUATIONS).map(([value, label]) => ({ value, label })),
          ]}
          value={search.situation ?? 'ALL'}
          onChange={(situation) =>
            onSearch({ situation: situation === 'ALL' ? undefined : (situation as Search['situation']) })
          }
        />
      </Input.Wrapper>
    </>
  );
}
