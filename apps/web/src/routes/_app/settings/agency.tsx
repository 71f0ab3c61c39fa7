import { IconBuildingStore } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { AgencyPage } from '#web/features/agency/agency-page.tsx';
import { agencyQuery } from '#web/features/agency/agency-queries.ts';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/settings/agency')({
  staticData: {
    menu: { entry: 'Imobiliária', icon: IconBuildingStore },
    access: '*',
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(agencyQuery),
  component: AgencySettings,
});

function AgencySettings() {
  return (
    <>
      <PageHead title="Imobiliária" below="Em nome de quem os documentos saem, e onde o dinheiro entra" />
      <AgencyPage />
    </>
  );
}
