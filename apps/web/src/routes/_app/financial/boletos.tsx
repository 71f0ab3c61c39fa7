import { Button } from '@mantine/core';
import { bankFiles } from '@morada/contract/bank/bank-files';
import { boletos } from '@morada/contract/bank/boletos';
import { BOLETO_READERS, BoletoSearch } from '@morada/contract/bank/boletos.search';
import { searchId } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { sum } from '@morada/domain/base/money';
import {
  IconBan,
  IconBarcode,
  IconCircleCheck,
  IconFileExport,
  IconFileImport,
  IconFileText,
  IconPlus,
  IconStack2,
} from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { boletosQuery, saveBoletos, savePapers } from '#web/entities/boleto/boleto-queries.ts';
import { boletoCounters } from '#web/features/boletos/boleto-counters.tsx';
import { BoletoTable } from '#web/features/boletos/boleto-table.tsx';
import { BoletoToolBar } from '#web/features/boletos/boleto-tool-bar.tsx';
import { NoAgreement } from '#web/features/boletos/no-agreement.tsx';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { compact, More } from '#web/ui/base/actions.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const BoletoWindow = lazyWindow(
  () => import('#web/features/boletos/boleto-window.tsx'),
  ({ BoletoWindow }) => BoletoWindow,
);
const NewBoletoWindow = lazyWindow(
  () => import('#web/features/boletos/new-boleto-window.tsx'),
  ({ NewBoletoWindow }) => NewBoletoWindow,
);
const RemittanceWindow = lazyWindow(
  () => import('#web/features/boletos/remittances/remittance-window.tsx'),
  ({ RemittanceWindow }) => RemittanceWindow,
);
const BankFileWindow = lazyWindow(
  () => import('#web/features/bank-files/bank-file-window.tsx'),
  ({ BankFileWindow }) => BankFileWindow,
);

const Search = z.extend(BoletoSearch, {
  /** The boleto that lies open. */
  open: searchId,
  /** The dialog "Gerar boleto" is open. */
  issue: z.catch(z.optional(z.literal('new')), undefined),
  /** "Efetuar baixa" lies open: a file's number, or none yet, or the payments that wait or were set aside. */
  down: z.catch(
    z.optional(
      z.union([z.literal(['new', 'open', 'ignored', 'given-back']), z.coerce.number().check(z.int(), z.gte(1))]),
    ),
    undefined,
  ),
});

const LIST = listOf(Search, {
  query: 'search',
  state: { label: 'Situação' },
  registration: { label: 'Registro' },
  month: { label: 'Vencimento' },
  open: 'place',
  down: 'place',
  issue: 'place',
});

export const Route = createFileRoute('/_app/financial/boletos')({
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(boletosQuery(deps));
  },
  staticData: {
    menu: { entry: 'Boletos', icon: IconBarcode, key: 'b' },
    access: BOLETO_READERS,
    list: LIST,
  },
  component: BoletosPage,
});

type Opened = 'new' | 'remittance';

function BoletosPage() {
  const { down, issue } = Route.useSearch();
  const list = useListPage(LIST, boletosQuery);
  const { filters, found, query, isNarrowed } = list;
  const [opened, setOpened] = useState<Opened>();
  const close = () => {
    setOpened(undefined);
    if (issue) list.go({ issue: undefined }, { replace: true });
  };
  const choice = useSelection(list);
  const { ask } = useBulk();
  const inBulk = (action: 'boleto-settle' | 'boleto-cancel') => () =>
    ask({ action, chosen: choice.asked, onStarted: choice.clear });
  usePreloadWhenIdle(BoletoWindow, BankFileWindow);
  const makes = may(boletos.create.access);
  const ready = query.data?.agreement !== null;

  const showFile = (file: typeof down) => list.go({ down: file });

  const create = makes && ready && (
    <Button
      leftSection={<IconStack2 size={15} />}
      onClick={() => ask({ action: 'invoice-boleto', chosen: { filter: { status: 'OPEN' } } })}
    >
      Gerar boletos
    </Button>
  );

  const others = compact(
    ready && { label: 'Gerar remessa', icon: IconFileExport, onClick: () => setOpened('remittance') },
    may(bankFiles.down.access) && { label: 'Efetuar baixa', icon: IconFileImport, onClick: () => showFile('new') },
  );
  const seldom = compact(
    makes &&
      ready && {
        label: 'Gerar boleto de uma fatura',
        icon: IconPlus,
        onClick: () => setOpened('new'),
      },
  );

  return (
    <>
      <PageHead
        title="Boletos"
        terms={['ourNumber', 'boleto', 'remittance']}
        primary={create}
        actions={
          <>
            {seldom.length > 0 && <More actions={seldom} />}
            <ExportButton onExport={(format) => saveBoletos(format, filters)} />
            {others.map(({ label, icon: Icon, onClick }) => (
              <Button key={label} variant="default" leftSection={Icon && <Icon size={15} />} onClick={() => onClick()}>
                {label}
              </Button>
            ))}
          </>
        }
      />
      {!ready && query.data?.open.count === 0 && !isNarrowed ? (
        <NoAgreement />
      ) : (
        <>
          <Counters items={boletoCounters(query)} />
          <BoletoToolBar filters={filters} onChange={list.filter} />
          <BoletoTable list={list} create={create} choice={choice} />
          <SelectionBar
            selection={choice}
            found={found}
            amount={sum(choice.rows.map(({ amount }) => amount))}
            actions={compact(
              may(BULK_ACCESS['boleto-settle'].act) && {
                label: 'Dar baixa',
                icon: IconCircleCheck,
                onClick: inBulk('boleto-settle'),
              },
              {
                label: 'Baixar PDF',
                icon: IconFileText,
                onClick: () => savePapers(filters, choice.asked).catch(toast.failure),
              },
              may(BULK_ACCESS['boleto-cancel'].act) && {
                label: 'Cancelar',
                icon: IconBan,
                onClick: inBulk('boleto-cancel'),
              },
            )}
            onExport={(format) => saveBoletos(format, filters, choice.asked)}
          />
        </>
      )}
      <RecordFromUrl<number>>{(id) => <BoletoWindow id={id} onClose={list.close} />}</RecordFromUrl>
      {(opened === 'new' || (issue && makes && ready)) && (
        <NewBoletoWindow
          onClose={close}
          onMade={(id) => {
            setOpened(undefined);
            list.go({ issue: undefined, open: id });
          }}
        />
      )}
      {opened === 'remittance' && <RemittanceWindow figures={query.data} onClose={close} />}
      {down !== undefined && (
        <BankFileWindow
          id={typeof down === 'number' ? down : undefined}
          part={down === 'open' || down === 'ignored' || down === 'given-back' ? down : 'files'}
          onPart={(part) => showFile(part === 'files' ? 'new' : part)}
          onOpen={(id) => showFile(id ?? 'new')}
          onClose={() => showFile(undefined)}
        />
      )}
    </>
  );
}
