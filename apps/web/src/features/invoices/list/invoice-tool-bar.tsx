import { Input } from '@mantine/core';
import type { InvoiceSearch } from '@morada/contract/money/invoices.search';
import { formatMonth, type Reference } from '@morada/domain/base/calendar';
import { useId } from 'react';
import type * as z from 'zod/mini';
import { SITUATIONS } from '#web/entities/invoice/invoice-situations.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';

export type InvoiceFilters = Omit<z.output<typeof InvoiceSearch>, 'page'>;

const DueMonth = lazyPanel(
  'o calendário',
  () => import('./due-month.tsx'),
  ({ default: DueMonth }) => DueMonth,
  6,
);

type Situation = keyof typeof SITUATIONS;

type InvoiceToolBarProps = {
  filters: InvoiceFilters;
  /** Filters to change; undefined clears one. */
  onChange: (change: InvoiceFilters) => void;
};

export function InvoiceToolBar({ filters, onChange }: InvoiceToolBarProps) {
  const { id, query, month } = filters;
  const status = filters.status ?? 'OPEN';
  return (
    <ToolBar
      search={{ label: 'Inquilino, imóvel ou documento', value: query, onSearch: (text) => onChange({ query: text }) }}
      id={{ value: id, onSearch: (number) => onChange({ id: number }) }}
      texts={{ month: month && formatMonth(month) }}
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
        <DueMonth labelledBy={label} month={month} onChange={onChange} />
      </Input.Wrapper>
    </>
  );
}
