import { Button } from '@mantine/core';
import { type BoletoDetail, boletos } from '@morada/contract/bank/boletos';
import type { InvoiceDetail } from '@morada/contract/money/invoices';
import { IconBarcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { invoiceBoletosQuery } from '#web/entities/boleto/boleto-queries.ts';
import { BoletoStatus, numberShown, Registration } from '#web/entities/boleto/boleto-status.tsx';
import { may } from '#web/lib/session/session.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import classes from './invoice-boleto.module.css';
import { useBoletoActions } from './use-boleto-actions.ts';
import { useNewBoleto } from './use-new-boleto.ts';
import { WaysToPay } from './ways-to-pay.tsx';

/** In the window of an invoice: its boleto, or the button that makes one. */
export function InvoiceBoleto({ invoice }: { invoice: InvoiceDetail }) {
  const sees = may(boletos.ofInvoice.access);
  const query = useQuery({ ...invoiceBoletosQuery(invoice.id), enabled: sees });
  if (!sees) return null;
  return (
    <section className={classes.section} aria-labelledby="invoice-boleto">
      <QueryBoundary query={query} what="o boleto" lines={2}>
        {([newest]) => <Newest invoice={invoice} boleto={newest} />}
      </QueryBoundary>
    </section>
  );
}

function Newest({ invoice, boleto }: { invoice: InvoiceDetail; boleto: BoletoDetail | undefined }) {
  const { mutate: make, isPending: making } = useNewBoleto();
  // The invoice may be settled before the boleto is read again.
  const open = invoice.status === 'PENDING' && (boleto?.state === 'OPEN' || boleto?.state === 'LATE');
  const makes = invoice.status === 'PENDING' && !boleto?.payable && may(boletos.create.access);
  return (
    <>
      <div className={classes.head}>
        <h3 id="invoice-boleto">Boleto</h3>
        {boleto && <span className={classes.number}>{numberShown(boleto)}</span>}
        {boleto && <BoletoStatus boleto={boleto} />}
        {boleto && open && <Registration boleto={boleto} />}
      </div>
      {boleto && open && <WaysToPay boleto={boleto} lineOnly />}
      {!open && invoice.status === 'PENDING' && (
        <p className={classes.none}>
          {boleto ? 'A fatura está sem boleto em aberto.' : 'A fatura ainda não tem boleto.'}
        </p>
      )}
      {!boleto && invoice.status === 'PAID' && <p className={classes.none}>A fatura foi paga sem boleto.</p>}
      <div className={classes.actions}>
        {boleto && <BoletoButtons boleto={boleto} payable={open} linked={invoice.status === 'PENDING'} />}
        {makes && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBarcode size={15} />}
            loading={making}
            onClick={() => make(invoice)}
          >
            {open ? 'Gerar novo boleto' : 'Gerar boleto'}
          </Button>
        )}
      </div>
    </>
  );
}

type BoletoButtonsProps = {
  boleto: BoletoDetail;
  payable: boolean;
  /** The window shows the tenant's link already. */
  linked: boolean;
};

function BoletoButtons({ boleto, payable, linked }: BoletoButtonsProps) {
  const { pdf, page, whatsApp } = useBoletoActions()(boleto);
  return [pdf, !linked && page, payable && whatsApp].map(
    (action) =>
      action && (
        <Button
          key={action.label}
          size="xs"
          variant="default"
          leftSection={<action.icon size={15} />}
          onClick={() => action.onClick()}
        >
          {action.label}
        </Button>
      ),
  );
}
