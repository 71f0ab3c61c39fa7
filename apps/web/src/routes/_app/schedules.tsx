import { Button } from '@mantine/core';
import { schedules } from '@morada/contract/desk/schedules';
import { VisitSearch, VisitTab } from '@morada/contract/desk/schedules.search';
import { properties } from '@morada/contract/registry/properties';
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { visitsQuery } from '#web/entities/visit/visit-queries.ts';
import { VisitTable } from '#web/features/visits/visit-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Tabs } from '#web/ui/display/tabs.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
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

export const Route = createFileRoute('/_app/schedules')({
  staticData: {
    menu: { entry: 'Agendamentos', icon: IconCalendarEvent, key: 'v', badge: 'schedules' },
    access: 'SCHEDULE_VIEW',
    list: listOf(Search, { tab: 'place', book: 'place' }),
  },
  validateSearch: Search,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(visitsQuery(deps.page)),
  component: Schedules,
});

function Schedules() {
  const { page, tab = 'progress', book } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(visitsQuery(page));
  const { data } = query;
  const mayBook = may(schedules.create.access) && may(properties.list.access);
  const setBooking = (on: boolean) =>
    navigate({ search: (now) => ({ ...now, book: on ? 'new' : undefined }), replace: true, resetScroll: false });
  const history = data && { data: data.history, page: data.page, lastPage: data.lastPage, total: data.total };
  return (
    <>
      <PageHead
        title="Agendamentos"
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
              download(schedules.export, { params: { format }, query: { tab: tab === 'history' ? tab : undefined } })
            }
          />
        }
      />
      <Tabs
        label="Visitas"
        value={tab}
        onChange={(next) => navigate({ search: next === 'history' ? { tab: next } : {}, replace: true })}
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
            panel: (
              <VisitTable
                query={{ ...query, data: history }}
                history
                onPage={(next) => navigate({ search: { tab: 'history', page: next } })}
              />
            ),
          },
        ]}
      />
      {book && mayBook && <NewVisitWindow onClose={() => setBooking(false)} />}
    </>
  );
}
