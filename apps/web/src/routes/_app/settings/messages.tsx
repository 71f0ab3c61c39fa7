import { pageNumber, searchId } from '@morada/contract/base/fields';
import { IconSend } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { messagesQuery, readSearch, settingsQuery, summaryQuery } from '#web/features/messages/message-queries.ts';
import { MessagesPage } from '#web/features/messages/messages-page.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { useListPage } from '#web/ui/list/use-list-page.ts';

const code = z.catch(z.optional(z.string()), undefined);
/** Codes are any string here and parsed with the page: a schema with their lists would be part of the first load. */
const Search = z.object({
  page: z.optional(pageNumber),
  ...{ state: code, channel: code, kind: code, tab: code },
  client: searchId,
});

const LIST = listOf(Search, {
  state: { label: 'Situação' },
  channel: { label: 'Canal' },
  kind: { label: 'Assunto' },
  client: { label: 'Pessoa' },
  tab: 'place',
});

export const Route = createFileRoute('/_app/settings/messages')({
  staticData: {
    menu: { entry: 'Cobrança e mensagens', label: 'Mensagens aos clientes', tab: 1, icon: IconSend },
    access: 'COLLECTION_VIEW',
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(messagesQuery(readSearch(deps)));
    void queryClient.prefetchQuery(summaryQuery);
    void queryClient.prefetchQuery(settingsQuery);
  },
  component: Messages,
});

function Messages() {
  const tab = Route.useSearch({ select: (search) => search.tab });
  const list = useListPage(LIST, (search) => messagesQuery(readSearch(search)), { isBelow: true });
  return <MessagesPage tab={tab} list={list} onTab={(next) => list.go({ tab: next }, { replace: true })} />;
}
