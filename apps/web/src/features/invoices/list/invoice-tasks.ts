import { PAGE_SIZE } from '@morada/contract/base/fields';
import { type InvoiceRow, invoices } from '@morada/contract/money/invoices';
import { daysText } from '@morada/domain/base/calendar';
import { invoiceState } from '@morada/domain/rent/invoice';
import type { LinkProps } from '@tanstack/react-router';
import { combinedQuery } from '#web/lib/api/query.ts';
import { today } from '#web/lib/today.ts';

/** The overdue invoices and those due today. */
export const invoiceTasksQuery = combinedQuery([invoices.list], 'tasks', async (call) => {
  const late = await call(invoices.list, { query: { page: 1, status: 'LATE' } });
  // Open ones come by due date: those due today begin right after the overdue, in the middle of a page.
  const page = Math.floor(late.found / PAGE_SIZE) + 1;
  const [open, next] = await Promise.all(
    [page, page + 1].map((wanted) => call(invoices.list, { query: { page: wanted } })),
  );
  const rows = [...(open?.data ?? []), ...(next?.data ?? [])];
  const now = rows.filter(({ due_date }) => due_date === today());
  return {
    tasks: [...late.data, ...now].map(asTask),
    count: late.found + now.length,
    atLeast: next !== undefined && next.page < next.lastPage && rows.at(-1)?.due_date === today(),
  };
});

function asTask(invoice: InvoiceRow) {
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
