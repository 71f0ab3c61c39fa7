import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { NewsPanel } from './news-panel.tsx';
import { type OutboxList, OutboxPanel } from './outbox-panel.tsx';

type MessagesPageProps = {
  tab: string | undefined;
  list: OutboxList;
  onTab: (tab: string) => void;
};

/** Messages to clients: the outbox, what clients are told of, and the channels. */
export function MessagesPage({ tab = 'enviadas', list, onTab }: MessagesPageProps) {
  return (
    <>
      <PageHead
        title="Mensagens aos clientes"
        below="O que sai por WhatsApp, e-mail e SMS, quando, e o que aconteceu com cada mensagem"
      />
      <Tabs
        label="Mensagens aos clientes"
        value={tab}
        onChange={onTab}
        tabs={[
          {
            value: 'enviadas',
            label: 'Fila e enviadas',
            panel: <OutboxPanel list={list} />,
          },
          { value: 'avisos', label: 'Avisos', panel: <NewsPanel /> },
          { value: 'canais', label: 'Canais', panel: <ChannelsPanel /> },
        ]}
      />
    </>
  );
}
