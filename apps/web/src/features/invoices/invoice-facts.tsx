import { proposals } from '@morada/contract/lease/proposals';
import type { InvoiceDetail } from '@morada/contract/money/invoices';
import { shownReference } from '@morada/domain/base/calendar';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { Day, Figure, Moment, Month } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';

/** Tenant, contract and dates of the invoice. */
export function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  const {
    user,
    property,
    proposal,
    reference,
    due_date,
    created_at,
    balance_of,
    debt_agreement_id,
    instalment,
    instalments,
  } = invoice;
  return (
    <KeyValue
      items={[
        { label: 'Inquilino', value: user.name },
        { label: 'Imóvel', value: property.address },
        { label: 'Contrato', value: <ContractLink id={proposal.id} /> },
        { label: 'Referência', value: <Month value={shownReference(reference)} /> },
        { label: 'Vencimento', value: <Day value={due_date} /> },
        ...(instalment === null
          ? []
          : [{ label: 'Parcela', value: `${instalment} de ${instalments}, acordo ${debt_agreement_id}` }]),
        ...(balance_of === null ? [] : [{ label: 'Saldo da fatura', value: <Figure>{balance_of}</Figure> }]),
        { label: 'Gerada em', value: <Moment value={created_at} /> },
      ]}
    />
  );
}

function ContractLink({ id }: { id: number }) {
  const number = <Figure>{id}</Figure>;
  if (!may(proposals.show.access)) return number;
  return (
    <Link to="/contracts/info/$id" params={{ id: String(id) }}>
      {number}
    </Link>
  );
}
