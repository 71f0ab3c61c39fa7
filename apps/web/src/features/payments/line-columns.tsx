import type { PaymentLine } from '@morada/contract/money/payments';
import { IconAlertTriangleFilled, IconCircleXFilled } from '@tabler/icons-react';
import { Money } from '#web/ui/display/figures.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { warningsOf } from './payment-words.ts';
import classes from './payments.module.css';

export type LineRow = PaymentLine & { id: number };

export const asRow = <Line extends PaymentLine>(line: Line): Line & { id: number } => ({
  ...line,
  id: line.transfer_id,
});

/** Columns of payment lines: amount, payee and target account; `last` is the column that differs by window. */
export const lineColumns = <Row extends LineRow>(last: Column<Row>): Column<Row>[] => [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Favorecido', kind: 'main', phone: 'main', cell: (line) => <Payee line={line} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  last,
];

/** Payee and target account, with the problems and warnings of the line. */
function Payee({ line }: { line: PaymentLine }) {
  const { user, target, problems } = line;
  return (
    <span className={classes.payee}>
      <span title={user.name}>{target?.holder ?? user.name}</span>
      {target && !target.is_own && <span className={classes.beside}>repasse de {user.name}</span>}
      {target && (
        <span className={classes.beside} title={target.label}>
          {target.label}
        </span>
      )}
      {problems.map((words) => (
        <span key={words} className={classes.problem}>
          <IconCircleXFilled size={14} aria-hidden="true" />
          {words}
        </span>
      ))}
      {warningsOf(line).map((words) => (
        <span key={words} className={classes.warning}>
          <IconAlertTriangleFilled size={14} aria-hidden="true" />
          {words}
        </span>
      ))}
    </span>
  );
}
