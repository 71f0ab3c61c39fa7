import { ActionIcon } from '@mantine/core';
import { invoices } from '@morada/contract/money/invoices';
import { movimentations } from '@morada/contract/money/movimentations';
import { transfers } from '@morada/contract/money/transfers';
import type { CashKind } from '@morada/domain/ledger/cash';
import { EXPENSE_CATEGORIES } from '@morada/domain/ledger/expense';
import { IconArrowDownLeft, IconArrowUpRight, IconTrash, IconWallet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session/session.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import classes from './cash-table.module.css';
import { type CashWindow, windowName, windowOf, writeWindow } from './cash-windows.ts';
import { type CashRow, isOwn, type OwnRow } from './movimentation-queries.ts';

type CashTableProps = {
  kind: CashKind;
  list: Pick<ListPage<CashRow>, 'table'>;
  onOpen: (window: CashWindow) => void;
  onRemove: (row: OwnRow) => void;
  /** The button where nothing was entered. */
  first?: ReactNode;
};

export function CashTable({ kind, list, onOpen, onRemove, first }: CashTableProps) {
  const phone = usePhone();
  const rents = kind === 'rents';
  const changes = may(movimentations.update.access);
  return (
    <DataTable
      what="as movimentações"
      {...list.table}
      columns={rents ? RENTS : kind === 'expenses' ? EXPENSES : OWN}
      open={{
        word: rents ? 'Abrir' : 'Editar',
        name: nameOf,
        when: (row) => mayOpen(windowOf(row)),
        onOpen: (row) => {
          const window = windowOf(row);
          if (window) onOpen(window);
        },
      }}
      actions={
        changes && !rents && !phone ? (row) => isOwn(row) && <Remove row={row} onRemove={onRemove} /> : undefined
      }
      sequence={{ ...list.table.sequence, openKey: (row) => keyOf(windowOf(row)) }}
      empty={<NoneFound rents={rents} first={first} />}
    />
  );
}

const keyOf = (window: CashWindow | undefined) => (window ? writeWindow(window) : '');

const ACCESS = {
  invoice: invoices.show.access,
  transfer: transfers.show.access,
  movimentation: movimentations.update.access,
};

const mayOpen = (window: CashWindow | undefined) => window !== undefined && may(ACCESS[window.what]);

function nameOf(row: CashRow): string {
  const window = windowOf(row);
  return `${window ? windowName(window) : row.title}, ${row.user?.name ?? row.description}`;
}

const DATE: Column<CashRow> = { title: 'Data', phone: 'side', cell: ({ date }) => <Day value={date} /> };
const AMOUNT: Column<CashRow> = {
  title: 'Valor',
  kind: 'number',
  phone: 'amount',
  cell: ({ amount }) => <Money value={amount} />,
};

const RENTS: Column<CashRow>[] = [
  DATE,
  { title: 'Lançamento', phone: 'state', cell: (row) => <Way row={row} /> },
  {
    title: 'Pessoa',
    kind: 'main',
    phone: 'main',
    cell: ({ user, title }) => <Cut>{user?.name ?? title}</Cut>,
  },
  {
    title: 'Imóvel',
    kind: 'soft',
    hideBelow: 1100,
    phone: 'below',
    cell: ({ property }) => <Place value={property} />,
  },
  AMOUNT,
];

const OWN: Column<CashRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  DATE,
  { title: 'Descrição', kind: 'main', phone: 'main', cell: ({ description }) => <Cut>{description}</Cut> },
  { title: 'Tipo', phone: 'state', cell: (row) => <Way row={row} /> },
  {
    title: 'Documento',
    kind: 'soft',
    hideBelow: 1100,
    phone: 'below',
    cell: ({ doc }) => <Doc value={doc} />,
  },
  AMOUNT,
];

const [ID, ...OTHERS] = OWN;
/** All are expenses: what they were for says more than their side. */
const EXPENSES: Column<CashRow>[] = [
  ...(ID ? [ID] : []),
  ...OTHERS.map((column) =>
    column.title === 'Tipo'
      ? {
          title: 'Categoria',
          phone: 'state' as const,
          cell: ({ category, title }: CashRow) => (category ? EXPENSE_CATEGORIES[category] : title),
        }
      : column,
  ),
];

/** Which way the money went, and what it was. */
function Way({ row: { type, title } }: { row: CashRow }) {
  const Icon = type === 'INPUT' ? IconArrowDownLeft : IconArrowUpRight;
  return (
    <span className={classes.way}>
      <Icon size={15} aria-label={type === 'INPUT' ? 'Entrada:' : 'Saída:'} role="img" />
      {title}
    </span>
  );
}

const Place = ({ value }: { value: string | null }) => (value ? <Cut>{value}</Cut> : <Missing />);

/** On a phone what is missing takes no line. */
function Doc({ value }: { value: string | null }) {
  const phone = usePhone();
  if (value) return <Cut>{value}</Cut>;
  return phone ? null : <Missing />;
}

/** Names and addresses give way before figures do. */
function Cut({ children }: { children: string }) {
  return (
    <span className={classes.cut} title={children}>
      {children}
    </span>
  );
}

function Remove({ row, onRemove }: { row: OwnRow; onRemove: (row: OwnRow) => void }) {
  const label = `Deletar movimentação ${row.id}, ${row.description}`;
  return (
    <ActionIcon size={28} aria-label={label} title="Deletar movimentação" onClick={() => onRemove(row)}>
      <IconTrash size={15} />
    </ActionIcon>
  );
}

function NoneFound({ rents, first }: { rents: boolean; first: ReactNode }) {
  return (
    <EmptyState
      icon={IconWallet}
      title="Nenhuma movimentação neste período"
      below={rents ? 'Faturas recebidas e repasses efetuados aparecem aqui.' : 'O que entra e sai é lançado em Novo.'}
      action={first}
    />
  );
}
