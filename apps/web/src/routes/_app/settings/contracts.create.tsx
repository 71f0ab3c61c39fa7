import { searchId } from '@morada/contract/base/fields';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { NewTemplatePage } from '#web/features/templates/list/new-template-page.tsx';

export const Route = createFileRoute('/_app/settings/contracts/create')({
  staticData: { access: 'CONTRACT_TEMPLATE_CREATE' },
  validateSearch: z.object({
    /** The template that it begins as a copy of. */
    copy: searchId,
    /** It begins with the ready text. */
    from: z.catch(z.optional(z.enum(['example'])), undefined),
  }),
  component: CreateTemplate,
});

function CreateTemplate() {
  const { copy, from } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <NewTemplatePage
      key={`${copy} ${from}`}
      copy={copy}
      from={from}
      onCreated={(id) => navigate({ to: '/settings/contracts/$id', params: { id: String(id) }, replace: true })}
      onCancel={() => navigate({ to: '/settings/contracts' })}
    />
  );
}
