import { invoices } from '@morada/contract/money/invoices';
import { transfers } from '@morada/contract/money/transfers';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import type { StatementEvent } from './statement-queries.ts';

/** Origin of a balance change: the received invoice or the paid transfer. */
export function EventSource({ event }: { event: StatementEvent }) {
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
