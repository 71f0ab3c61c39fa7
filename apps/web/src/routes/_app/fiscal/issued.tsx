import { searchId } from '@morada/contract/base/fields';
import { FISCAL_READERS, NoteSearch } from '@morada/contract/fiscal/fiscal.search';
import { NOTE_KINDS, NOTE_STATES, NOTE_WAITS } from '@morada/domain/fiscal/service-note';
import { IconFileCheck } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { MonthArchive } from '#web/features/service-notes/month-archive.tsx';
import { type NoteFilters, notesQuery } from '#web/features/service-notes/note-queries.ts';
import { NoteTable } from '#web/features/service-notes/note-table.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const NoteWindow = lazyWindow(
  () => import('#web/features/service-notes/note-window.tsx'),
  ({ NoteWindow }) => NoteWindow,
);

const Search = z.extend(NoteSearch, { open: searchId });

const LIST = listOf(Search, {
  query: 'search',
  kind: { label: 'Nota de', words: NOTE_KINDS },
  state: { label: 'Situação', words: NOTE_STATES },
  waits: { label: 'Espera', words: NOTE_WAITS },
  month: { label: 'Mês' },
  open: 'place',
});

export const Route = createFileRoute('/_app/fiscal/issued')({
  staticData: {
    menu: { entry: 'Impostos', label: 'Notas', tab: 6, icon: IconFileCheck, begun: 'notes', unoffered: true },
    access: FISCAL_READERS,
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(notesQuery(deps)),
  component: Notes,
});

const asOptions = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const FILTERS = [
  { name: 'kind', label: 'Nota de', data: asOptions(NOTE_KINDS) },
  { name: 'state', label: 'Situação', data: asOptions(NOTE_STATES) },
  { name: 'waits', label: 'Espera', data: asOptions(NOTE_WAITS) },
] as const;

function Notes() {
  const list = useListPage(LIST, notesQuery);
  const { filters, query } = list;
  return (
    <>
      <PageHead
        title="Notas"
        terms={['nfse']}
        below="As que a imobiliária e os proprietários com certificado emitem no sistema nacional"
        actions={<MonthArchive />}
      />
      <Counters
        items={[
          {
            label: NOTE_WAITS.PERSON,
            value: query.data?.person ?? (query.isError ? null : undefined),
            below: 'recusadas, exceções ou sem resposta',
            tone: (query.data?.person ?? 0) > 0 ? 'red' : undefined,
          },
          {
            label: NOTE_WAITS.RELEASE,
            value: query.data?.release ?? (query.isError ? null : undefined),
            below: 'saem quando alguém mandar',
          },
        ]}
      />
      <ToolBar
        search={{
          label: 'Pessoa, número, fatura ou chave',
          value: filters.query,
          onSearch: (text) => list.filter({ query: text }),
        }}
        filters={FILTERS.map(({ name, label, data }) => (
          <Select
            key={name}
            label={label}
            data={data}
            value={filters[name] ?? null}
            clearable
            clearButtonProps={{ 'aria-label': `Limpar ${label.toLowerCase()}` }}
            comboboxProps={{ withinPortal: false }}
            onChange={(chosen) => list.filter({ [name]: chosen ?? undefined } as Partial<NoteFilters>)}
          />
        ))}
      />
      <NoteTable list={list} />
      <RecordFromUrl<number>>{(id) => <NoteWindow id={id} onClose={list.close} />}</RecordFromUrl>
    </>
  );
}
