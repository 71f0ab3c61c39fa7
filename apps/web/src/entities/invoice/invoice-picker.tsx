import type { InvoiceRow } from '@morada/contract/money/invoices';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { queryOptions } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/input/field.ts';
import { AsyncPicker } from '#web/ui/input/picker.tsx';
import { invoicesQuery } from './invoice-queries.ts';

/** An open invoice, found by its tenant, its property or its number. */
export function InvoicePicker<V extends FieldValues>(props: FieldProps<V>) {
  return (
    <AsyncPicker<V>
      {...props}
      query={invoiceOptions}
      placeholder="Inquilino, imóvel ou número da fatura"
      nothingFound="Nenhuma fatura em aberto encontrada"
    />
  );
}

const invoiceOptions = (text: string) =>
  queryOptions({
    ...invoicesQuery({ page: 1, ...(/^\d+$/.test(text) ? { id: Number(text) } : { query: text }) }),
    select: ({ data }) => data.filter(isOpen).map(asOption),
  });

const isOpen = ({ status }: InvoiceRow) => status === 'PENDING';

const asOption = ({ id, tenant, property, amount, due_date }: InvoiceRow) => ({
  value: id,
  label: `${tenant} · ${formatMoney(amount)}`,
  below: `fatura ${id}, vence ${formatDate(due_date)}, ${property}`,
});
