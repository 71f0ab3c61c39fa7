import type { ComponentProps } from 'react';
import { InvoiceBoleto } from '#web/features/boletos/invoice-boleto.tsx';
import { InvoiceDialog } from '#web/features/invoices/invoice-dialog.tsx';

/** An invoice with its boleto, wherever it is opened. */
export function InvoiceWindow(props: Omit<ComponentProps<typeof InvoiceDialog>, 'boleto'>) {
  return <InvoiceDialog {...props} boleto={(invoice) => <InvoiceBoleto invoice={invoice} />} />;
}
