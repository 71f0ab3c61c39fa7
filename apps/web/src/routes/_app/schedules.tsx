import { Button } from '@mantine/core';
import { schedules } from '@morada/contract/desk/schedules';
import { VisitSearch, VisitTab } from '@morada/contract/desk/schedules.search';
import { properties } from '@morada/contract/registry/properties';
import { bookingDays } from '@morada/domain/attendance/visit-days';
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { visitsQuery } from '#web/entities/visit/visit-queries.ts';
import { VisitTable } from '#web/features/visits/visit-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { PeriodPicker, spanIn } from '#web/ui/input/period-picker.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { FilterChoice } from '#web/ui/list/filter-choice.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead } from '#web/ui/page/page.tsx';

const NewVisitWindow = lazyWindow(
  () => import('#web/features/visits/new-visit-window.tsx'),
  (window) => window.NewVisitWindow,
);

const Search = z.extend(VisitSearch, {
  tab: VisitTab,
  /** The window "Nova visita" is open. */
  book: z.catch(z.optional(z.literal('new')), undefined),
});

const TRANSACTIONS = { RENT: 'Para alugar', SALE: 'À venda' } as const;
const OUTCOMES = { HELD: 'Feita', ABSENT: 'Não veio', CANCELED: 'Cancelada' } as const;

const LIST = listOf(Search, {
  transaction: { label: 'Imóvel', words: TRANSACTIONS },
  outcome: { label: 'Visita', words: OUTCOMES },
  start: 'period',
  end: 'period',
  tab: 'place',
  book: 'place',
});

export const Route = createFileRoute('/_app/schedules')({
  staticData: {
    menu: { entry: 'Agendamentos', icon: IconCalendarEvent, key: 'v', badge: 'schedules' },
    access: 'SCHEDULE_VIEW',
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(visitsQuery(deps)),
  component: Schedules,
});

function Schedules() {
  const { tab = 'progress', book } = Route.useSearch();
  const list = useListPage(LIST, visitsQuery);
  const { query, filters } = list;
  const { data } = query;
  const mayBook = may(schedules.create.access) && may(properties.list.access);
  const setBooking = (on: boolean) => list.go({ book: on ? 'new' : undefined }, { replace: true });
  const history = data && { data: data.history, page: data.page, lastPage: data.lastPage, total: data.total };
  return (
    <>
      <PageHead
        title="Agendamentos"
        period={
          <PeriodPicker
            value={spanIn(filters)}
            usual="Qualquer data"
            max={bookingDays(today()).last}
            onChange={(span) => list.filter({ start: span?.start, end: span?.end })}
          />
        }
        primary={
          mayBook && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setBooking(true)}>
              Nova visita
            </Button>
          )
        }
        actions={
          <ExportButton
            onExport={(format) =>
              download(schedules.export, {
                params: { format },
                query: { ...filters, tab: tab === 'history' ? tab : undefined },
              })
            }
          />
        }
      />
      <ToolBar
        filters={
          <>
            <FilterChoice
              label="Imóvel"
              words={TRANSACTIONS}
              value={filters.transaction}
              onChange={(transaction) => list.filter({ transaction })}
            />
            <FilterChoice
              label="Visita"
              words={OUTCOMES}
              value={filters.outcome}
              onChange={(outcome) => list.filter({ outcome })}
            />
          </>
        }
      />
      <Tabs
        label="Visitas"
        value={tab}
        onChange={(next) => list.go({ tab: next === 'history' ? next : undefined, page: undefined }, { replace: true })}
        tabs={[
          {
            value: 'progress',
            label: 'Em andamento',
            count: data?.progress.length,
            panel: <VisitTable query={{ ...query, data: data?.progress }} />,
          },
          {
            value: 'history',
            label: 'Histórico',
            panel: <VisitTable query={{ ...query, data: history }} history onPage={list.table.onPage} />,
          },
        ]}
      />
      {book && mayBook && <NewVisitWindow onClose={() => setBooking(false)} />}
    </>
  );
}
