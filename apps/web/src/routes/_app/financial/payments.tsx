import { Button } from '@mantine/core';
import { payouts } from '@morada/contract/bank/payouts';
import { searchId } from '@morada/contract/base/fields';
import { payments } from '@morada/contract/money/payments';
import { TRANSFER_READERS } from '@morada/contract/money/transfers.search';
import { IconCashBanknote } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { paymentsQuery } from '#web/features/payments/payment-queries.ts';
import { PaymentTable } from '#web/features/payments/payment-table.tsx';
import { waitingQuery } from '#web/features/payments/payout-queries.ts';
import { WaitingPayments } from '#web/features/payments/waiting-payments.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead, Section } from '#web/ui/page/page.tsx';

const PaymentWindow = lazyWindow(
  () => import('#web/features/payments/payment-window.tsx'),
  ({ PaymentWindow }) => PaymentWindow,
);

const Search = z.object({ open: searchId });

export const Route = createFileRoute('/_app/financial/payments')({
  staticData: {
    menu: { entry: 'Repasses', label: 'Pagamentos de repasses', tab: 1, icon: IconCashBanknote },
    access: TRANSFER_READERS,
    list: listOf(Search, { open: 'place' }),
  },
  validateSearch: Search,
  loader: ({ context }) => void context.queryClient.prefetchQuery(paymentsQuery),
  component: PaymentsPage,
});

function PaymentsPage() {
  const navigate = Route.useNavigate();
  const query = useQuery(paymentsQuery);
  const waiting = useQuery({ ...waitingQuery, enabled: may(payouts.waiting.access) });
  const show = (id: number | undefined) => navigate({ search: { open: id }, resetScroll: false });
  const waits = waiting.data !== undefined && waiting.data.data.length > 0;
  const table = (
    <PaymentTable
      query={query}
      onOpen={show}
      choose={
        <Button variant="default" renderRoot={(props) => <Link to="/financial/transfers" {...props} />}>
          Ver repasses pendentes
        </Button>
      }
    />
  );
  return (
    <>
      <PageHead
        title="Pagamentos de repasses"
        terms={['repasse', 'remittance']}
        below="O que foi montado para o banco: arquivos, e a conclusão depois que o banco paga."
        actions={<ExportButton onExport={(format) => download(payments.export, { params: { format }, query: {} })} />}
      />
      {waiting.data && <WaitingPayments waiting={waiting.data} onOpen={show} />}
      {waits ? <Section title="Todos os pagamentos">{table}</Section> : table}
      <RecordFromUrl<number>>{(id) => <PaymentWindow id={id} onClose={() => show(undefined)} />}</RecordFromUrl>
    </>
  );
}
