import { IconCircleCheckFilled, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import { Status } from '#web/ui/display/status.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import { asRow, type LineRow, lineColumns } from './line-columns.tsx';
import type { Payment } from './payment-queries.ts';
import classes from './payments.module.css';

type Line = Payment['lines'][number];
type Row = LineRow & Line;

type PaymentLinesProps = { lines: Line[]; choice?: Pick<RowChoice<Row>, 'chosen' | 'onChoose'> };

/** As they were ordered, bank by bank; those that the bank has yet to pay can be chosen. */
export function PaymentLines({ lines, choice }: PaymentLinesProps) {
  return (
    <div className={classes.lines}>
      <DataTable<Row>
        what="os repasses do pagamento"
        query={{ data: lines.map(asRow) }}
        columns={COLUMNS}
        choice={choice && { ...choice, name: ({ id, user }) => `repasse ${id}, ${user.name}`, can: isWaiting }}
        empty={null}
      />
    </div>
  );
}

export const isWaiting = ({ live, status }: Pick<Line, 'live' | 'status'>) => live && status === 'PENDING';

const COLUMNS = lineColumns<Row>({ title: 'Situação', phone: 'state', cell: (line) => <LineStatus line={line} /> });

function LineStatus({ line: { live, status } }: { line: Line }) {
  if (!live) {
    return (
      <Status tone="gray" icon={IconCircleMinus}>
        Retirado
      </Status>
    );
  }
  return status === 'DONE' ? (
    <Status tone="green" icon={IconCircleCheckFilled}>
      Efetuado
    </Status>
  ) : (
    <Status tone="yellow" icon={IconCircleDashed}>
      Pendente
    </Status>
  );
}
