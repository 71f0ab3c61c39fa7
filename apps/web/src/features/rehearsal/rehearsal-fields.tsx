import { Switch } from '@mantine/core';
import type { Rehearsal } from '@morada/contract/fiscal/fiscal-rehearsal';
import type { BasisPoints } from '@morada/domain/base/money';
import { LEASE_TAX_MODES } from '@morada/domain/lease/lease-tax-modes';
import { useState } from 'react';
import { PercentInput } from '#web/ui/input/number-inputs.tsx';
import { Select } from '#web/ui/input/select.tsx';
import classes from './rehearsal.module.css';
import type { Search } from './rehearsal-queries.ts';

const MODES = Object.entries(LEASE_TAX_MODES).map(([value, { name }]) => ({ value, label: name }));

type RehearsalFieldsProps = {
  search: Search;
  rates: Rehearsal['rates'] | undefined;
  onSearch: (changes: Partial<Search>) => void;
};

/** The rates, whole as the law publishes them, and whose contracts are rehearsed. */
export function RehearsalFields({ search, rates, onSearch }: RehearsalFieldsProps) {
  return (
    <>
      <Rate key={`cbs ${rates?.cbs}`} label="CBS" value={rates?.cbs} onRate={(cbs) => onSearch({ cbs })} />
      <Rate key={`ibs ${rates?.ibs}`} label="IBS" value={rates?.ibs} onRate={(ibs) => onSearch({ ibs })} />
      <Switch
        className={classes.switch}
        label="Com os que o radar aponta"
        checked={search.owners === 'RADAR'}
        onChange={({ currentTarget }) => onSearch({ owners: currentTarget.checked ? 'RADAR' : undefined })}
      />
    </>
  );
}

/** Counts once it is left, or by Enter; emptied, the rate of the table comes back. */
function Rate({
  label,
  value = null,
  onRate,
}: {
  label: string;
  value: BasisPoints | null | undefined;
  onRate: (percent: number | undefined) => void;
}) {
  const [typed, setTyped] = useState(value);
  const take = () => typed !== value && onRate(typed === null ? undefined : typed / 100);
  return (
    <PercentInput
      className={classes.rate}
      aria-label={`${label}, alíquota inteira`}
      leftSection={<span className={classes.label}>{label}</span>}
      leftSectionWidth={44}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}

/** The field behind "Filtrar". */
export function RehearsalFilters({ search, onSearch }: Omit<RehearsalFieldsProps, 'rates'>) {
  return (
    <Select
      label="No contrato"
      placeholder="Todos"
      clearable
      clearButtonProps={{ 'aria-label': 'Limpar modo do contrato' }}
      data={MODES}
      comboboxProps={{ withinPortal: false }}
      value={search.mode ?? null}
      onChange={(mode) => onSearch({ mode: (mode ?? undefined) as Search['mode'] })}
    />
  );
}
