import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney, formatPercent } from '@morada/domain/base/money';
import { IconPercentage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Figure, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { CommissionAmount, ExtraAmount, TransferAmount } from './commission-amounts.tsx';
import type { CommissionRow } from './commission-queries.ts';
import { ContractLink } from './commission-source.tsx';
import classes from './commission-table.module.css';

type CommissionTableProps = {
  list: Pick<ListPage<CommissionRow>, 'table'>;
  /** Empty state's button, which shows another period. */
  action: ReactNode;
};

/** Each rent that was received, what the agency took of it and what went on to the owner. */
export function CommissionTable({ list, action }: CommissionTableProps) {
  return (
    <DataTable
      what="as comissões"
      cards
      {...list.table}
      columns={COLUMNS}
      empty={
        <EmptyState
          icon={IconPercentage}
          title="Nenhum aluguel recebido no período"
          below="Cada fatura que é recebida aparece aqui, na data do pagamento."
          action={action}
        />
      }
    />
  );
}

const COLUMNS: Column<CommissionRow>[] = [
  { title: 'Contrato', kind: 'id', cell: ({ proposal_id }) => <ContractLink id={proposal_id} /> },
  { title: 'Imóvel', kind: 'main', phone: 'main', cell: ({ property }) => <Cut>{property}</Cut> },
  {
    title: 'Proprietário',
    kind: 'soft',
    phone: 'below',
    cell: ({ owner }) => (owner ? <Cut>{owner}</Cut> : <Missing />),
  },
  { title: 'Vencimento', hideBelow: 1340, cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Pago em', phone: 'side', cell: ({ pay_day }) => <PaidOn day={pay_day} /> },
  { title: 'Aluguel', kind: 'number', cell: ({ price }) => <Money value={price} bare /> },
  { title: '%', kind: 'number', cell: ({ percentage }) => <Figure>{formatPercent(percentage)}</Figure> },
  { title: 'Comissão', kind: 'number', phone: 'amount', cell: (row) => <CommissionAmount row={row} /> },
  { title: 'Extras', kind: 'number', cell: (row) => <ExtraAmount row={row} /> },
  { title: 'Repasse', kind: 'number', phone: 'state', cell: (row) => <TransferCell row={row} /> },
];

/** Names and addresses give way before figures do. */
function Cut({ children }: { children: string }) {
  return (
    <span className={classes.cut} title={children}>
      {children}
    </span>
  );
}

/** Payment date; on a phone labelled and without its year: "pago 05/11". */
function PaidOn({ day }: { day: CommissionRow['pay_day'] }) {
  return usePhone() ? <Figure>pago {formatDate(day).slice(0, 5)}</Figure> : <Day value={day} />;
}

/** On a phone with what it was taken from: "R$ 2.000,00 a 8,5%, repasse 1.884,25". */
function TransferCell({ row }: { row: CommissionRow }) {
  if (!usePhone()) return <TransferAmount row={row} />;
  return (
    <span className={classes.below}>
      {formatMoney(row.price)} a {formatPercent(row.percentage)}, repasse <TransferAmount row={row} />
    </span>
  );
}
