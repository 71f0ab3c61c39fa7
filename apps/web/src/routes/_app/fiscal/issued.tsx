import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { FISCAL_READERS, NoteSearch } from '@morada/contract/fiscal/fiscal.search';
import {
  addDays,
  addToReference,
  type CalendarDate,
  formatReference,
  type Reference,
  referenceOf,
} from '@morada/domain/base/calendar';
import { NOTE_KINDS, NOTE_STATES, NOTE_WAITS } from '@morada/domain/fiscal/service-note';
import { IconFileCheck, IconSend } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { MonthArchive } from '#web/features/service-notes/month-archive.tsx';
import { type NoteFilters, notesQuery } from '#web/features/service-notes/note-queries.ts';
import { NoteTable } from '#web/features/service-notes/note-table.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
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
  day: { label: 'Dia' },
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

/** Payments of today, of yesterday, and of the months before. */
const MONTHS = 13;
function periods() {
  const now = referenceOf(today());
  return [
    { value: today(), label: 'Hoje' },
    { value: addDays(today(), -1), label: 'Ontem' },
    ...Array.from({ length: MONTHS }, (_, back) => addToReference(now, -back)).map((month) => ({
      value: month,
      label: formatReference(month),
    })),
  ];
}

const FILTERS = [
  { name: 'kind', label: 'Nota de', data: asOptions(NOTE_KINDS) },
  { name: 'state', label: 'Situação', data: asOptions(NOTE_STATES) },
  { name: 'waits', label: 'Espera', data: asOptions(NOTE_WAITS) },
] as const;

function Notes() {
  const list = useListPage(LIST, notesQuery);
  const { filters, query } = list;
  const { ask } = useBulk();
  const choice = useSelection(list);
  const issues = may(BULK_ACCESS['note-issue'].act);
  const batch = () => ask({ action: 'note-issue', chosen: { filter: { ...filters, waits: 'RELEASE' } } });
  return (
    <>
      <PageHead
        title="Notas"
        terms={['nfse']}
        below="As que a imobiliária e os proprietários com certificado emitem"
        actions={<MonthArchive />}
        primary={
          issues &&
          (query.data?.release ?? 0) > 0 && (
            <Button leftSection={<IconSend size={15} />} onClick={batch}>
              Emitir as que esperam
            </Button>
          )
        }
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
          {
            label: NOTE_WAITS.SERVICE,
            value: query.data?.service ?? (query.isError ? null : undefined),
            below: 'o sistema nacional ainda não respondeu',
          },
        ]}
      />
      <ToolBar
        search={{
          label: 'Pessoa, número, fatura ou chave',
          value: filters.query,
          onSearch: (text) => list.filter({ query: text }),
        }}
        inSight={
          <Select
            label="Pagas em"
            data={periods()}
            value={filters.day ?? filters.month ?? null}
            placeholder="Qualquer dia"
            clearable
            clearButtonProps={{ 'aria-label': 'Limpar dia ou mês' }}
            comboboxProps={{ withinPortal: false }}
            onChange={(chosen) =>
              list.filter({
                day: (chosen?.length === 10 ? chosen : undefined) as CalendarDate | undefined,
                month: (chosen?.length === 7 ? chosen : undefined) as Reference | undefined,
              })
            }
          />
        }
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
      <SelectionBar
        selection={choice}
        found={list.found}
        feminine
        actions={[
          {
            label: 'Emitir',
            icon: IconSend,
            onClick: () => ask({ action: 'note-issue', chosen: choice.asked, onStarted: choice.clear }),
          },
        ]}
      />
      <NoteTable list={list} choice={issues ? choice : undefined} />
      <RecordFromUrl<number>>{(id) => <NoteWindow id={id} onClose={list.close} />}</RecordFromUrl>
    </>
  );
}
