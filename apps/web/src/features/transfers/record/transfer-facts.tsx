import { proposals } from '@morada/contract/lease/proposals';
import { invoices } from '@morada/contract/money/invoices';
import { statements } from '@morada/contract/money/statements';
import type { TransferDetail } from '@morada/contract/money/transfers';
import { isReference, shownReference } from '@morada/domain/base/calendar';
import { IconHome } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { DocumentNumber, Figure, Missing, Moment, Month } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import classes from './transfer-window.module.css';

/** The property, whose it is, and where the money came from. */
export function TransferFacts({ transfer }: { transfer: TransferDetail }) {
  const { property, tenant, user, proposal_id, reference, invoice_id, created_at } = transfer;
  return (
    <>
      <div className={classes.property}>
        <span className={classes.plate}>
          <IconHome size={20} />
        </span>
        <p className={classes.address}>
          <b>{property.address}</b>
          {tenant && <span>Alugado por {tenant.name}</span>}
        </p>
      </div>
      <KeyValue
        items={[
          { label: 'Proprietário', value: <Owner user={user} /> },
          { label: 'CPF/CNPJ', value: <DocumentNumber value={user.cpf_cnpj} /> },
          { label: 'Contrato', value: <ContractLink id={proposal_id} /> },
          {
            label: 'Referência',
            value: <Month value={reference && isReference(reference) ? shownReference(reference) : null} />,
          },
          { label: 'Fatura', value: <InvoiceLink id={invoice_id} /> },
          { label: 'Criado em', value: <Moment value={created_at} /> },
        ]}
      />
    </>
  );
}

function Owner({ user: { id, name } }: Pick<TransferDetail, 'user'>) {
  if (!may(statements.show.access)) return name;
  return (
    <span className={classes.owner}>
      {name}
      <Link to="/financial/statements" search={{ owner: id }}>
        Ver extrato
      </Link>
    </span>
  );
}

function InvoiceLink({ id }: { id: number | null }) {
  if (id === null) return <Missing>Repasse manual</Missing>;
  if (!may(invoices.list.access)) return <Figure>{id}</Figure>;
  return (
    <Link to="/financial/invoices" search={{ open: id }}>
      <Figure>{id}</Figure>
    </Link>
  );
}

function ContractLink({ id }: { id: number | null }) {
  if (id === null) return <Missing />;
  if (!may(proposals.show.access)) return <Figure>{id}</Figure>;
  return (
    <Link to="/contracts/info/$id" params={{ id: String(id) }}>
      <Figure>{id}</Figure>
    </Link>
  );
}
