import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { applications } from '@morada/contract/lease/applications';
import { APPLICATION_READERS, ApplicationSearch } from '@morada/contract/lease/applications.search';
import { type BidDetail, bids } from '@morada/contract/lease/bids';
import { type Lead, leads } from '@morada/contract/registry/leads';
import { APPLICATION_STATES } from '@morada/domain/application/application';
import { IconClipboardList, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { ApplicationDraft } from '#web/features/applications/application-forms.tsx';
import { type ApplicationFilters, applicationsQuery } from '#web/features/applications/application-queries.ts';
import { ApplicationsTable } from '#web/features/applications/applications-table.tsx';
import { bidQuery } from '#web/features/bids/bid-queries.ts';
import { leadQuery } from '#web/features/leads/lead-queries.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { signaturesOf } from '#web/routes/-subject-signatures.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
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

/** `book`: the window "Abrir ficha" is open, for the lead or the accepted bid that it comes from. */
const Search = z.extend(ApplicationSearch, {
  open: searchId,
  book: z.catch(z.optional(z.literal('new')), undefined),
  lead: searchId,
  bid: searchId,
});

const LIST = listOf(Search, {
  query: 'search',
  state: { label: 'Situação', words: APPLICATION_STATES },
  property: { label: 'Imóvel' },
  open: 'place',
  book: 'place',
  lead: 'place',
  bid: 'place',
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

/** Who looks for a property, and which. */
const draftOfLead = ({ id, name, phone, email, property }: Lead): ApplicationDraft => ({
  ...{ lead_id: id, name, phone, email },
  ...(property && { property_id: property.id, place: property.label }),
});

/** What was agreed, and with whom. */
const draftOfBid = ({
  id: bid_id,
  lead_id,
  name,
  phone,
  email,
  property_id,
  property,
  history: [last],
}: BidDetail): ApplicationDraft => ({
  ...{ bid_id, name, phone, email, property_id, place: property },
  ...(lead_id !== null && { lead_id }),
  ...(last && { rent: last.amount, ...(last.guarantee && { guarantee: last.guarantee }) }),
});

const STATES = Object.entries(APPLICATION_STATES).map(([value, label]) => ({ value, label }));

function ApplicationsPage() {
  const list = useListPage(LIST, applicationsQuery);
  const { filters } = list;
  const { book, lead, bid } = Route.useSearch();
  const [ruling, setRuling] = useState(false);
  const mayCreate = may(applications.create.access);
  const asks = { lead: lead !== undefined && may(leads.show.access), bid: bid !== undefined && may(bids.show.access) };
  const fromLead = useQuery({ ...leadQuery(lead ?? 0), enabled: mayCreate && asks.lead });
  const fromBid = useQuery({ ...bidQuery(bid ?? 0), enabled: mayCreate && asks.bid });
  const isKnown = !(asks.lead && fromLead.isPending) && !(asks.bid && fromBid.isPending);
  const closeForm = { book: undefined, lead: undefined, bid: undefined };
  return (
    <>
      <PageHead
        title="Fichas"
        below="Quem quer alugar: dados e documentos por link, análise e resposta"
        actions={
          <>
            {may(applications.saveRules.access) && (
              <Button variant="default" onClick={() => setRuling(true)}>
                Regras da análise
              </Button>
            )}
            <ExportButton
              onExport={(format) => download(applications.export, { params: { format }, query: filters })}
            />
          </>
        }
        primary={
          mayCreate && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => list.go({ book: 'new' })}>
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
      <RecordFromUrl<number>>
        {(id) => <ApplicationWindow id={id} signatures={signaturesOf('APPLICATION', id)} onClose={list.close} />}
      </RecordFromUrl>
      {book && mayCreate && isKnown && (
        <NewApplicationWindow
          draft={
            (asks.bid && fromBid.data && draftOfBid(fromBid.data.data)) ||
            (asks.lead && fromLead.data && draftOfLead(fromLead.data.data)) ||
            {}
          }
          onClose={() => list.go(closeForm)}
          onOpened={(id) => list.go({ ...closeForm, open: id })}
        />
      )}
      {ruling && <RulesWindow onClose={() => setRuling(false)} />}
    </>
  );
}
