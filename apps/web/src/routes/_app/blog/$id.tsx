import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '#web/features/blog/post-page.tsx';
import { postQuery } from '#web/features/blog/post-queries.ts';

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
