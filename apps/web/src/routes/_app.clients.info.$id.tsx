import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ClientPage } from '#web/features/clients/client-page.tsx';
import { clientQuery } from '#web/features/clients/client-queries.ts';
import { InvoiceStatus } from '#web/features/invoices/invoice-status.tsx';
import { PropertyStatus } from '#web/features/properties/property-status.tsx';
import { lateness, TransferStatus } from '#web/features/transfers/transfer-status.tsx';
import { contractAccounts } from './-contract-accounts.tsx';

export const Route = createFileRoute('/_app/clients/info/$id')({
  staticData: { access: 'CLIENT_VIEW' },
  validateSearch: z.object({ tab: z.catch(z.optional(z.string()), undefined) }),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(clientQuery(Number(params.id))),
  component: Client,
});

function Client() {
  const { id } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ClientPage
      key={id}
      id={Number(id)}
      tab={tab}
      onTab={(next) => navigate({ search: { tab: next }, state: true, replace: true, resetScroll: false })}
      onDeleted={() => navigate({ to: '/clients', ignoreBlocker: true })}
      propertyStatus={(status) => <PropertyStatus status={status} />}
      accounts={contractAccounts}
      invoiceStatus={(invoice) => <InvoiceStatus invoice={invoice} />}
      transferStatus={(transfer) => <TransferStatus status={transfer.status} note={lateness(transfer)} />}
    />
  );
}
