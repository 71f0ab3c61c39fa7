import type { ProposalDetail } from '@morada/contract/proposals';
import { Link } from '@tanstack/react-router';
import { Missing } from '#web/ui/figures.tsx';
import { invoicePage, transferPage } from './places.ts';

/** Which invoice and which transfer took it. */
export function ExtraUse({ extra }: { extra: ProposalDetail['extraValues'][number] }) {
  const { invoice_id, transfer_id } = extra;
  if (invoice_id === null && transfer_id === null) return <Missing>Ainda não usada</Missing>;
  return (
    <>
      {invoice_id !== null && <Use page={invoicePage(invoice_id)}>{`Fatura ${invoice_id}`}</Use>}
      {invoice_id !== null && transfer_id !== null && ', '}
      {transfer_id !== null && <Use page={transferPage(transfer_id)}>{`Repasse ${transfer_id}`}</Use>}
    </>
  );
}

function Use({ page, children }: { page: ReturnType<typeof invoicePage>; children: string }) {
  return page ? <Link {...page}>{children}</Link> : children;
}
