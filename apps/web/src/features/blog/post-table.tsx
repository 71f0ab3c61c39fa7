import { Button } from '@mantine/core';
import { feed, type PostRow } from '@morada/contract/desk/feed';
import { IconNews } from '@tabler/icons-react';
import { may } from '#web/lib/session/session.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { useRemovePost } from './use-remove-post.ts';

const COLUMNS: Column<PostRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Título', kind: 'main', phone: 'main', cell: ({ title }) => <span title={title}>{title}</span> },
  { title: 'Visualizações', kind: 'number', cell: ({ views }) => views.toLocaleString('pt-BR') },
  { title: 'Publicado em', cell: ({ created_at }) => <Moment value={created_at} /> },
];

const inWords = (views: number) => (views === 1 ? '1 visualização' : `${views.toLocaleString('pt-BR')} visualizações`);

/** On a phone, date and views share the line below the title. */
const PHONE_COLUMNS: Column<PostRow>[] = [
  ...COLUMNS,
  {
    title: 'Em resumo',
    phone: 'below',
    cell: ({ created_at, views }) => (
      <>
        <Moment value={created_at} /> · {inWords(views)}
      </>
    ),
  },
];

/** Published posts, newest first. */
export function PostTable({ list }: { list: Pick<ListPage<PostRow>, 'table'> }) {
  const remove = useRemovePost();
  // On a phone a tap anywhere in the row opens the post, so the deletion is offered there.
  const phone = usePhone();
  return (
    <DataTable
      what="as notícias"
      {...list.table}
      columns={phone ? PHONE_COLUMNS : COLUMNS}
      open={{
        name: ({ title }) => title,
        word: may(feed.update.access) ? 'Editar' : 'Abrir',
        link: ({ id }) => ({ to: '/blog/$id', params: { id: String(id) } }),
      }}
      actions={
        !phone && may(feed.remove.access)
          ? (post) => (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={`Deletar ${post.title}`}
                onClick={() => remove(post)}
              >
                Deletar
              </Button>
            )
          : undefined
      }
      empty={
        <EmptyState
          icon={IconNews}
          title="Nenhuma notícia publicada"
          below="O que for publicado aparece aqui e no blog do site."
        />
      }
    />
  );
}
