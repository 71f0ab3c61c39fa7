import type { ComponentProps } from 'react';
import { InvoiceBoleto } from '#web/features/boletos/invoice-boleto.tsx';
import { InvoiceWindow as InvoiceAlone } from '#web/features/invoices/invoice-window.tsx';

/** An invoice with its boleto, wherever it is opened. */
export function InvoiceWindow(props: Omit<ComponentProps<typeof InvoiceAlone>, 'boleto'>) {
  return <InvoiceAlone {...props} boleto={(invoice) => <InvoiceBoleto invoice={invoice} />} />;
}
