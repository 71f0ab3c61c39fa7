import { Input, SegmentedControl } from '@mantine/core';
import { clients } from '@morada/contract/registry/clients';
import { useId } from 'react';
import { CLIENT_TYPE_OPTIONS } from '#web/entities/client/client-options.ts';
import type { Search } from '#web/entities/client/client-queries.ts';
import { SITUATIONS } from '#web/entities/client/client-situations.ts';
import { may } from '#web/lib/session/session.ts';
import { Select } from '#web/ui/input/select.tsx';

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
            ...Object.entries(SITUATIONS)
              .filter(([value]) => value !== 'DELETED' || may(clients.personalData.access))
              .map(([value, label]) => ({ value, label })),
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
