import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { DEBT_AGREEMENT_READERS, DebtAgreementSearch } from '@morada/contract/collection/debt-agreements.search';
import { DEBT_AGREEMENT_STATES } from '@morada/domain/debt-agreement/debt-agreement';
import { IconHeartHandshake } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { agreementCounters } from '#web/features/debt-agreements/agreement-counters.ts';
import { type AgreementFilters, agreementsQuery } from '#web/features/debt-agreements/agreement-queries.ts';
import { AgreementTable } from '#web/features/debt-agreements/agreement-table.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { signaturesOf } from '#web/routes/-subject-signatures.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
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

const LIST = listOf(Search, {
  query: 'search',
  state: { label: 'Situação', words: DEBT_AGREEMENT_STATES },
  proposal: { label: 'Contrato' },
  client: { label: 'Inquilino' },
  open: 'place',
  offer: 'place',
});

export const Route = createFileRoute('/_app/financial/agreements')({
  staticData: {
    menu: { entry: 'Cobrança', label: 'Acordos', tab: 2, icon: IconHeartHandshake },
    access: DEBT_AGREEMENT_READERS,
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(agreementsQuery(deps)),
  component: AgreementsPage,
});

const STATES = Object.entries(DEBT_AGREEMENT_STATES).map(([value, label]) => ({ value, label }));

function AgreementsPage() {
  const offer = Route.useSearch({ select: (search) => search.offer });
  const list = useListPage(LIST, agreementsQuery);
  const { filters, query } = list;
  const [setting, setSetting] = useState(false);
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
          value: filters.query,
          onSearch: (text) => list.filter({ query: text }),
        }}
        texts={{
          proposal: filters.proposal && `contrato ${filters.proposal}`,
          client: filters.client && `cadastro ${filters.client}`,
        }}
        filters={
          <Select
            label="Situação"
            data={STATES}
            value={filters.state ?? null}
            clearable
            comboboxProps={{ withinPortal: false }}
            onChange={(state) => list.filter({ state: (state as AgreementFilters['state']) ?? undefined })}
          />
        }
      />
      <AgreementTable list={list} />
      <RecordFromUrl<number>>
        {(id) => <AgreementWindow id={id} signatures={signaturesOf('AGREEMENT', id)} onClose={list.close} />}
      </RecordFromUrl>
      {offer !== undefined && (
        <OfferWindow
          key={offer}
          contract={offer}
          onClose={() => list.go({ offer: undefined })}
          onOffered={(id) => list.go({ offer: undefined, open: id })}
        />
      )}
      {setting && <SettingsWindow onClose={() => setSetting(false)} />}
    </>
  );
}
