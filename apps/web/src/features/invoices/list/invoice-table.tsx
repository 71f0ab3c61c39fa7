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
import type { Turn } from '#web/ui/list/record-sequence.ts';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import { usePrefetch } from '#web/ui/overlay/prefetch-on-intent.ts';
import classes from './invoice-table.module.css';

type InvoiceTableProps = {
  query: Loadable<Answer<typeof invoices.list>>;
  /** Some filter besides "Em aberto" is in force. */
  filtered: boolean;
  /** Paid ones come by day of payment, the rest by due date. */
  byDueDate: boolean;
  onOpen: (id: number) => unknown;
  onPage: (page: number) => void;
  turn: Turn<InvoiceRow>;
  onClear: () => void;
  /** Row selection, for users with a bulk action. */
  choice?: Pick<RowChoice<InvoiceRow>, 'chosen' | 'onChoose'> | undefined;
};

export function InvoiceTable({ query, filtered, byDueDate, choice, onOpen, onPage, turn, onClear }: InvoiceTableProps) {
  const prefetch = usePrefetch();
  return (
    <DataTable
      what="as faturas"
      cards
      query={query}
      columns={COLUMNS}
      total={query.data?.found}
      order={byDueDate ? 'due_date:asc' : undefined}
      choice={choice && { ...choice, name: nameOf }}
      open={{ name: nameOf, onOpen: ({ id }) => onOpen(id), prefetch: ({ id }) => prefetch(invoiceQuery(id)) }}
      tone={rowTone}
      onPage={onPage}
      sequence={{ turn }}
      empty={filtered ? <NoInvoiceFound open={query.data?.total} onClear={onClear} /> : <NoneOpen />}
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
