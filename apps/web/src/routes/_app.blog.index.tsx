import { feed, PostSearch } from '@morada/contract/feed';
import { IconNews } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { postsQuery } from '#web/features/feed/feed-queries.ts';
import { NewPost } from '#web/features/feed/new-post.tsx';
import { PostTable } from '#web/features/feed/post-table.tsx';
import { download } from '#web/lib/files.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session.ts';
import { ExportButton } from '#web/ui/export-button.tsx';
import { PageHead, Section } from '#web/ui/page.tsx';
import { useTurn } from '#web/ui/use-rows.ts';

export const Route = createFileRoute('/_app/blog/')({
  staticData: {
    menu: { group: 'Atendimento', label: 'Blog', icon: IconNews, order: 3 },
    access: 'FEED_VIEW',
    list: listOf(PostSearch, {}),
  },
  validateSearch: PostSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(postsQuery(deps.page)),
  component: Blog,
});

function Blog() {
  const { page } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(postsQuery(page));
  const turn = useTurn((to) => postsQuery(to));
  const table = <PostTable query={query} turn={turn} onPage={(next) => navigate({ search: { page: next } })} />;
  const creates = may(feed.create.access);
  return (
    <>
      <PageHead
        title="Blog"
        below="Notícias que aparecem no site da imobiliária"
        actions={<ExportButton onExport={(format) => download(feed.export, { params: { format }, query: {} })} />}
      />
      {creates && <NewPost />}
      {creates ? <Section title="Publicadas">{table}</Section> : table}
    </>
  );
}
