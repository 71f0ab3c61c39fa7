import { IconBuildingBank } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { StatementLinkPage } from '#web/features/bank-link/statements/statement-link-page.tsx';
import { statementLinksQuery } from '#web/features/bank-link/statements/statement-link-queries.ts';

export const Route = createFileRoute('/_app/settings/statements')({
  staticData: {
    menu: { group: 'Configurações', label: 'Extrato do banco', icon: IconBuildingBank, order: 0.61 },
    access: '*',
  },
  loader: ({ context: { queryClient } }) => {
    queryClient.prefetchQuery(statementLinksQuery);
  },
  component: StatementLinkPage,
});
