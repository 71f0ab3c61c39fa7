import { daysText, formatDate } from '@morada/domain/base/calendar';
import { transferState } from '@morada/domain/rent/transfer';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { today } from '#web/lib/today.ts';
import { Status } from '#web/ui/display/status.tsx';
import classes from './transfer-status.module.css';

type Stateful = Parameters<typeof transferState>[0];

type TransferStatusProps = {
  status: Stateful['status'];
  note?: string;
  /** Note that payment was already ordered at the bank. */
  ordered?: string;
};

/** Efetuado or Pendente. */
export function TransferStatus({ status, note, ordered }: TransferStatusProps) {
  if (status === 'DONE') {
    return (
      <Status tone="green" icon={IconCircleCheckFilled} note={note}>
        Efetuado
      </Status>
    );
  }
  return (
    <Status tone="yellow" icon={IconCircleDashed} note={note ?? ordered} noteTone={note ? 'red' : undefined}>
      Pendente
    </Status>
  );
}

/** `há 3 dias`, once the deadline has passed. */
export function lateness(transfer: Stateful): string | undefined {
  const { tone, days } = transferState(transfer, today());
  return tone === 'late' ? `há ${daysText(days)}` : undefined;
}

/** The deadline, and since when it has passed. */
export function Deadline({ transfer }: { transfer: Stateful }) {
  const late = lateness(transfer);
  return (
    <time dateTime={transfer.due_date} className={classes.deadline}>
      {formatDate(transfer.due_date)}
      {late && <span className={classes.late}>{late}</span>}
    </time>
  );
}

/** Legend of the calendar's icons. */
export function TransferLegend() {
  return (
    <div className={classes.legend}>
      <Status tone="yellow" icon={IconCircleDashed}>
        Pendente
      </Status>
      <Status tone="red" icon={IconAlertTriangleFilled}>
        Atrasado
      </Status>
      <Status tone="green" icon={IconCircleCheckFilled}>
        Efetuado
      </Status>
    </div>
  );
}
