import type { BoletoSearch } from '@morada/contract/bank/boletos.search';
import { formatMonth } from '@morada/domain/base/calendar';
import type * as z from 'zod/mini';
import { BOLETO_STATES, REGISTRATIONS } from '#web/entities/boleto/boleto-status.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';

export type BoletoFilters = Omit<z.output<typeof BoletoSearch>, 'page'>;

type BoletoToolBarProps = {
  filters: BoletoFilters;
  /** Filters to change; undefined clears one. */
  onChange: (change: BoletoFilters) => void;
};

export function BoletoToolBar({ filters, onChange }: BoletoToolBarProps) {
  const { query, state, registration, month } = filters;
  return (
    <ToolBar
      search={{
        label: 'Inquilino, imóvel ou nosso número',
        value: query,
        onSearch: (text) => onChange({ query: text }),
      }}
      texts={{
        month: month && formatMonth(month),
        state: state && BOLETO_STATES[state].word,
        registration: registration && REGISTRATIONS[registration].word,
      }}
      filters={
        <>
          <WordSelect
            label="Situação"
            none="Pendentes"
            words={BOLETO_STATES}
            value={state}
            onChange={(next) => onChange({ state: next })}
          />
          <WordSelect
            label="Registro no banco"
            none="Todos"
            words={REGISTRATIONS}
            value={registration}
            onChange={(next) => onChange({ registration: next })}
          />
        </>
      }
    />
  );
}

const NONE = '';

type WordSelectProps<T extends string> = {
  label: string;
  /** Label while no option is chosen. */
  none: string;
  words: Record<T, { word: string }>;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
};

function WordSelect<T extends string>({ label, none, words, value, onChange }: WordSelectProps<T>) {
  const phone = usePhone();
  const options = Object.entries<{ word: string }>(words).map(([name, { word }]) => ({ value: name, label: word }));
  return (
    <Select
      label={label}
      data={[{ value: NONE, label: none }, ...options]}
      value={value ?? NONE}
      allowDeselect={false}
      // Inside the popover, or choosing would count as a click outside it.
      comboboxProps={{ withinPortal: phone }}
      onChange={(chosen) => onChange((chosen || undefined) as T | undefined)}
    />
  );
}
