import { TicketSearch } from '@morada/contract/support';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ticketsQuery } from '#web/features/support/ticket-queries.ts';
import { TicketTable } from '#web/features/support/ticket-table.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export const Route = createFileRoute('/_app/support/')({
  staticData: {
    menu: { group: 'Atendimento', label: 'Suporte', icon: IconMessageCircle, order: 2, badge: 'chats' },
    access: 'SUPPORT_VIEW',
  },
  validateSearch: z.extend(TicketSearch, { tab: z.catch(z.optional(z.literal('history')), undefined) }),
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(ticketsQuery(deps.page)),
  component: Support,
});

function Support() {
  const { page, tab = 'opened' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(ticketsQuery(page));
  const { data } = query;
  const history = data && { data: data.history, page: data.page, lastPage: data.lastPage, total: data.total };
  return (
    <>
      <PageHead title="Suporte" />
      <Tabs
        label="Tickets"
        value={tab}
        onChange={(next) => navigate({ search: next === 'history' ? { tab: next } : {}, replace: true })}
        tabs={[
          {
            value: 'opened',
            label: 'Em aberto',
            count: data?.opened.length,
            panel: <TicketTable query={{ ...query, data: data?.opened }} />,
          },
          {
            value: 'history',
            label: 'Histórico',
            panel: (
              <TicketTable
                query={{ ...query, data: history }}
                history
                onPage={(next) => navigate({ search: { tab: 'history', page: next } })}
              />
            ),
          },
        ]}
      />
    </>
  );
}
