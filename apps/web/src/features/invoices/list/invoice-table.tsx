import type { Answer } from '@morada/contract/base/endpoint';
import type { InvoiceRow, invoices } from '@morada/contract/money/invoices';
import { formatDate, shownReference } from '@morada/domain/base/calendar';
import { invoiceState } from '@morada/domain/rent/invoice';
import { IconReceiptOff } from '@tabler/icons-react';
import { invoiceQuery } from '#web/entities/invoice/invoice-queries.ts';
import { InvoiceStatus } from '#web/entities/invoice/invoice-status.tsx';
import { today } from '#web/lib/today.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Figure, Money, Month } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { usePrefetch } from '#web/ui/overlay/prefetch-on-intent.ts';
import classes from './invoice-table.module.css';

type InvoiceTableProps = {
  list: ListPage<InvoiceRow> & { query: Loadable<Answer<typeof invoices.list>> };
  /** Paid ones come by day of payment, the rest by due date. */
  byDueDate: boolean;
  /** Row selection, for users with a bulk action. */
  choice?: Pick<RowChoice<InvoiceRow>, 'chosen' | 'onChoose'> | undefined;
};

export function InvoiceTable({ list, byDueDate, choice }: InvoiceTableProps) {
  const prefetch = usePrefetch();
  return (
    <DataTable
      what="as faturas"
      cards
      {...list.table}
      columns={COLUMNS}
      order={byDueDate ? 'due_date:asc' : undefined}
      choice={choice && { ...choice, name: nameOf }}
      open={{ name: nameOf, onOpen: ({ id }) => list.show(id), prefetch: ({ id }) => prefetch(invoiceQuery(id)) }}
      tone={rowTone}
      empty={list.isNarrowed ? <NoInvoiceFound open={list.query.data?.total} onClear={list.clear} /> : <NoneOpen />}
    />
  );
}

const nameOf = ({ id, tenant }: InvoiceRow) => `fatura ${id}, ${tenant}`;

const COLUMNS: Column<InvoiceRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: (invoice) => <Cut>{whose(invoice)}</Cut> },
  {
    title: 'Imóvel',
    kind: 'soft',
    hideBelow: 1100,
    phone: 'below',
    cell: ({ property }) => <Cut>{property}</Cut>,
  },
  {
    title: 'Referência',
    hideBelow: 1340,
    kind: 'soft',
    cell: ({ reference }) => <Month value={shownReference(reference)} />,
  },
  { title: 'Vencimento', phone: 'side', sort: 'due_date', cell: (invoice) => <DueDay invoice={invoice} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  { title: 'Situação', phone: 'state', cell: (invoice) => <InvoiceStatus invoice={invoice} /> },
];

/** The tenant, and of an instalment which it is: "Ana Prado, parcela 2 de 6". */
const whose = ({ tenant, instalment, instalments }: InvoiceRow) =>
  instalment === null ? tenant : `${tenant}, parcela ${instalment} de ${instalments}`;

/** Names and addresses give way before figures do. */
function Cut({ children }: { children: string }) {
  return (
    <span className={classes.cut} title={children}>
      {children}
    </span>
  );
}

/** Due date; on a phone labelled and without its year: "vence 05/11". */
function DueDay({ invoice }: { invoice: InvoiceRow }) {
  const phone = usePhone();
  if (!phone) return <Day value={invoice.due_date} />;
  const paid = invoice.pay_day;
  return <Figure>{paid ? `pago ${shortDay(paid)}` : `vence ${shortDay(invoice.due_date)}`}</Figure>;
}

const shortDay = (day: InvoiceRow['due_date']) => formatDate(day).slice(0, 5);

function rowTone(invoice: InvoiceRow) {
  const { tone } = invoiceState(invoice, today());
  return tone === 'late' || tone === 'soon' ? { tone } : undefined;
}

function NoInvoiceFound({ open = 0, onClear }: { open: number | undefined; onClear: () => void }) {
  const below =
    open === 0
      ? 'Nenhuma fatura está em aberto.'
      : open === 1
        ? 'Há 1 fatura em aberto.'
        : `Há ${open} faturas em aberto.`;
  return <NoneFound icon={IconReceiptOff} title="Nenhuma fatura com estes filtros" below={below} onClear={onClear} />;
}

function NoneOpen() {
  return (
    <EmptyState
      icon={IconReceiptOff}
      title="Nenhuma fatura em aberto"
      below="As faturas são geradas todos os dias, à medida que os vencimentos se aproximam."
    />
  );
}
