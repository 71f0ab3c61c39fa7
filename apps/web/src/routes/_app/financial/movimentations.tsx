import { Button } from '@mantine/core';
import { movimentations } from '@morada/contract/money/movimentations';
import {
  MOVIMENTATION_READERS,
  MovimentationKind,
  MovimentationSearch,
} from '@morada/contract/money/movimentations.search';
import { earlier } from '@morada/domain/base/calendar';
import { type Span, spanOf } from '@morada/domain/base/span';
import { IconPlus, IconWallet } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { cashCounters } from '#web/features/cash/cash-counters.ts';
import { CashLayout } from '#web/features/cash/cash-layout.tsx';
import { CashPanel, NewButton, RENTS_NOTE, ReportButton } from '#web/features/cash/cash-panel.tsx';
import { CashTable } from '#web/features/cash/cash-table.tsx';
import { readWindow, writeWindow } from '#web/features/cash/cash-windows.ts';
import { cashQuery } from '#web/features/cash/movimentation-queries.ts';
import { useRemoval } from '#web/features/cash/use-removal.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { PeriodPicker } from '#web/ui/input/period-picker.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const InvoiceWindow = lazyWindow(
  () => import('#web/routes/-invoice-window.tsx'),
  ({ InvoiceWindow }) => InvoiceWindow,
);
const TransferWindow = lazyWindow(
  () => import('#web/features/transfers/record/transfer-window.tsx'),
  ({ TransferWindow }) => TransferWindow,
);
const MovimentationWindow = lazyWindow(
  () => import('#web/features/cash/movimentation-window.tsx'),
  (window) => window.default,
);
const NewMovimentationWindow = lazyWindow(
  () => import('#web/features/cash/new-movimentation-window.tsx'),
  (window) => window.default,
);

const Search = z.extend(MovimentationSearch, {
  kind: z.catch(z.optional(MovimentationKind), undefined),
  /** The record that lies open: `invoice-10431`. */
  open: z.catch(z.optional(z.string()), undefined),
});

const LIST = listOf(Search, { kind: 'own', startDate: 'period', endDate: 'period', open: 'place' });

export const Route = createFileRoute('/_app/financial/movimentations')({
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(cashQuery(deps));
  },
  staticData: {
    menu: { entry: 'Caixa', icon: IconWallet, key: 'x' },
    access: MOVIMENTATION_READERS,
    list: LIST,
  },
  component: CashBookPage,
});

function CashBookPage() {
  const list = useListPage(LIST, cashQuery);
  const { filter, query } = list;
  const { kind = 'rents', startDate, endDate } = list.filters;
  const [adding, setAdding] = useState(false);
  const phone = usePhone();
  const askRemoval = useRemoval();
  const span = spanOf({ start: startDate, end: endDate }, today());

  const { close } = list;
  const choosePeriod = (chosen: Span | undefined) => filter(asSearch(chosen));

  return (
    <>
      <PageHead
        title="Caixa"
        below={phone && kind === 'rents' ? RENTS_NOTE : 'O que entrou no caixa da imobiliária e o que saiu dele'}
        terms={['movimentation']}
        primary={phone && <NewButton kind={kind} onNew={() => setAdding(true)} />}
        actions={
          <>
            {phone && <ReportButton kind={kind} span={span} />}
            <ExportButton
              onExport={(format) =>
                download(movimentations.export, { params: { format }, query: { kind, startDate, endDate } })
              }
            />
          </>
        }
      />
      <CashLayout
        panel={
          <CashPanel
            kind={kind}
            span={span}
            period={
              <PeriodPicker
                value={startDate || endDate ? span : undefined}
                usual="Mês atual, até hoje"
                max={today()}
                onChange={choosePeriod}
              />
            }
            onKind={(chosen) => filter({ kind: chosen === 'rents' ? undefined : chosen })}
            onNew={() => setAdding(true)}
          />
        }
      >
        <Counters items={cashCounters(kind, query)} />
        <CashTable
          kind={kind}
          list={list}
          onOpen={(window) => list.show(writeWindow(window))}
          onRemove={askRemoval}
          first={
            kind !== 'rents' &&
            may(movimentations.create.access) && (
              <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
                Nova movimentação
              </Button>
            )
          }
        />
      </CashLayout>
      <RecordFromUrl<string>>
        {(open) => {
          const opened = readWindow(open);
          if (opened?.what === 'invoice') return <InvoiceWindow id={opened.id} onClose={close} />;
          if (opened?.what === 'transfer') return <TransferWindow id={opened.id} onClose={close} />;
          if (!opened || !query.data) return null;
          const row = query.data.data.find(({ id }) => id === opened.id);
          return <MovimentationWindow row={row} reload={query.refetch} onClose={close} />;
        }}
      </RecordFromUrl>
      {adding && kind !== 'rents' && (
        <NewMovimentationWindow
          kind={kind}
          onClose={() => setAdding(false)}
          onAdded={({ subtype, type }) => {
            setAdding(false);
            filter({ kind: subtype === 'SALE' ? 'sales' : type === 'INPUT' ? 'incomes' : 'expenses' });
          }}
        />
      )}
    </>
  );
}

/** Omits the default span, this month up to today, so that the address still means it tomorrow. */
function asSearch(chosen: Span | undefined) {
  const usual = spanOf({}, today());
  const end = chosen && earlier(chosen.end, today());
  if (!chosen || (chosen.start === usual.start && end === usual.end)) {
    return { startDate: undefined, endDate: undefined };
  }
  return { startDate: chosen.start, endDate: end };
}
