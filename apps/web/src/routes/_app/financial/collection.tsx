import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import type { CollectionRow } from '@morada/contract/collection/collection';
import { COLLECTION_READERS, CollectionSearch } from '@morada/contract/collection/collection.search';
import type { Stage } from '@morada/domain/collection/stage-order';
import { STAGES } from '@morada/domain/collection/stages';
import { IconChevronLeft, IconPhoneCall } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { CollectionBoard } from '#web/features/collection/board.tsx';
import { BoardFilters } from '#web/features/collection/board-filters.tsx';
import { boardQuery, stageQuery, tasksQuery } from '#web/features/collection/collection-queries.ts';
import { StageTable } from '#web/features/collection/stage-table.tsx';
import { TasksPanel } from '#web/features/collection/tasks-panel.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { type ListPage, useListPage } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const InvoiceCollection = lazyWindow(
  () => import('#web/features/collection/invoice-collection.tsx'),
  ({ InvoiceCollection }) => InvoiceCollection,
);

const Search = z.extend(CollectionSearch, { open: searchId });

const LIST = listOf(Search, {
  query: 'search',
  stage: { label: 'Etapa', words: STAGES },
  late: { label: 'Atraso' },
  amount: { label: 'Valor da fatura' },
  by: { label: 'Último responsável' },
  owner: { label: 'Proprietário' },
  open: 'place',
});

export const Route = createFileRoute('/_app/financial/collection')({
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context: { queryClient }, deps }) => {
    const { stage } = deps;
    void queryClient.prefetchQuery(boardQuery(deps));
    void queryClient.prefetchQuery(tasksQuery);
    if (stage) void queryClient.prefetchQuery(stageQuery(deps));
  },
  staticData: {
    menu: { entry: 'Cobrança', icon: IconPhoneCall },
    access: COLLECTION_READERS,
    list: LIST,
  },
  component: CollectionPage,
});

function CollectionPage() {
  const list = useListPage(LIST, stageQuery);
  const { filters, show } = list;
  const { stage } = filters;
  const board = useQuery(boardQuery(filters));
  const tasks = useQuery(tasksQuery);
  return (
    <>
      <PageHead
        title="Cobrança"
        below="Faturas abertas por etapa, com a multa e os juros de hoje, e o que vem para cada uma"
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/settings/collection" {...props} />}>
            Régua
          </Button>
        }
      />
      {board.data?.active === false && (
        <Callout tone="known">
          A régua está desligada: nada é enviado sozinho. Ligue-a em Régua, depois de ver a simulação.
        </Callout>
      )}
      {!stage && tasks.data && <TasksPanel tasks={tasks.data} onOpen={show} />}
      <BoardFilters search={filters} onSearch={list.filter} known={board.data} />
      {stage ? (
        <StageList stage={stage} list={list} active={board.data?.active ?? false} />
      ) : (
        <QueryBoundary query={board} what="o quadro da cobrança" lines={12}>
          {(found) => <CollectionBoard board={found} onOpen={show} />}
        </QueryBoundary>
      )}
      <RecordFromUrl<number>>{(id) => <InvoiceCollection id={id} onClose={list.close} />}</RecordFromUrl>
    </>
  );
}

type StageProps = { stage: Stage; list: ListPage<CollectionRow>; active: boolean };

function StageList({ stage, ...table }: StageProps) {
  return (
    <>
      <h2>{STAGES[stage]}</h2>
      <p>
        <Link to="." search={(now) => ({ ...now, stage: undefined, page: undefined })}>
          <IconChevronLeft size={14} aria-hidden="true" /> Todas as etapas
        </Link>
      </p>
      <StageTable {...table} />
    </>
  );
}
