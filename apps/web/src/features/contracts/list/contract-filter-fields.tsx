import { Input, SegmentedControl } from '@mantine/core';
import { CONTRACT_STATUSES } from '@morada/domain/lease/contract-words';
import { useId } from 'react';
import { askedOf, type ContractFilters } from '#web/features/contracts/contract-queries.ts';
import { Select } from '#web/ui/input/select.tsx';
import { ENDINGS, READJUSTMENTS } from './contract-filter-words.ts';

type ContractFilterFieldsProps = { search: ContractFilters; onSearch: (changes: ContractFilters) => void };

/** The fields behind "Filtrar". */
export function ContractFilterFields({ search, onSearch }: ContractFilterFieldsProps) {
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
          value={askedOf(search).status}
          onChange={(status) =>
            onSearch({ status: status === 'APPROVED' ? undefined : (status as ContractFilters['status']) })
          }
        />
      </Input.Wrapper>
      <Choice
        label="Reajuste"
        words={READJUSTMENTS}
        value={search.readjustment}
        onChange={(readjustment) => onSearch({ readjustment })}
      />
      <Choice label="Término" words={ENDINGS} value={search.ending} onChange={(ending) => onSearch({ ending })} />
    </>
  );
}

type ChoiceProps<Code extends string> = {
  label: string;
  words: Record<Code, string>;
  value: Code | undefined;
  onChange: (value: Code | undefined) => void;
};

function Choice<Code extends string>({ label, words, value, onChange }: ChoiceProps<Code>) {
  return (
    <Select
      label={label}
      placeholder="Todos"
      clearable
      clearButtonProps={{ 'aria-label': `Limpar ${label.toLowerCase()}` }}
      data={Object.entries<string>(words).map(([code, word]) => ({ value: code, label: word }))}
      comboboxProps={{ withinPortal: false }}
      value={value ?? null}
      onChange={(code) => onChange((code ?? undefined) as Code | undefined)}
    />
  );
}
