import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { Link } from '@tanstack/react-router';
import { invoiceOver, transferOver } from '#web/features/contracts/terms/places.ts';
import { Missing } from '#web/ui/display/figures.tsx';

/** Which invoice and which transfer took it, or the month it waits for. */
export function ExtraUse({ extra }: { extra: ProposalDetail['extraValues'][number] }) {
  const { invoice_id, transfer_id } = extra;
  if (invoice_id === null && transfer_id === null) return <Missing>{waiting(extra)}</Missing>;
  return (
    <>
      {invoice_id !== null && <Use page={invoiceOver(invoice_id)}>{`Fatura ${invoice_id}`}</Use>}
      {invoice_id !== null && transfer_id !== null && ', '}
      {transfer_id !== null && <Use page={transferOver(transfer_id)}>{`Repasse ${transfer_id}`}</Use>}
    </>
  );
}

function waiting({ boleto, from_reference }: ProposalDetail['extraValues'][number]): string {
  if (from_reference) return `Aguarda o mês ${formatReference(shownReference(from_reference))}`;
  return boleto ? 'Aguarda a próxima fatura' : 'Aguarda o próximo repasse';
}

function Use({ page, children }: { page: ReturnType<typeof invoiceOver>; children: string }) {
  return page ? <Link {...page}>{children}</Link> : children;
}
