import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { MAINTENANCE_READERS, MaintenanceSearch } from '@morada/contract/desk/maintenance.search';
import { MAINTENANCE_STATES } from '@morada/domain/attendance/maintenance-words';
import { IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type MaintenanceFilters, maintenancesQuery } from '#web/features/maintenance/maintenance-queries.ts';
import { MaintenanceTable } from '#web/features/maintenance/maintenance-table.tsx';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const MaintenanceWindow = lazyWindow(
  () => import('#web/features/maintenance/maintenance-window.tsx'),
  ({ MaintenanceWindow }) => MaintenanceWindow,
);
const NewMaintenanceWindow = lazyWindow(
  () => import('#web/features/maintenance/new-maintenance-window.tsx'),
  ({ NewMaintenanceWindow }) => NewMaintenanceWindow,
);

const Search = z.extend(MaintenanceSearch, { open: searchId });

export const Route = createFileRoute('/_app/maintenance')({
  staticData: {
    menu: { entry: 'Manutenções', icon: IconTool },
    access: MAINTENANCE_READERS,
    list: listOf(Search, {
      query: 'search',
      state: { label: 'Situação', words: MAINTENANCE_STATES },
      property: { label: 'Imóvel' },
      client: { label: 'Cliente' },
      open: 'place',
    }),
  },
  validateSearch: Search,
  loaderDeps: ({ search: { open: _, ...search } }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(maintenancesQuery(deps)),
  component: MaintenancePage,
});

const STATES = Object.entries(MAINTENANCE_STATES).map(([value, label]) => ({ value, label }));

function MaintenancePage() {
  const { open: _, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(maintenancesQuery(search));
  const [creating, setCreating] = useState(false);
  const show = (id: number | undefined) => navigate({ search: (now) => ({ ...now, open: id }), resetScroll: false });
  const filter = (change: MaintenanceFilters) =>
    navigate({ search: (now) => ({ ...now, ...change, page: undefined }), replace: true, resetScroll: false });
  const { page: _page, ...filters } = search;
  return (
    <>
      <PageHead
        title="Manutenções"
        below="Reparos dos imóveis, com orçamentos e a resposta do proprietário"
        primary={may('MAINTENANCE_EDIT') && <Button onClick={() => setCreating(true)}>Abrir manutenção</Button>}
      />
      <ToolBar
        search={{
          label: 'Reparo, imóvel, pessoa ou número',
          value: search.query,
          onSearch: (text) => filter({ query: text }),
        }}
        texts={{
          property: search.property && `imóvel ${search.property}`,
          client: search.client && `cadastro ${search.client}`,
        }}
        filters={
          <Select
            label="Situação"
            data={STATES}
            value={search.state ?? null}
            clearable
            comboboxProps={{ withinPortal: false }}
            onChange={(state) => filter({ state: (state as MaintenanceFilters['state']) ?? undefined })}
          />
        }
      />
      <MaintenanceTable
        query={query}
        filtered={Object.values(filters).some((value) => value !== undefined)}
        onOpen={show}
        onPage={(page) => navigate({ search: (now) => ({ ...now, page }) })}
        onClear={() => navigate({ search: {}, replace: true, resetScroll: false })}
      />
      <RecordFromUrl<number>>{(id) => <MaintenanceWindow id={id} onClose={() => show(undefined)} />}</RecordFromUrl>
      {creating && (
        <NewMaintenanceWindow
          onClose={() => setCreating(false)}
          onOpened={(id) => {
            setCreating(false);
            show(id);
          }}
        />
      )}
    </>
  );
}
