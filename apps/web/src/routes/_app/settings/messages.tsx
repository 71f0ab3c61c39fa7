import { MESSAGE_READERS, MessageSearch } from '@morada/contract/messages.search';
import { CHANNEL_NAMES } from '@morada/domain/messages/kinds';
import { IconMessageCircle } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { messagesQuery, settingsQuery, summaryQuery } from '#web/features/messages/message-queries.ts';
import { KIND_WORDS, STATE_WORDS } from '#web/features/messages/message-words.ts';
import { MessagesPage } from '#web/features/messages/messages-page.tsx';
import { listOf } from '#web/lib/list.ts';

const Search = z.extend(MessageSearch, { tab: z.catch(z.optional(z.string()), undefined) });

export const Route = createFileRoute('/_app/settings/messages')({
  staticData: {
    menu: { group: 'Configurações', label: 'Mensagens aos clientes', icon: IconMessageCircle, order: 0.7 },
    access: MESSAGE_READERS,
    list: listOf(Search, {
      state: { label: 'Situação', words: STATE_WORDS },
      channel: { label: 'Canal', words: CHANNEL_NAMES },
      kind: { label: 'Assunto', words: KIND_WORDS },
      client: { label: 'Pessoa' },
      tab: 'place',
    }),
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { tab: _, ...search } }) => {
    void queryClient.prefetchQuery(messagesQuery(search));
    void queryClient.prefetchQuery(summaryQuery);
    void queryClient.prefetchQuery(settingsQuery);
  },
  component: Messages,
});

function Messages() {
  const { tab, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MessagesPage
      tab={tab}
      search={search}
      onTab={(next) => navigate({ search: (now) => ({ ...now, tab: next }), replace: true, resetScroll: false })}
      onSearch={(change) =>
        navigate({ search: (now) => ({ ...now, ...change, page: undefined }), replace: true, resetScroll: false })
      }
      onPage={(page) => navigate({ search: (now) => ({ ...now, page }), resetScroll: false })}
    />
  );
}
