import { Input, Select } from '@mantine/core';
import { MonthPicker } from '@mantine/dates';
import type { InvoiceSearch } from '@morada/contract/invoices.search';
import { formatMonth, type Reference } from '@morada/domain/calendar';
import { useId } from 'react';
import type * as z from 'zod/mini';
import { Portuguese } from '#web/ui/form/dates.tsx';
import { type Chip, ToolBar } from '#web/ui/tool-bar.tsx';
import { usePhone } from '#web/ui/use-phone.ts';

export type InvoiceFilters = Omit<z.output<typeof InvoiceSearch>, 'page'>;

const SITUATIONS = { OPEN: 'Em aberto', LATE: 'Atrasadas', PAID: 'Pagas', ALL: 'Todas' } as const;
type Situation = keyof typeof SITUATIONS;

type InvoiceToolBarProps = {
  filters: InvoiceFilters;
  /** What changes; undefined takes a filter off. */
  onChange: (change: InvoiceFilters) => void;
  onClear: () => void;
};

export function InvoiceToolBar({ filters, onChange, onClear }: InvoiceToolBarProps) {
  const { id, query, month } = filters;
  const status = filters.status ?? 'OPEN';
  const chips: Chip[] = [];
  if (month)
    chips.push({ label: 'Vencimento', value: formatMonth(month), onRemove: () => onChange({ month: undefined }) });
  // An ID finds its invoice whatever its state.
  if (status !== 'ALL' && id === undefined) {
    chips.push({ label: 'Situação', value: SITUATIONS[status], onRemove: () => onChange({ status: 'ALL' }) });
  }
  return (
    <ToolBar
      search={{ label: 'Inquilino, imóvel ou documento', value: query, onSearch: (text) => onChange({ query: text }) }}
      id={{ value: id, onSearch: (number) => onChange({ id: number }) }}
      chips={chips}
      onClear={onClear}
      filters={<Filters status={status} month={month} onChange={onChange} />}
    />
  );
}

function Filters({
  status,
  month,
  onChange,
}: {
  status: Situation;
  month: Reference | undefined;
  onChange: InvoiceToolBarProps['onChange'];
}) {
  const phone = usePhone();
  const label = useId();
  const choose = (situation: string | null) =>
    onChange({ status: situation === null || situation === 'OPEN' ? undefined : (situation as Situation) });
  return (
    <>
      <Select
        label="Situação"
        data={Object.entries(SITUATIONS).map(([value, label]) => ({ value, label }))}
        value={status}
        allowDeselect={false}
        // Inside the popover, or choosing would count as a click outside it.
        comboboxProps={{ withinPortal: phone }}
        onChange={choose}
      />
      <Input.Wrapper label="Vencimento" labelElement="div" labelProps={{ id: label }}>
        <Portuguese>
          <MonthPicker
            aria-labelledby={label}
            size="xs"
            allowDeselect
            fullWidth
            value={month ? `${month}-01` : null}
            onChange={(day) => onChange({ month: (day?.slice(0, 7) as Reference | undefined) ?? undefined })}
            ariaLabels={{
              nextYear: 'Próximo ano',
              previousYear: 'Ano anterior',
              nextDecade: 'Próxima década',
              previousDecade: 'Década anterior',
            }}
          />
        </Portuguese>
      </Input.Wrapper>
    </>
  );
}
