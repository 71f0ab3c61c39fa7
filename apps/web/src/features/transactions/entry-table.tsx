import type { CashEntry } from '@morada/contract/money/finance';
import { formatDate } from '@morada/domain/base/calendar';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import type { ReactNode } from 'react';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Figure, Missing, Money } from '#web/ui/display/figures.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import { type EntryKey, keyOf } from './entry-key.ts';
import { EntrySide } from './entry-side.tsx';

type EntryTableProps = {
  /** With its article: "as transações". */
  what: string;
  query: Loadable<RowPage<CashEntry> | CashEntry[]>;
  empty: ReactNode;
  onOpen: (key: EntryKey) => void;
  onPage?: (page: number) => void;
  turn?: (page: number) => Promise<RowPage<CashEntry>>;
};

/** Money that came in and went out, the latest first. */
export function EntryTable({ query, onOpen, turn, ...rest }: EntryTableProps) {
  return (
    <DataTable
      {...rest}
      query={{ ...query, data: query.data && rowsOf(query.data) }}
      columns={COLUMNS}
      open={{ name: nameOf, onOpen: (entry) => onOpen(keyOf(entry)) }}
      sequence={{ turn: turn && ((page) => turn(page).then(pageOf)), openKey: keyOf }}
    />
  );
}

/** Rows keyed by ledger entry: a corrected movimentation has several. */
const rowsOf = (data: RowPage<CashEntry> | CashEntry[]) => (Array.isArray(data) ? data.map(byEntry) : pageOf(data));
const pageOf = (page: RowPage<CashEntry>) => ({ ...page, data: page.data.map(byEntry) });
const byEntry = (entry: CashEntry) => ({ ...entry, id: entry.entry_id });

const nameOf = ({ title, description, date }: CashEntry) => `${title}, ${description}, ${formatDate(date)}`;

const COLUMNS: Column<CashEntry>[] = [
  { title: 'Data', phone: 'side', cell: ({ date }) => <EntryDay date={date} /> },
  { title: 'Tipo', phone: 'state', cell: (entry) => <EntrySide type={entry.type} /> },
  { title: 'Lançamento', kind: 'main', phone: 'main', cell: ({ title }) => title },
  {
    title: 'Descrição',
    kind: 'soft',
    phone: 'below',
    cell: (entry) => <What entry={entry} />,
  },
  {
    title: 'Cliente',
    kind: 'soft',
    hideBelow: 1100,
    cell: ({ user, property }) =>
      user ? <span title={property ? `${user.name}, ${property}` : user.name}>{user.name}</span> : <Missing />,
  },
  {
    title: 'Pagamento',
    kind: 'soft',
    hideBelow: 1340,
    cell: ({ payment_method }) => (payment_method ? PAYMENT_METHODS[payment_method] : <Missing />),
  },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];

/** On a phone without its year. */
function EntryDay({ date }: Pick<CashEntry, 'date'>) {
  const phone = usePhone();
  return phone ? <Figure>{formatDate(date).slice(0, 5)}</Figure> : <Day value={date} />;
}

/** On a phone with the client, who has no column there. */
function What({ entry: { description, user } }: { entry: CashEntry }) {
  const phone = usePhone();
  const words = phone && user ? `${description} · ${user.name}` : description;
  return <span title={words}>{words}</span>;
}
