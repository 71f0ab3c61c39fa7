import { createFileRoute } from '@tanstack/react-router';
import { TemplatePage } from '#web/features/templates/template-page.tsx';
import { templateQuery } from '#web/features/templates/template-queries.ts';

export const Route = createFileRoute('/_app/settings/contracts/$id')({
  staticData: { access: ['CONTRACT_TEMPLATE_VIEW', 'PROPOSAL_VIEW'] },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(templateQuery(Number(params.id))),
  component: TemplateRoute,
});

function TemplateRoute() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <TemplatePage
      key={id}
      id={Number(id)}
      onRemoved={() => navigate({ to: '/settings/contracts', ignoreBlocker: true })}
    />
  );
}
