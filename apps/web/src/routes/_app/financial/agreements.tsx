import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { DEBT_AGREEMENT_READERS, DebtAgreementSearch } from '@morada/contract/collection/debt-agreements.search';
import { DEBT_AGREEMENT_STATES } from '@morada/domain/debt-agreement/debt-agreement';
import { IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { agreementCounters } from '#web/features/debt-agreements/agreement-counters.ts';
import { type AgreementFilters, agreementsQuery } from '#web/features/debt-agreements/agreement-queries.ts';
import { AgreementTable } from '#web/features/debt-agreements/agreement-table.tsx';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const AgreementWindow = lazyWindow(
  () => import('#web/features/debt-agreements/agreement-window.tsx'),
  ({ AgreementWindow }) => AgreementWindow,
);
const OfferWindow = lazyWindow(
  () => import('#web/features/debt-agreements/offer-window.tsx'),
  ({ OfferWindow }) => OfferWindow,
);
const SettingsWindow = lazyWindow(
  () => import('#web/features/debt-agreements/settings-window.tsx'),
  ({ SettingsWindow }) => SettingsWindow,
);

/** `offer`: the contract of an agreement that is being made. */
const Search = z.extend(DebtAgreementSearch, { open: searchId, offer: searchId });

export const Route = createFileRoute('/_app/financial/agreements')({
  staticData: {
    menu: { entry: 'Cobrança', label: 'Acordos', tab: 2, icon: IconHeartHandshake },
    access: DEBT_AGREEMENT_READERS,
    list: listOf(Search, {
      query: 'search',
      state: { label: 'Situação', words: DEBT_AGREEMENT_STATES },
      proposal: { label: 'Contrato' },
      client: { label: 'Inquilino' },
      open: 'place',
      offer: 'place',
    }),
  },
  validateSearch: Search,
  loaderDeps: ({ search: { open: _, offer: _offer, ...search } }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(agreementsQuery(deps)),
  component: AgreementsPage,
});

const STATES = Object.entries(DEBT_AGREEMENT_STATES).map(([value, label]) => ({ value, label }));

function AgreementsPage() {
  const { open: _, offer, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(agreementsQuery(search));
  const [setting, setSetting] = useState(false);
  const show = (id: number | undefined) => navigate({ search: (now) => ({ ...now, open: id }), resetScroll: false });
  const filter = (change: AgreementFilters) =>
    navigate({ search: (now) => ({ ...now, ...change, page: undefined }), replace: true, resetScroll: false });
  const { page: _page, ...filters } = search;
  return (
    <>
      <PageHead
        title="Acordos"
        below="Faturas em atraso divididas em parcelas, com o aceite do inquilino"
        actions={
          may(debtAgreements.saveSettings.access) && (
            <Button variant="default" onClick={() => setSetting(true)}>
              Regras
            </Button>
          )
        }
      />
      <Counters items={agreementCounters(query)} />
      <ToolBar
        search={{
          label: 'Inquilino, imóvel ou número',
          value: search.query,
          onSearch: (text) => filter({ query: text }),
        }}
        texts={{
          proposal: search.proposal && `contrato ${search.proposal}`,
          client: search.client && `cadastro ${search.client}`,
        }}
        filters={
          <Select
            label="Situação"
            data={STATES}
            value={search.state ?? null}
            clearable
            comboboxProps={{ withinPortal: false }}
            onChange={(state) => filter({ state: (state as AgreementFilters['state']) ?? undefined })}
          />
        }
      />
      <AgreementTable
        query={query}
        filtered={Object.values(filters).some((value) => value !== undefined)}
        onOpen={show}
        onPage={(page) => navigate({ search: (now) => ({ ...now, page }) })}
        onClear={() => navigate({ search: {}, replace: true, resetScroll: false })}
      />
      <RecordFromUrl<number>>{(id) => <AgreementWindow id={id} onClose={() => show(undefined)} />}</RecordFromUrl>
      {offer !== undefined && (
        <OfferWindow
          key={offer}
          contract={offer}
          onClose={() => navigate({ search: (now) => ({ ...now, offer: undefined }), resetScroll: false })}
          onOffered={(id) => navigate({ search: (now) => ({ ...now, offer: undefined, open: id }) })}
        />
      )}
      {setting && <SettingsWindow onClose={() => setSetting(false)} />}
    </>
  );
}
