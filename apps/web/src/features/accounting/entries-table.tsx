import { VisuallyHidden } from '@mantine/core';
import type { AccountingEntry } from '@morada/contract/fiscal/fiscal-accounting';
import { IconBook2 } from '@tabler/icons-react';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import { AccountCode } from './accounts-table.tsx';
import classes from './entries-table.module.css';

type EntriesTableProps = {
  query: Loadable<RowPage<AccountingEntry>>;
  isPhone: boolean;
  onPage: (page: number) => void;
};

/** Entries of a month; each line of an entry has an account, and an amount on its debit or credit side. */
export function EntriesTable({ query, isPhone, onPage }: EntriesTableProps) {
  return (
    <DataTable
      what="os lançamentos"
      query={query}
      columns={isPhone ? ON_A_PHONE : COLUMNS}
      onPage={onPage}
      empty={
        <EmptyState
          icon={IconBook2}
          title="Nenhum lançamento neste mês"
          below="Faturas recebidas, repasses, impostos recolhidos e movimentações aparecem aqui, na data da movimentação."
        />
      }
    />
  );
}

const DAY: Column<AccountingEntry> = { title: 'Data', phone: 'below', cell: ({ day }) => <Day value={day} /> };
const HISTORY: Column<AccountingEntry> = {
  ...{ title: 'Histórico', kind: 'main', phone: 'main' },
  cell: ({ history }) => history,
};

const COLUMNS: Column<AccountingEntry>[] = [
  DAY,
  HISTORY,
  { title: 'Documento', kind: 'soft', hideBelow: 1340, cell: ({ document }) => document ?? '' },
  { title: 'Contas', kind: 'soft', cell: ({ lines }) => <Accounts lines={lines} /> },
  { title: 'Débito', kind: 'number', cell: ({ lines }) => <Amounts lines={lines} side="debit" /> },
  { title: 'Crédito', kind: 'number', cell: ({ lines }) => <Amounts lines={lines} side="credit" /> },
];

const ON_A_PHONE: Column<AccountingEntry>[] = [
  HISTORY,
  DAY,
  { title: 'Contas', phone: 'state', cell: ({ lines }) => <Postings lines={lines} /> },
];

type Lines = Pick<AccountingEntry, 'lines'>;

function Accounts({ lines }: Lines) {
  return (
    <ul className={classes.lines}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike in all but their place
        <li key={place} className={classes.line} title={[line.name, line.person].filter(Boolean).join(', ')}>
          <Account line={line} />
        </li>
      ))}
    </ul>
  );
}

function Account({ line: { code, name, person } }: { line: AccountingEntry['lines'][number] }) {
  return (
    <>
      <AccountCode code={code} /> {name}
      {person && <span className={classes.person}>, {person}</span>}
    </>
  );
}

function Amounts({ lines, side }: Lines & { side: 'debit' | 'credit' }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={place} className={classes.amount}>
          {line[side] > 0 && <Money value={line[side]} />}
        </li>
      ))}
    </ul>
  );
}

/** Lines of an entry on a phone: `D 8 Caixa R$ 1.500,00`. */
function Postings({ lines }: Lines) {
  return lines.map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <div key={place} className={classes.onPhone}>
      <span aria-hidden="true">{line.debit > 0 ? 'D' : 'C'}</span>
      <VisuallyHidden>{line.debit > 0 ? 'Débito:' : 'Crédito:'}</VisuallyHidden>
      <span>
        <Account line={line} />
      </span>
      <Money value={line.debit + line.credit} />
    </div>
  ));
}
