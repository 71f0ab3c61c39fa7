import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { applications } from '@morada/contract/lease/applications';
import { APPLICATION_READERS, ApplicationSearch } from '@morada/contract/lease/applications.search';
import { APPLICATION_STATES } from '@morada/domain/application/application';
import { IconClipboardList, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type ApplicationFilters, applicationsQuery } from '#web/features/applications/application-queries.ts';
import { ApplicationsTable } from '#web/features/applications/applications-table.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const ApplicationWindow = lazyWindow(
  () => import('#web/features/applications/application-window.tsx'),
  ({ ApplicationWindow }) => ApplicationWindow,
);
const NewApplicationWindow = lazyWindow(
  () => import('#web/features/applications/application-forms.tsx'),
  ({ NewApplicationWindow }) => NewApplicationWindow,
);
const RulesWindow = lazyWindow(
  () => import('#web/features/applications/rules-window.tsx'),
  ({ RulesWindow }) => RulesWindow,
);

const Search = z.extend(ApplicationSearch, { open: searchId });

const LIST = listOf(Search, {
  query: 'search',
  state: { label: 'Situação', words: APPLICATION_STATES },
  property: { label: 'Imóvel' },
  open: 'place',
});

export const Route = createFileRoute('/_app/contracts/applications')({
  staticData: {
    menu: { entry: 'Contratos', label: 'Fichas', tab: 1, icon: IconClipboardList },
    access: APPLICATION_READERS,
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(applicationsQuery(deps)),
  component: ApplicationsPage,
});

const STATES = Object.entries(APPLICATION_STATES).map(([value, label]) => ({ value, label }));

function ApplicationsPage() {
  const list = useListPage(LIST, applicationsQuery);
  const { filters, show } = list;
  const [opened, setOpened] = useState<'new' | 'rules'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <PageHead
        title="Fichas"
        below="Quem quer alugar: dados e documentos por link, análise e resposta"
        actions={
          may(applications.saveRules.access) && (
            <Button variant="default" onClick={() => setOpened('rules')}>
              Regras da análise
            </Button>
          )
        }
        primary={
          may(applications.create.access) && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setOpened('new')}>
              Abrir ficha
            </Button>
          )
        }
      />
      <ToolBar
        search={{
          label: 'Nome, imóvel ou número',
          value: filters.query,
          onSearch: (text) => list.filter({ query: text }),
        }}
        texts={{ property: filters.property && `imóvel ${filters.property}` }}
        filters={
          <Select
            label="Situação"
            data={STATES}
            value={filters.state ?? null}
            clearable
            comboboxProps={{ withinPortal: false }}
            onChange={(state) => list.filter({ state: (state as ApplicationFilters['state']) ?? undefined })}
          />
        }
      />
      <ApplicationsTable list={list} />
      <RecordFromUrl<number>>{(id) => <ApplicationWindow id={id} onClose={list.close} />}</RecordFromUrl>
      {opened === 'new' && (
        <NewApplicationWindow
          onClose={close}
          onOpened={(id) => {
            close();
            show(id);
          }}
        />
      )}
      {opened === 'rules' && <RulesWindow onClose={close} />}
    </>
  );
}
