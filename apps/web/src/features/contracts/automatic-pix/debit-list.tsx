import type { Recurrence } from '@morada/contract/bank/recurrences';
import { RECURRING_CHARGE_STATES, type RecurringChargeState } from '@morada/domain/bank/pix/recurring-charge';
import { formatDate } from '@morada/domain/base/calendar';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconRepeat,
} from '@tabler/icons-react';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import classes from './automatic-pix.module.css';

type Debit = Recurrence['charges'][number];

const LOOKS = {
  WAITING: { tone: 'yellow', icon: IconCircleDashed },
  SENT: { tone: 'blue', icon: IconCircleDashed },
  PAID: { tone: 'green', icon: IconCircleCheckFilled },
  FAILED: { tone: 'red', icon: IconAlertTriangleFilled },
  REFUSED: { tone: 'red', icon: IconAlertTriangleFilled },
  CANCELING: { tone: 'gray', icon: IconCircleMinus },
  CANCELED: { tone: 'gray', icon: IconCircleMinus },
} as const satisfies Record<RecurringChargeState, object>;

/** Attempts beyond the first, and the reason of a failure. */
function noteOf({ state, retry_on, attempts, problem }: Debit): string {
  if (problem) return problem;
  if (state === 'SENT' && retry_on) return `nova tentativa em ${formatDate(retry_on)}`;
  return attempts > 1 ? `${attempts} tentativas` : '';
}

const COLUMNS: Column<Debit>[] = [
  { title: 'Vencimento', kind: 'main', phone: 'main', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  {
    title: 'Situação',
    phone: 'state',
    cell: ({ state }) => <Status {...LOOKS[state]}>{RECURRING_CHARGE_STATES[state]}</Status>,
  },
  { title: 'Observação', phone: 'below', cell: (debit) => <span className={classes.reason}>{noteOf(debit)}</span> },
];

/** The last debits of a recurrence, each with what became of it. */
export function DebitList({ charges }: { charges: Debit[] }) {
  return (
    <DataTable
      what="os débitos"
      query={{ data: charges }}
      columns={COLUMNS}
      empty={
        <EmptyState
          icon={IconRepeat}
          title="Nenhum débito ainda"
          below="Cada fatura vai ao banco de 10 a 2 dias antes do vencimento."
        />
      }
    />
  );
}
