import { Button } from '@mantine/core';
import { clients } from '@morada/contract/clients';
import { pageNumber, reference, searchId, searchText } from '@morada/contract/fields';
import { payments } from '@morada/contract/payments';
import { transfers } from '@morada/contract/transfers';
import { TRANSFER_READERS } from '@morada/contract/transfers.search';
import { referenceOf } from '@morada/domain/calendar';
import { IconArrowsLeftRight, IconCashBanknote, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { ClientPicker } from '#web/features/clients/client-picker.tsx';
import { TransferBar } from '#web/features/transfers/transfer-bar.tsx';
import { TransferCalendar } from '#web/features/transfers/transfer-calendar.tsx';
import { transferCounters } from '#web/features/transfers/transfer-counters.ts';
import { monthQuery, pendingQuery, useTransferActions } from '#web/features/transfers/transfer-queries.ts';
import { TransferTable } from '#web/features/transfers/transfer-table.tsx';
import { useTransferChoice } from '#web/features/transfers/use-transfer-choice.ts';
import { may } from '#web/lib/session.ts';
import { today } from '#web/lib/today.ts';
import { Counters } from '#web/ui/counters.tsx';
import { PageHead, Section } from '#web/ui/page.tsx';
import { SearchBox } from '#web/ui/tool-bar.tsx';
import { usePhone } from '#web/ui/use-phone.ts';

const TransferDialog = lazy(() =>
  import('#web/features/transfers/transfer-dialog.tsx').then(({ TransferDialog }) => ({ default: TransferDialog })),
);
const ManualTransferDialog = lazy(() =>
  import('#web/features/transfers/manual-transfer-dialog.tsx').then(({ ManualTransferDialog }) => ({
    default: ManualTransferDialog,
  })),
);

const PayDialog = lazy(() =>
  import('#web/features/payments/pay-dialog.tsx').then(({ PayDialog }) => ({ default: PayDialog })),
);

export const Route = createFileRoute('/_app/financial/transfers')({
  validateSearch: z.object({
    page: z.optional(pageNumber),
    query: searchText,
    /** Of the calendar; the current one when absent. */
    month: z.catch(z.optional(reference()), undefined),
    open: searchId,
  }),
  loaderDeps: ({ search: { page, query, month } }) => ({ page, query, month }),
  loader: ({ context: { queryClient }, deps: { month = referenceOf(today()), ...search } }) => {
    queryClient.prefetchQuery(pendingQuery(search));
    queryClient.prefetchQuery(monthQuery(month));
  },
  staticData: {
    menu: { group: 'Financeiro', label: 'Repasses', icon: IconArrowsLeftRight, order: 3 },
    access: TRANSFER_READERS,
  },
  component: TransfersPage,
});

function TransfersPage() {
  const { open, page, query, month = referenceOf(today()) } = Route.useSearch();
  const navigate = Route.useNavigate();
  const pending = useQuery(pendingQuery({ page, query }));
  const calendar = useQuery(monthQuery(month));
  const { refresh } = useTransferActions();
  const phone = usePhone();
  const [adding, setAdding] = useState(false);
  const [paying, setPaying] = useState(false);
  const choice = useTransferChoice();
  const pays = may(payments.create.access);
  const adds = may(transfers.create.access) && may(clients.owners.access);

  const show = (id: number | undefined) => navigate({ search: (now) => ({ ...now, open: id }), resetScroll: false });
  const search = (text: string | undefined) =>
    navigate({ search: (now) => ({ ...now, query: text, page: undefined }), replace: true, resetScroll: false });

  return (
    <>
      <PageHead
        title="Resumo Financeiro"
        below="Repasses aos proprietários"
        actions={
          <>
            {!phone && (
              <Button
                variant="default"
                leftSection={<IconRefresh size={15} />}
                loading={calendar.isFetching && !calendar.isPending}
                onClick={refresh}
              >
                Atualizar calendário
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconCashBanknote size={15} />}
              renderRoot={(props) => <Link to="/financial/payments" {...props} />}
            >
              Pagamentos
            </Button>
            {adds && (
              <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
                Adicionar manual
              </Button>
            )}
          </>
        }
      />
      <Counters items={transferCounters(pending)} />
      <TransferCalendar
        month={month}
        query={calendar}
        onMonth={(next) => navigate({ search: (now) => ({ ...now, month: next }), replace: true, resetScroll: false })}
        onOpen={show}
        onRefresh={refresh}
      />
      <Section
        title="Repasses pendentes"
        action={<SearchBox label="Proprietário, contrato ou ID" value={query} onSearch={search} />}
      >
        <TransferTable
          query={{ ...pending, data: pending.data && { ...pending.data, total: pending.data.found } }}
          searched={query !== undefined}
          onOpen={show}
          onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }), resetScroll: false })}
          onClear={() => search(undefined)}
          choice={pays ? choice.rows : undefined}
        />
        <TransferBar choice={choice} onPay={() => setPaying(true)} />
      </Section>
      <Suspense>
        {open !== undefined && (
          <TransferDialog key={open} id={open} onClose={() => show(undefined)} paymentLink={paymentLink} />
        )}
        {paying && (
          <PayDialog
            transfers={choice.ids}
            onClose={() => setPaying(false)}
            onMade={(id) => navigate({ to: '/financial/payments', search: { open: id } })}
          />
        )}
        {adding && (
          <ManualTransferDialog
            ownerField={(field) => <ClientPicker {...field} owners />}
            onClose={() => setAdding(false)}
            onAdded={(id) => {
              setAdding(false);
              show(id);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const paymentLink = (id: number) => (
  <p>
    <Link to="/financial/payments" search={{ open: id }}>
      No pagamento {id}
    </Link>
  </p>
);
