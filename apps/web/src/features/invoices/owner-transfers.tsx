import type { InvoiceDetail } from '@morada/contract/money/invoices';
import { transfers as calls } from '@morada/contract/money/transfers';
import { formatDate } from '@morada/domain/base/calendar';
import { undeductedWords } from '@morada/domain/fiscal/withholding';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { AmountList } from '#web/ui/display/key-value.tsx';
import { Status } from '#web/ui/display/status.tsx';
import classes from './invoice-window.module.css';

/** Transfers to the owners from a payment, planned or made: line by line, with the deadline. */
export function OwnerTransfers({ invoice, busy }: { invoice: InvoiceDetail; busy?: boolean }) {
  const { transfers, status } = invoice;
  const several = transfers.length > 1;
  const planned = several ? 'Repasses que serão criados' : 'Repasse que será criado';
  const made = several ? 'Repasses criados' : 'Repasse criado';
  return (
    <section className={classes.transfers} aria-busy={busy}>
      <h3>{status === 'PAID' ? made : planned}</h3>
      {transfers.length === 0 && (
        <p className={classes.aside}>
          {status === 'PAID' ? 'Nenhum repasse veio desta fatura.' : 'O imóvel não tem proprietário. Vincule um antes.'}
        </p>
      )}
      {invoice.tax_undeducted > 0 && <p className={classes.aside}>{undeductedWords(invoice.tax_undeducted)}</p>}
      {transfers.map((transfer) => (
        <div key={transfer.id ?? transfer.user.id} className={classes.transfer}>
          <AmountList
            items={transfer.lines.map(({ name, amount }) => ({ label: name, amount }))}
            total={{ label: `Para ${transfer.user.name}`, amount: transfer.amount }}
          />
          <p className={classes.aside}>{deadline(transfer)}</p>
          {transfer.id !== null && <Made id={transfer.id} done={transfer.status === 'DONE'} />}
        </div>
      ))}
    </section>
  );
}

function deadline({ status, due_date }: InvoiceDetail['transfers'][number]): string {
  const day = `Prazo ${formatDate(due_date)}`;
  return status === 'PLANNED' ? `${day}, em dias úteis após o pagamento.` : day;
}

function Made({ id, done }: { id: number; done: boolean }) {
  return (
    <p className={classes.made}>
      <Status tone={done ? 'green' : 'yellow'} icon={done ? IconCircleCheckFilled : IconCircleDashed}>
        {done ? 'Efetuado' : 'Pendente'}
      </Status>
      {may(calls.overview.access) ? (
        <Link to="/financial/transfers" search={{ open: id }}>
          Abrir repasse {id}
        </Link>
      ) : (
        <span className={classes.aside}>Repasse {id}</span>
      )}
    </p>
  );
}
