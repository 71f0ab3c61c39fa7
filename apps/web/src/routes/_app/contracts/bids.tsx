import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { bids } from '@morada/contract/lease/bids';
import { BID_READERS, BidSearch } from '@morada/contract/lease/bids.search';
import { clients } from '@morada/contract/registry/clients';
import { type Lead, leads } from '@morada/contract/registry/leads';
import { properties } from '@morada/contract/registry/properties';
import { BID_KINDS, BID_STATES } from '@morada/domain/lease/bid-words';
import { IconFileDollar, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { askedOf, type BidFilters, bidsQuery } from '#web/features/bids/bid-queries.ts';
import { BidTable } from '#web/features/bids/bid-table.tsx';
import { leadQuery } from '#web/features/leads/lead-queries.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const BidWindow = lazyWindow(
  () => import('#web/features/bids/bid-window.tsx'),
  ({ BidWindow }) => BidWindow,
);
const NewBidWindow = lazyWindow(
  () => import('#web/features/bids/new-bid-window.tsx'),
  ({ NewBidWindow }) => NewBidWindow,
);

/** `book`: the window "Nova proposta" is open, for the property or the lead that it comes from. */
const Search = z.extend(BidSearch, {
  open: searchId,
  book: z.catch(z.optional(z.literal('new')), undefined),
  of: searchId,
  lead: searchId,
});

const STATES = { OPEN: 'Em aberto', ALL: 'Todas', ...BID_STATES };

const LIST = listOf(Search, {
  query: 'search',
  state: { label: 'Situação', words: STATES, usual: 'OPEN', off: 'ALL' },
  kind: { label: 'Tipo', words: BID_KINDS },
  property: { label: 'Imóvel' },
  client: { label: 'Cliente' },
  open: 'place',
  book: 'place',
  of: 'place',
  lead: 'place',
});

export const Route = createFileRoute('/_app/contracts/bids')({
  staticData: {
    menu: { entry: 'Contratos', label: 'Propostas', tab: 2, icon: IconFileDollar },
    access: BID_READERS,
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(bidsQuery(deps)),
  component: BidsPage,
});

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Who bids: the lead's client, or the person as the lead names them. */
const personOf = ({ client_id, name, phone, email }: Lead) =>
  client_id !== null && may(clients.list.access)
    ? { client: { id: client_id, name } }
    : { name, phone: phone ?? '', email: email ?? '' };

function BidsPage() {
  const { book, of, lead } = Route.useSearch();
  const list = useListPage(LIST, bidsQuery);
  const { filters } = list;
  const mayCreate = may(bids.create.access) && may(properties.list.access);
  const asksLead = mayCreate && lead !== undefined && may(leads.show.access);
  const from = useQuery({ ...leadQuery(lead ?? 0), enabled: asksLead });
  const closeForm = { book: undefined, of: undefined, lead: undefined };
  return (
    <>
      <PageHead
        title="Propostas"
        below="O que foi proposto por um imóvel, com cada contraproposta"
        primary={
          mayCreate && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => list.go({ book: 'new' })}>
              Nova proposta
            </Button>
          )
        }
        actions={
          <ExportButton onExport={(format) => download(bids.export, { params: { format }, query: askedOf(filters) })} />
        }
      />
      <ToolBar
        search={{
          label: 'Interessado, imóvel ou número',
          value: filters.query,
          onSearch: (query) => list.filter({ query }),
        }}
        texts={{
          property: filters.property && `imóvel ${filters.property}`,
          client: filters.client && `cadastro ${filters.client}`,
        }}
        filters={
          <>
            <Select
              label="Situação"
              data={optionsOf(STATES)}
              value={filters.state ?? 'OPEN'}
              comboboxProps={{ withinPortal: false }}
              onChange={(state) => list.filter({ state: (state as BidFilters['state']) ?? undefined })}
            />
            <Select
              label="Tipo"
              data={optionsOf(BID_KINDS)}
              value={filters.kind ?? null}
              clearable
              comboboxProps={{ withinPortal: false }}
              onChange={(kind) => list.filter({ kind: (kind as BidFilters['kind']) ?? undefined })}
            />
          </>
        }
      />
      <BidTable list={list} />
      <RecordFromUrl<number>>{(id) => <BidWindow id={id} onClose={list.close} />}</RecordFromUrl>
      {book && mayCreate && !(asksLead && from.isPending) && (
        <NewBidWindow
          draft={{ property: of, lead, ...(lead !== undefined && from.data && personOf(from.data.data)) }}
          onClose={() => list.go(closeForm)}
          onCreated={(id) => list.go({ ...closeForm, open: id })}
        />
      )}
    </>
  );
}
