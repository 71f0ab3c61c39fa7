import { proposals } from '@morada/contract/lease/proposals';
import { invoices } from '@morada/contract/money/invoices';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { Figure } from '#web/ui/display/figures.tsx';
import type { CommissionRow } from './commission-queries.ts';

/** The invoice that was paid: where the lines come from. */
export function CommissionSource({ row: { invoice_id } }: { row: CommissionRow }) {
  if (!may(invoices.list.access)) return `Fatura ${invoice_id}`;
  return (
    <Link to="/financial/invoices" search={{ open: invoice_id }}>
      Fatura {invoice_id}
    </Link>
  );
}

export function ContractLink({ id }: { id: number }) {
  if (!may(proposals.show.access)) return <Figure>{id}</Figure>;
  return (
    <Link to="/contracts/info/$id" params={{ id: String(id) }} aria-label={`Contrato ${id}`}>
      <Figure>{id}</Figure>
    </Link>
  );
}
