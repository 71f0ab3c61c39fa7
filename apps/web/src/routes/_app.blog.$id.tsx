import { createFileRoute } from '@tanstack/react-router';
import { postQuery } from '#web/features/feed/feed-queries.ts';
import { PostPage } from '#web/features/feed/post-page.tsx';

export const Route = createFileRoute('/_app/blog/$id')({
  staticData: { access: ['FEED_VIEW', 'FEED_EDIT'] },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(postQuery(Number(params.id))),
  component: PostRoute,
});

function PostRoute() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return <PostPage key={id} id={Number(id)} onRemoved={() => navigate({ to: '/blog', ignoreBlocker: true })} />;
}
