import { Button } from '@mantine/core';
import { bankFiles } from '@morada/contract/bank/bank-files';
import { type BoletoRow, boletos } from '@morada/contract/bank/boletos';
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
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { boletosQuery, saveBoletos, savePapers } from '#web/entities/boleto/boleto-queries.ts';
import { boletoCounters } from '#web/features/boletos/boleto-counters.tsx';
import { BoletoTable } from '#web/features/boletos/boleto-table.tsx';
import { type BoletoFilters, BoletoToolBar } from '#web/features/boletos/boleto-tool-bar.tsx';
import { NoAgreement } from '#web/features/boletos/no-agreement.tsx';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { compact, More } from '#web/ui/base/actions.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { useTurn } from '#web/ui/list/use-rows.ts';
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

export const Route = createFileRoute('/_app/financial/boletos')({
  validateSearch: Search,
  loaderDeps: ({ search: { open: _, down: __, issue: ___, ...search } }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(boletosQuery({ ...deps, page: deps.page ?? 1 }));
  },
  staticData: {
    menu: { entry: 'Boletos', icon: IconBarcode, key: 'b' },
    access: BOLETO_READERS,
    list: listOf(Search, {
      query: 'search',
      state: { label: 'Situação' },
      registration: { label: 'Registro' },
      month: { label: 'Vencimento' },
      open: 'place',
      down: 'place',
      issue: 'place',
    }),
  },
  component: BoletosPage,
});

type Opened = 'new' | 'remittance';

function BoletosPage() {
  const { open: _open, down, issue, ...search } = Route.useSearch();
  const { page: _, ...filters } = search;
  const navigate = Route.useNavigate();
  const query = useQuery(boletosQuery({ ...search, page: search.page ?? 1 }));
  const turn = useTurn((page) => boletosQuery({ ...search, page }));
  const [opened, setOpened] = useState<Opened>();
  const close = () => {
    setOpened(undefined);
    if (issue) navigate({ search: (now) => ({ ...now, issue: undefined }), replace: true, resetScroll: false });
  };
  const choice = useSelection<BoletoRow, typeof filters>(filters, query.data?.total);
  const { ask } = useBulk();
  const inBulk = (action: 'boleto-settle' | 'boleto-cancel') => () =>
    ask({ action, chosen: choice.asked, onStarted: choice.clear });
  usePreloadWhenIdle(BoletoWindow, BankFileWindow);
  const makes = may(boletos.create.access);
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const ready = query.data?.agreement !== null;

  const show = (id: number | undefined) => navigate({ search: (now) => ({ ...now, open: id }), resetScroll: false });
  const showFile = (file: typeof down) => navigate({ search: (now) => ({ ...now, down: file }), resetScroll: false });
  const filter = (change: BoletoFilters) =>
    navigate({ search: (now) => ({ ...now, ...change, page: undefined }), replace: true, resetScroll: false });
  const clear = () => navigate({ search: {}, replace: true, resetScroll: false });

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
      {!ready && query.data?.open.count === 0 && !filtered ? (
        <NoAgreement />
      ) : (
        <>
          <Counters items={boletoCounters(query)} />
          <BoletoToolBar filters={filters} onChange={filter} />
          <BoletoTable
            query={query}
            turn={turn}
            filtered={filtered}
            onOpen={show}
            onPage={(page) => navigate({ search: (now) => ({ ...now, page }) })}
            onClear={clear}
            create={create}
            choice={choice}
          />
          <SelectionBar
            selection={choice}
            found={query.data?.total}
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
      <RecordFromUrl<number>>{(id) => <BoletoWindow id={id} onClose={() => show(undefined)} />}</RecordFromUrl>
      {(opened === 'new' || (issue && makes && ready)) && (
        <NewBoletoWindow
          onClose={close}
          onMade={(id) => {
            setOpened(undefined);
            navigate({ search: (now) => ({ ...now, issue: undefined, open: id }), resetScroll: false });
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
