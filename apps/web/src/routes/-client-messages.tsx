import { lazyPanel } from '#web/ui/feedback/lazy.tsx';

const ClientMessages = lazyPanel(
  'as mensagens',
  () => import('#web/features/messages/client-messages.tsx'),
  ({ ClientMessages }) => ClientMessages,
);

/** Messages to a client, in their record. */
export const clientMessages = (id: number) => <ClientMessages id={id} />;
