import { IconMessageCircleOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { TicketPage } from '#web/features/support/ticket-page.tsx';
import { ticketQuery } from '#web/features/support/ticket-queries.ts';
import { isMissing } from '#web/lib/api/failure.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/support/$id')({
  staticData: { access: 'SUPPORT_VIEW' },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(ticketQuery(Number(params.id))),
  component: SupportTicket,
});

function SupportTicket() {
  const id = Number(Route.useParams().id);
  const navigate = Route.useNavigate();
  const query = useQuery(ticketQuery(id));
  // Also handles a deletion by another user while the ticket is open.
  if (isMissing(query.error)) {
    return (
      <>
        <PageHead title={`Ticket ${id}`} breadcrumbs={[{ label: 'Suporte', to: '/support' }]} />
        <EmptyState
          icon={IconMessageCircleOff}
          title="Não encontramos este ticket."
          below="Ele pode ter sido deletado."
        />
      </>
    );
  }
  return (
    <QueryBoundary query={query} what="o ticket" lines={10}>
      {(ticket) => <TicketPage key={id} ticket={ticket} onGone={() => navigate({ to: '/support' })} />}
    </QueryBoundary>
  );
}
