import { lazyPanel } from '#web/ui/feedback/lazy-panel.tsx';

const ClientMessages = lazyPanel('as mensagens', () =>
  import('#web/features/messages/client-messages.tsx').then(({ ClientMessages }) => ClientMessages),
);

/** Messages to a client, in their record. */
export const clientMessages = (id: number) => <ClientMessages id={id} />;
