import { exported } from '@morada/contract/base/export';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { support, type TicketRow } from '@morada/contract/desk/support';
import { TicketSearch, TicketTab } from '@morada/contract/desk/support.search';
import { IconCircleCheck, IconMessageCircle } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { clientNameIn, historyOf, ticketsQuery } from '#web/features/support/ticket-queries.ts';
import { TicketTable } from '#web/features/support/ticket-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { compact } from '#web/ui/base/actions.tsx';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { PageHead } from '#web/ui/page/page.tsx';

const Search = z.extend(TicketSearch, { tab: TicketTab });

const LIST = listOf(Search, { client: { label: 'Cliente' }, tab: 'place' });

export const Route = createFileRoute('/_app/support/')({
  staticData: {
    menu: { entry: 'Suporte', icon: IconMessageCircle, key: 's', badge: 'chats' },
    access: 'SUPPORT_VIEW',
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(ticketsQuery(deps)),
  component: Support,
});

function Support() {
  const { tab = 'opened' } = Route.useSearch();
  const list = useListPage(LIST, ticketsQuery);
  const { query } = list;
  const { client } = list.filters;
  const { data } = query;
  const choice = useSelection<TicketRow, object>({ filters: NO_FILTER, found: data?.opened.length });
  const { ask } = useBulk();
  const closes = may(BULK_ACCESS['ticket-close'].act);
  return (
    <>
      <PageHead
        title="Suporte"
        actions={
          <ExportButton
            onExport={(format) =>
              download(support.export, {
                params: { format },
                query: { tab: tab === 'history' ? tab : undefined, client },
              })
            }
          />
        }
      />
      {client !== undefined && <ToolBar texts={{ client: data && (clientNameIn(data) ?? client) }} />}
      <Tabs
        label="Tickets"
        value={tab}
        onChange={(next) => list.go({ tab: next === 'history' ? next : undefined, page: undefined }, { replace: true })}
        tabs={[
          {
            value: 'opened',
            label: 'Em aberto',
            count: data?.opened.length,
            panel: (
              <>
                <TicketTable query={{ ...query, data: data?.opened }} choice={choice} />
                <SelectionBar
                  selection={choice}
                  found={data?.opened.length}
                  actions={compact(
                    closes && {
                      label: 'Fechar tickets',
                      icon: IconCircleCheck,
                      onClick: () => ask({ action: 'ticket-close', chosen: choice.asked, onStarted: choice.clear }),
                    },
                  )}
                  onExport={(format) => download(support.export, { params: { format }, query: exported(choice.asked) })}
                />
              </>
            ),
          },
          {
            value: 'history',
            label: 'Histórico',
            panel: (
              <TicketTable
                query={{ ...query, data: data && historyOf(data) }}
                turn={(to) => list.table.sequence.turn(to).then(historyOf)}
                history
                onPage={list.table.onPage}
              />
            ),
          },
        ]}
      />
    </>
  );
}

/** The list has none. */
const NO_FILTER = {};
