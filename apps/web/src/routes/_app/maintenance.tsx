import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { MAINTENANCE_READERS, MaintenanceSearch } from '@morada/contract/desk/maintenance.search';
import { MAINTENANCE_STATES } from '@morada/domain/attendance/maintenance-words';
import { IconTool } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type MaintenanceFilters, maintenancesQuery } from '#web/features/maintenance/maintenance-queries.ts';
import { MaintenanceTable } from '#web/features/maintenance/maintenance-table.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
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

const LIST = listOf(Search, {
  query: 'search',
  state: { label: 'Situação', words: MAINTENANCE_STATES },
  property: { label: 'Imóvel' },
  client: { label: 'Cliente' },
  open: 'place',
});

export const Route = createFileRoute('/_app/maintenance')({
  staticData: {
    menu: { entry: 'Manutenções', icon: IconTool },
    access: MAINTENANCE_READERS,
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(maintenancesQuery(deps)),
  component: MaintenancePage,
});

const STATES = Object.entries(MAINTENANCE_STATES).map(([value, label]) => ({ value, label }));

function MaintenancePage() {
  const list = useListPage(LIST, maintenancesQuery);
  const { filters, show } = list;
  const [creating, setCreating] = useState(false);
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
          value: filters.query,
          onSearch: (text) => list.filter({ query: text }),
        }}
        texts={{
          property: filters.property && `imóvel ${filters.property}`,
          client: filters.client && `cadastro ${filters.client}`,
        }}
        filters={
          <Select
            label="Situação"
            data={STATES}
            value={filters.state ?? null}
            clearable
            comboboxProps={{ withinPortal: false }}
            onChange={(state) => list.filter({ state: (state as MaintenanceFilters['state']) ?? undefined })}
          />
        }
      />
      <MaintenanceTable list={list} />
      <RecordFromUrl<number>>{(id) => <MaintenanceWindow id={id} onClose={list.close} />}</RecordFromUrl>
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
