import type { PaymentLine } from '@morada/contract/payments';
import { IconAlertTriangleFilled, IconCircleXFilled } from '@tabler/icons-react';
import type { Column } from '#web/ui/data-table.tsx';
import { Money } from '#web/ui/figures.tsx';
import { warningsOf } from './payment-words.ts';
import classes from './payments.module.css';

export type LineRow = PaymentLine & { id: number };

export const asRow = <Line extends PaymentLine>(line: Line): Line & { id: number } => ({
  ...line,
  id: line.transfer_id,
});

/** What goes to whom and where; `last` is what the window has to say of each. */
export const lineColumns = <Row extends LineRow>(last: Column<Row>): Column<Row>[] => [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Favorecido', kind: 'main', phone: 'main', cell: (line) => <Payee line={line} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  last,
];

/** Who is paid, where to, and what is wrong or strange about it. */
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
