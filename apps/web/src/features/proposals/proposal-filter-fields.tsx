import { Input, SegmentedControl, Select } from '@mantine/core';
import { CONTRACT_STATUSES } from '@morada/domain/contract';
import { useId } from 'react';
import type { ProposalFilters } from './proposal-queries.ts';

export const READJUSTMENTS = { LATE: 'Não reajustado', SOON: 'Em período de reajuste' } as const;

type ProposalFilterFieldsProps = { search: ProposalFilters; onSearch: (changes: ProposalFilters) => void };

/** The fields behind "Filtrar". */
export function ProposalFilterFields({ search, onSearch }: ProposalFilterFieldsProps) {
  const id = useId();
  return (
    <>
      <Input.Wrapper label="Situação" labelElement="div" labelProps={{ id }}>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          data={[
            { value: 'ALL', label: 'Todos' },
            { value: 'APPROVED', label: CONTRACT_STATUSES.APPROVED },
            { value: 'CLOSED', label: CONTRACT_STATUSES.CLOSED },
          ]}
          value={search.status ?? 'ALL'}
          onChange={(status) =>
            onSearch({ status: status === 'ALL' ? undefined : (status as ProposalFilters['status']) })
          }
        />
      </Input.Wrapper>
      <Select
        label="Reajuste"
        placeholder="Todos"
        clearable
        clearButtonProps={{ 'aria-label': 'Limpar reajuste' }}
        data={Object.entries(READJUSTMENTS).map(([value, label]) => ({ value, label }))}
        comboboxProps={{ withinPortal: false }}
        value={search.readjustment ?? null}
        onChange={(value) => onSearch({ readjustment: (value ?? undefined) as ProposalFilters['readjustment'] })}
      />
    </>
  );
}
