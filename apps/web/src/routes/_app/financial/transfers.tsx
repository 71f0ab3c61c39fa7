import { Button, Group } from '@mantine/core';
import { payouts } from '@morada/contract/bank/payouts';
import { pageNumber, reference, searchId, searchText } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { payments } from '@morada/contract/money/payments';
import { transfers } from '@morada/contract/money/transfers';
import { TRANSFER_READERS } from '@morada/contract/money/transfers.search';
import { clients } from '@morada/contract/registry/clients';
import { referenceOf } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import { IconArrowsLeftRight, IconCashBanknote, IconCircleCheck, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { monthQuery, pendingQuery, saveTransfers } from '#web/entities/transfer/transfer-queries.ts';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { TransferCalendar } from '#web/features/transfers/calendar/transfer-calendar.tsx';
import { transferCounters } from '#web/features/transfers/transfer-counters.ts';
import { TransferTable } from '#web/features/transfers/transfer-table.tsx';
import { invalidateChanged } from '#web/lib/api/query-client.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { compact } from '#web/ui/base/actions.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { SearchBox } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead, Section } from '#web/ui/page/page.tsx';

const TransferWindow = lazyWindow(
  () => import('#web/features/transfers/record/transfer-window.tsx'),
  ({ TransferWindow }) => TransferWindow,
);
const ManualTransferWindow = lazyWindow(
  () => import('#web/features/transfers/record/manual-transfer-window.tsx'),
  ({ ManualTransferWindow }) => ManualTransferWindow,
);

const PayWindow = lazyWindow(
  () => import('#web/features/payments/pay-window.tsx'),
  ({ PayWindow }) => PayWindow,
);

const Search = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  /** Of the calendar; the current one when absent. */
  month: z.catch(z.optional(reference()), undefined),
  open: searchId,
});

const LIST = listOf(Search, { query: 'search', month: 'own', open: 'place' });

export const Route = createFileRoute('/_app/financial/transfers')({
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context: { queryClient }, deps: { month = referenceOf(today()), ...search } }) => {
    queryClient.prefetchQuery(pendingQuery(search));
    queryClient.prefetchQuery(monthQuery(month));
  },
  staticData: {
    menu: { entry: 'Repasses', icon: IconArrowsLeftRight, key: 'r' },
    access: TRANSFER_READERS,
    list: LIST,
  },
  component: TransfersPage,
});

function TransfersPage() {
  const navigate = Route.useNavigate();
  const list = useListPage(LIST, ({ page, query }) => pendingQuery({ page, query }), { isBelow: true });
  const { found, query: pending, show } = list;
  const { query, month = referenceOf(today()) } = list.filters;
  const calendar = useQuery(monthQuery(month));
  // As if all transfers had changed: a record that was opened before is read again too.
  const refresh = () => invalidateChanged(transfers.overview);
  const phone = usePhone();
  usePreloadWhenIdle(TransferWindow);
  const [adding, setAdding] = useState(false);
  const [paying, setPaying] = useState<'chosen' | 'due'>();
  const choice = useSelection({ ...list, filters: { query } });
  const { ask } = useBulk();
  const payable = choice.rows.filter(({ payment_id, amount }) => payment_id === null && amount > 0);
  const pays = may(payments.create.access) || may(payouts.create.access);
  const adds = may(transfers.create.access) && may(clients.owners.access);

  return (
    <>
      <PageHead
        title="Resumo Financeiro"
        below="Repasses aos proprietários"
        terms={['repasse']}
        primary={
          adds && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
              Adicionar manual
            </Button>
          )
        }
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
          </>
        }
      />
      <Counters items={transferCounters(pending)} />
      <TransferCalendar
        month={month}
        query={calendar}
        onMonth={(next) => list.go({ month: next }, { replace: true })}
        onOpen={show}
        onRefresh={refresh}
      />
      {/* Below a calendar of unknown height: drawn where it stays. */}
      {(calendar.data || calendar.error) && (
        <Section
          title="Repasses pendentes"
          action={
            <Group gap={8} wrap={phone ? 'wrap' : 'nowrap'}>
              <SearchBox
                label="Proprietário, inquilino, imóvel, contrato ou ID"
                value={query}
                onSearch={(text) => list.filter({ query: text })}
              />
              {pays && (pending.data?.pending ?? 0) > 0 && (
                <Button variant="default" onClick={() => setPaying('due')}>
                  Pagar repasses
                </Button>
              )}
              {!phone && <ExportButton onExport={(format) => saveTransfers(format, { query })} />}
            </Group>
          }
        >
          <TransferTable list={list} choice={{ ...choice, name: ({ id, owner }) => `repasse ${id}, ${owner}` }} />
          <SelectionBar
            selection={choice}
            found={found}
            amount={sum(choice.rows.map(({ amount }) => amount))}
            actions={compact(
              pays &&
                payable.length > 0 && {
                  label: payable.length === 1 ? 'Pagar repasse' : `Pagar ${payable.length} repasses`,
                  icon: IconCashBanknote,
                  onClick: () => setPaying('chosen'),
                },
              may(BULK_ACCESS['transfer-conclude'].act) && {
                label: 'Marcar como efetuados',
                icon: IconCircleCheck,
                onClick: () => ask({ action: 'transfer-conclude', chosen: choice.asked, onStarted: choice.clear }),
              },
            )}
            onExport={(format) => saveTransfers(format, { query }, choice.asked)}
          />
        </Section>
      )}
      {paying && (
        <PayWindow
          transfers={paying === 'chosen' ? payable.map(({ id }) => id) : undefined}
          onClose={() => setPaying(undefined)}
          onMade={(id) => navigate({ to: '/financial/payments', search: { open: id } })}
        />
      )}
      {adding && (
        <ManualTransferWindow
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false);
            show(id);
          }}
        />
      )}
      <RecordFromUrl<number>>
        {(id) => <TransferWindow id={id} onClose={list.close} paymentLink={paymentLink} />}
      </RecordFromUrl>
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
