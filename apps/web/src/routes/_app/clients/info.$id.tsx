import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { clientQuery } from '#web/entities/client/client-queries.ts';
import { ClientPage } from '#web/features/clients/record/client-page.tsx';
import { EntryKey } from '#web/features/transactions/entry-key.ts';
import { clientMessages } from '#web/routes/-client-messages.tsx';
import { contractAccounts } from '#web/routes/-contract-accounts.tsx';
import { EntryWindow } from '#web/routes/-entry-window.tsx';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';

const PunctualityPanel = lazyPanel(
  'a pontualidade',
  () => import('#web/features/punctuality/punctuality-panel.tsx'),
  ({ PunctualityPanel }) => PunctualityPanel,
);

export const Route = createFileRoute('/_app/clients/info/$id')({
  staticData: { access: 'CLIENT_VIEW' },
  validateSearch: z.object({
    tab: z.catch(z.optional(z.string()), undefined),
    /** The invoice or transfer that lies open over the client. */
    record: EntryKey,
  }),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(clientQuery(Number(params.id))),
  component: Client,
});

function Client() {
  const { id } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = () => navigate({ search: (now) => ({ ...now, record: undefined }), resetScroll: false });
  return (
    <>
      <ClientPage
        key={id}
        id={Number(id)}
        tab={tab}
        onTab={(next) => navigate({ search: { tab: next }, state: true, replace: true, resetScroll: false })}
        onDeleted={() => navigate({ to: '/clients', ignoreBlocker: true })}
        accounts={contractAccounts}
        messages={clientMessages}
        punctuality={(client) => <PunctualityPanel id={client} />}
      />
      <EntryWindow param="record" onClose={close} />
    </>
  );
}
