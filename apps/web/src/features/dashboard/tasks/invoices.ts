import type { Today } from '@morada/contract/desk/today';
import type { InvoiceRow } from '@morada/contract/money/invoices';
import { daysText } from '@morada/domain/base/calendar';
import { invoiceState } from '@morada/domain/rent/invoice';
import type { LinkProps } from '@tanstack/react-router';
import { today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

/** The overdue invoices and those due today. */
export const invoiceTasks = ({ count, data, at_least }: NonNullable<Today['invoices']>): Found => ({
  tasks: data.map(asTask),
  count,
  atLeast: at_least,
});

function asTask(invoice: InvoiceRow): Task {
  const { id, tenant, amount } = invoice;
  const { tone, days } = invoiceState(invoice, today());
  const link: LinkProps = { to: '/financial/invoices', search: { open: id } };
  const late = tone === 'late';
  return {
    title: `Fatura ${id}`,
    who: tenant,
    when: late ? `vencida há ${daysText(days)}` : 'vence hoje',
    late,
    amount,
    verb: 'Abrir',
    link,
  };
}
