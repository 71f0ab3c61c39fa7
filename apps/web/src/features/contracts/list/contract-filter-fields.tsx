import { Input, SegmentedControl } from '@mantine/core';
import { CONTRACT_STATUSES } from '@morada/domain/lease/contract-words';
import { useId } from 'react';
import { askedOf, type ContractFilters } from '#web/features/contracts/contract-queries.ts';
import { FilterChoice } from '#web/ui/list/filter-choice.tsx';
import { ENDINGS, READJUSTMENTS, TRANSACTIONS } from './contract-filter-words.ts';

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
      <FilterChoice
        label="Reajuste"
        words={READJUSTMENTS}
        value={search.readjustment}
        onChange={(readjustment) => onSearch({ readjustment })}
      />
      <FilterChoice
        label="Tipo"
        words={TRANSACTIONS}
        value={search.transaction}
        onChange={(transaction) => onSearch({ transaction })}
      />
      <FilterChoice label="Término" words={ENDINGS} value={search.ending} onChange={(ending) => onSearch({ ending })} />
    </>
  );
}
