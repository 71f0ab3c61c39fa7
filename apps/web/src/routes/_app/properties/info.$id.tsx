import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { propertyQuery } from '#web/entities/property/property-queries.ts';
import { PropertyRecord } from '#web/features/properties/record/property-record.tsx';
import { may } from '#web/lib/session/session.ts';
import { signaturesOf } from '#web/routes/-subject-signatures.tsx';

export const Route = createFileRoute('/_app/properties/info/$id')({
  staticData: { access: ['PROPERTY_VIEW', 'PROPERTY_REQUEST_VIEW', 'PROPOSAL_VIEW'] },
  validateSearch: z.object({ tab: z.catch(z.optional(z.string()), undefined) }),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(propertyQuery(Number(params.id))),
  component: Property,
});

function Property() {
  const { id } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PropertyRecord
      key={id}
      id={Number(id)}
      tab={tab}
      signatures={signaturesOf('PROPERTY', Number(id))}
      onTab={(next) => navigate({ search: { tab: next }, state: true, replace: true, resetScroll: false })}
      onOpen={(copy) => navigate({ to: '/properties/info/$id', params: { id: String(copy) } })}
      onDeleted={() => navigate({ to: may('PROPERTY_VIEW') ? '/properties' : '/', ignoreBlocker: true })}
    />
  );
}
