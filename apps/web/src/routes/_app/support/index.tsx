import { exported } from '@morada/contract/base/export';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { support, type TicketRow } from '@morada/contract/desk/support';
import { TicketSearch, TicketTab } from '@morada/contract/desk/support.search';
import { IconCircleCheck, IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { clientNameIn, historyOf, ticketsQuery } from '#web/features/support/ticket-queries.ts';
import { TicketTable } from '#web/features/support/ticket-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { compact } from '#web/ui/base/actions.tsx';
import { Tabs } from '#web/ui/display/tabs.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useTurn } from '#web/ui/list/use-rows.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { PageHead } from '#web/ui/page/page.tsx';

const Search = z.extend(TicketSearch, { tab: TicketTab });

export const Route = createFileRoute('/_app/support/')({
  staticData: {
    menu: { entry: 'Suporte', icon: IconMessageCircle, key: 's', badge: 'chats' },
    access: 'SUPPORT_VIEW',
    list: listOf(Search, { client: { label: 'Cliente' }, tab: 'place' }),
  },
  validateSearch: Search,
  loaderDeps: ({ search: { page, client } }) => ({ page, client }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(ticketsQuery(deps)),
  component: Support,
});

function Support() {
  const { page, client, tab = 'opened' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(ticketsQuery({ page, client }));
  const { data } = query;
  const fetchPage = useTurn((to) => ticketsQuery({ page: to, client }));
  const choice = useSelection<TicketRow, object>(NO_FILTER, data?.opened.length);
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
        onChange={(next) => navigate({ search: { client, tab: next === 'history' ? next : undefined }, replace: true })}
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
                turn={(to) => fetchPage(to).then(historyOf)}
                history
                onPage={(next) => navigate({ search: { client, tab: 'history', page: next } })}
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
