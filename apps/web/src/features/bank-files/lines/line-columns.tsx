import type { BankLine } from '@morada/contract/bank/bank-files';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { Explained, type Explanation } from '#web/ui/display/terms/explained.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import classes from './line-columns.module.css';
import { whyExpected, whyPaid } from './why-paid.ts';

export type Row = BankLine & { id: number };

const atBank: Column<Row> = {
  title: 'No banco',
  cell: ({ label, occurrence, line }) => (
    <Two main={label} below={occurrence ? `linha ${line}, ${occurrence}` : `linha ${line}`} />
  ),
};

const ours: Column<Row> = {
  title: 'Aqui',
  kind: 'main',
  phone: 'main',
  cell: ({ found, label }) =>
    found ? (
      <Two main={found.user.name} below={`fatura ${found.invoice_id}, ${found.property}`} />
    ) : (
      <Two main={label} />
    ),
};

const due: Column<Row> = {
  title: 'Vencimento',
  hideBelow: 1100,
  cell: ({ found }) => <Day value={found?.due_date} />,
};

const expected: Column<Row> = {
  title: 'Esperado',
  kind: 'number',
  phone: 'state',
  cell: (line) => <Expected line={line} />,
};

const paid: Column<Row> = {
  title: 'Pago',
  kind: 'number',
  phone: 'amount',
  cell: (line) => <Why by={whyPaid(line)} amount={line.paid_amount} />,
};

const paidOn: Column<Row> = { title: 'Pago em', phone: 'side', cell: ({ paid_on }) => <Day value={paid_on} /> };

const difference: Column<Row> = {
  title: 'Diferença',
  kind: 'number',
  cell: ({ found, paid_amount }) => (
    <Money value={found && paid_amount !== null ? paid_amount - found.expected : null} />
  ),
};

const reason: Column<Row> = {
  title: 'Motivo',
  phone: 'below',
  cell: (line) => <span className={classes.reason}>{line.reason ?? <Missing />}</span>,
};

const foundBy: Column<Row> = {
  title: 'Encontrado por',
  kind: 'soft',
  phone: 'below',
  hideBelow: 1340,
  cell: ({ found }) => found?.by ?? <Missing />,
};

const face: Column<Row> = {
  title: 'Valor do título',
  kind: 'number',
  cell: ({ amount }) => <Money value={amount} />,
};

export const MATCHED = [atBank, ours, due, expected, paid, difference, paidOn, foundBy];
export const DIVERGENT = [atBank, ours, due, expected, paid, paidOn, reason];
export const UNMATCHED: Column<Row>[] = [{ ...atBank, phone: 'main' }, face, paid, paidOn, reason];

/** The bank's or our name for it, with its location below. */
export function Two({ main, below }: { main: string; below?: string | undefined }) {
  return (
    <span className={classes.two} title={below ? `${main}, ${below}` : main}>
      <span>{main}</span>
      {below && <span className={classes.below}>{below}</span>}
    </span>
  );
}

function Why({ by, amount }: { by: Explanation | null; amount: number | null | undefined }) {
  const money = <Money value={amount} />;
  return by ? <Explained by={by}>{money}</Explained> : money;
}

/** Expected amount; labelled on a phone, which shows no column heads. */
function Expected({ line }: { line: BankLine }) {
  return (
    <>
      {line.found && <span className={classes.word}>esperado </span>}
      <Why by={whyExpected(line)} amount={line.found?.expected} />
    </>
  );
}

/** Accessible name of a line. */
export const lineName = ({ found, label, paid_amount, paid_on }: BankLine) =>
  [found?.user.name ?? label, paid_amount !== null && formatMoney(paid_amount), paid_on && formatDate(paid_on)]
    .filter(Boolean)
    .join(', ');
