import { Button } from '@mantine/core';
import { type BankMovement, type CashLine, reconciliation } from '@morada/contract/bank/reconciliation';
import { MovementSearch, RECONCILIATION_READERS } from '@morada/contract/bank/reconciliation.search';
import { pageNumber } from '@morada/contract/base/fields';
import { referenceOf } from '@morada/domain/base/calendar';
import { IconCalendar, IconFileImport, IconListCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { BankFeeds, BankFeedsWaiting } from '#web/features/reconciliation/bank-feeds.tsx';
import { EntryTable } from '#web/features/reconciliation/entry-table.tsx';
import { MonthFigures } from '#web/features/reconciliation/month-figures.tsx';
import { MOVEMENT_STATES } from '#web/features/reconciliation/movement-states.ts';
import { MovementTable } from '#web/features/reconciliation/movement-table.tsx';
import {
  entriesQuery,
  feedsQuery,
  monthQuery,
  movementsQuery,
  useBegin,
  useMatch,
} from '#web/features/reconciliation/reconciliation-queries.ts';
import { StatementFilters } from '#web/features/reconciliation/statement-filters.tsx';
import { download } from '#web/lib/api/files.ts';
import { counted } from '#web/lib/count.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { More } from '#web/ui/base/actions.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/blank.tsx';
import { MonthSteps } from '#web/ui/input/month-steps.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead, Section } from '#web/ui/page/page.tsx';

const OfxWindow = lazyWindow(
  () => import('#web/features/reconciliation/ofx-window.tsx'),
  ({ OfxWindow }) => OfxWindow,
);
const ExplainWindow = lazyWindow(
  () => import('#web/features/reconciliation/explain-window.tsx'),
  ({ ExplainWindow }) => ExplainWindow,
);
const MarkEntryWindow = lazyWindow(
  () => import('#web/features/reconciliation/mark-entry-window.tsx'),
  ({ MarkEntryWindow }) => MarkEntryWindow,
);

/** `page` of the movements, `entries` of the ledger's entries. */
const Search = z.extend(MovementSearch, { entries: z.optional(pageNumber) });

const LIST = listOf(Search, {
  account: 'own',
  month: 'own',
  state: { label: 'Situação', words: MOVEMENT_STATES },
  entries: 'place',
});

export const Route = createFileRoute('/_app/financial/reconciliation')({
  staticData: {
    menu: { entry: 'Conciliação', icon: IconListCheck },
    access: RECONCILIATION_READERS,
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { entries, ...search } }) => {
    void queryClient.prefetchQuery(monthQuery(search));
    void queryClient.prefetchQuery(feedsQuery);
    void queryClient.prefetchQuery(movementsQuery(search));
    void queryClient.prefetchQuery(entriesQuery({ account: search.account, month: search.month, page: entries }));
  },
  component: Reconciliation,
});

type Window = { explain: BankMovement } | { mark: CashLine } | { import: true };

function Reconciliation() {
  const entriesPage = Route.useSearch({ select: (search) => search.entries });
  const list = useListPage(LIST, movementsQuery, { isBelow: true });
  const { filters } = list;
  const { account, month = referenceOf(today()), state } = filters;
  const found = useQuery(monthQuery(filters));
  const [aside, setAside] = useState(false);
  const entries = useQuery(
    entriesQuery({ account, month: filters.month, page: entriesPage, ...(aside && { state: 'OFF_BANK' as const }) }),
  );
  const [open, setOpen] = useState<Window>();
  const edits = may(reconciliation.import.access);
  const askBegin = useBegin();
  const close = () => setOpen(undefined);
  const change = (next: Partial<typeof filters>) =>
    list.go({ ...next, page: undefined, entries: undefined }, { replace: true });
  const data = found.data;
  return (
    <>
      <PageHead
        title="Conciliação"
        terms={['bankReconciliation']}
        below="O extrato do banco e o caixa, movimento por movimento"
        primary={
          edits && (
            <Button
              leftSection={<IconFileImport size={15} />}
              onPointerEnter={OfxWindow.preload}
              onClick={() => setOpen({ import: true })}
            >
              Importar extrato
            </Button>
          )
        }
        actions={
          <>
            {edits && data?.account && (
              <More
                actions={[
                  {
                    label: 'Mudar o início da conciliação',
                    icon: IconCalendar,
                    onClick: () => data.account && askBegin(data.account, data.since),
                  },
                ]}
              />
            )}
            {edits && <MatchButton />}
            <ExportButton
              onExport={(format) => download(reconciliation.exportMovements, { params: { format }, query: filters })}
            />
          </>
        }
      />
      <MonthSteps month={month} onMonth={(next) => change({ month: next })} />
      {data ? (
        <BankFeeds account={data.account?.id} onRead={(read) => change({ ...read, state: undefined })} />
      ) : (
        <BankFeedsWaiting />
      )}
      {found.error && !data ? (
        <ErrorState what="a conciliação do mês" error={found.error} onRetry={found.refetch} />
      ) : (
        <MonthFigures month={data} />
      )}
      <Section title="Movimentos do banco">
        <StatementFilters accounts={data?.accounts ?? []} account={data?.account?.id} state={state} onChange={change} />
        <MovementTable
          list={list}
          onExplain={(explain) => setOpen({ explain })}
          empty={<NoMovements hasAccount={data?.account !== null} filtered={state !== undefined} />}
        />
      </Section>
      {data?.account?.is_main && (
        <Section
          title={aside ? 'Lançamentos que não passaram pela conta' : 'Lançamentos sem movimento'}
          action={
            <Button variant="subtle" size="compact-sm" onClick={() => setAside(!aside)}>
              {aside ? 'Ver sem movimento' : 'Ver os que não passaram pela conta'}
            </Button>
          }
        >
          <EntryTable
            query={entries}
            aside={aside}
            onPage={(entries) => list.go({ entries })}
            onMark={(mark) => setOpen({ mark })}
          />
        </Section>
      )}
      {open && 'import' in open && (
        <OfxWindow
          account={data?.account ?? null}
          onClose={close}
          onImported={({ account: { id }, until }) => {
            close();
            change({ account: id, month: referenceOf(until), state: undefined });
          }}
        />
      )}
      {open && 'explain' in open && <ExplainWindow movement={open.explain} onClose={close} />}
      {open && 'mark' in open && <MarkEntryWindow entry={open.mark} onClose={close} />}
    </>
  );
}

function MatchButton() {
  const { mutateAsync: match, isPending } = useMatch();
  const run = () =>
    match({}).then(
      ({ explained }) =>
        toast.success(
          explained === 0
            ? 'Nada novo a conciliar.'
            : `${counted(explained, 'movimento conciliado', 'movimentos conciliados')}.`,
        ),
      toast.failure,
    );
  return (
    <Button variant="default" leftSection={<IconRefresh size={15} />} loading={isPending} onClick={run}>
      Conciliar de novo
    </Button>
  );
}

function NoMovements({ hasAccount, filtered }: { hasAccount: boolean; filtered: boolean }) {
  if (!hasAccount)
    return (
      <EmptyState
        icon={IconFileImport}
        title="Nenhum extrato lido"
        below="Busque o extrato no banco, ou exporte-o em OFX no site dele e importe aqui: cada movimento é comparado com o caixa."
      />
    );
  return (
    <EmptyState
      icon={IconListCheck}
      title={filtered ? 'Nenhum movimento nesta situação' : 'Nenhum movimento neste mês'}
      below={filtered ? undefined : 'Busque ou importe o extrato que cobre este mês.'}
    />
  );
}
