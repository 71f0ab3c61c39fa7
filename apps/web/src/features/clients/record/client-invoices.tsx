import { invoices } from '@morada/contract/money/invoices';
import type { ClientInvoice } from '@morada/contract/registry/clients';
import { shownReference } from '@morada/domain/base/calendar';
import { invoiceState } from '@morada/domain/rent/invoice';
import { IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { AgreementLinks } from '#web/entities/agreement/agreement-links.tsx';
import { clientInvoicesQuery } from '#web/entities/client/client-queries.ts';
import { InvoiceStatus } from '#web/entities/invoice/invoice-status.tsx';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { Day, Money, Month } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { overPage } from '#web/ui/overlay/record-from-url.tsx';

type Invoice = z.output<typeof ClientInvoice>;
/** All invoices of the client, paid and open. */
export function ClientInvoices({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery(clientInvoicesQuery(id, page));
  const columns: Column<Invoice>[] = [
    { title: 'ID', kind: 'id', cell: (invoice) => invoice.id },
    { title: 'Imóvel', kind: 'main', phone: 'main', cell: ({ property }) => property },
    {
      title: 'Referência',
      phone: 'below',
      cell: ({ reference }) => <Month value={shownReference(reference)} />,
    },
    { title: 'Vencimento', phone: 'side', cell: ({ due_date }) => <Day value={due_date} /> },
    { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
    { title: 'Situação', phone: 'state', cell: (invoice) => <InvoiceStatus invoice={invoice} /> },
  ];
  return (
    <>
      <DataTable
        what="as faturas"
        query={query}
        columns={columns}
        tone={(invoice) => tinted(invoiceState(invoice, today()).tone)}
        onPage={setPage}
        open={
          may(invoices.show.access)
            ? {
                name: (invoice) => `fatura ${invoice.id}`,
                link: (invoice) => overPage('invoice', invoice.id),
              }
            : undefined
        }
        empty={
          <EmptyState
            icon={IconReceiptOff}
            title="Nenhuma fatura"
            below="Aparecem aqui as faturas dos contratos em que este cliente é inquilino."
          />
        }
      />
      {query.data && query.data.total > 0 && <AgreementLinks client={id} />}
    </>
  );
}

const tinted = (tone: string) => (tone === 'late' || tone === 'soon' ? ({ tone } as const) : undefined);
