import { feed, PostSearch } from '@morada/contract/feed';
import { IconNews } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { postsQuery } from '#web/features/feed/feed-queries.ts';
import { NewPost } from '#web/features/feed/new-post.tsx';
import { PostTable } from '#web/features/feed/post-table.tsx';
import { may } from '#web/lib/session.ts';
import { PageHead, Section } from '#web/ui/page.tsx';

export const Route = createFileRoute('/_app/blog/')({
  staticData: {
    menu: { group: 'Atendimento', label: 'Blog', icon: IconNews, order: 3 },
    access: 'FEED_VIEW',
  },
  validateSearch: PostSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(postsQuery(deps.page)),
  component: Blog,
});

function Blog() {
  const { page } = Route.useSearch();
  const navigate = Route.useNavigate();
  const table = (
    <PostTable query={useQuery(postsQuery(page))} onPage={(next) => navigate({ search: { page: next } })} />
  );
  const creates = may(feed.create.access);
  return (
    <>
      <PageHead title="Blog" below="Notícias que aparecem no site da imobiliária" />
      {creates && <NewPost />}
      {creates ? <Section title="Publicadas">{table}</Section> : table}
    </>
  );
}
