import { invoices } from '@morada/contract/money/invoices';
import { transfers } from '@morada/contract/money/transfers';
import { formatDate } from '@morada/domain/base/calendar';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import type { StatementEvent } from './statement-queries.ts';
import classes from './statement-table.module.css';

/** Origin of a balance change, with what proves a payment. */
export function EventSource({ event }: { event: StatementEvent }) {
  const { due_date, end_to_end_id, files } = event;
  const proof = [
    due_date && `venc. ${formatDate(due_date)}`,
    end_to_end_id && `Pix ${end_to_end_id}`,
    files.length > 0 && files.map(({ name }) => name).join(', '),
  ].filter(Boolean);
  return (
    <>
      <Source event={event} />
      {proof.length > 0 && <span className={classes.proof}>{proof.join(' · ')}</span>}
    </>
  );
}

/** The received invoice or the paid transfer. */
function Source({ event }: { event: StatementEvent }) {
  const { invoice_id, transfer_id, description } = event;
  if (invoice_id !== null && may(invoices.list.access)) {
    return (
      <Link to="/financial/invoices" search={{ open: invoice_id }}>
        {description}
      </Link>
    );
  }
  if (transfer_id !== null && may(transfers.show.access)) {
    return (
      <Link to="/financial/transfers" search={{ open: transfer_id }}>
        {description}
      </Link>
    );
  }
  return description;
}
