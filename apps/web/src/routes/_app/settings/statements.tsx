import { IconFileDownload } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { StatementLinkPage } from '#web/features/bank-link/statements/statement-link-page.tsx';
import { statementLinksQuery } from '#web/features/bank-link/statements/statement-link-queries.ts';

export const Route = createFileRoute('/_app/settings/statements')({
  staticData: {
    menu: { entry: 'Bancos', label: 'Extrato do banco', tab: 4, icon: IconFileDownload, begun: 'statements' },
    access: '*',
  },
  loader: ({ context: { queryClient } }) => {
    queryClient.prefetchQuery(statementLinksQuery);
  },
  component: StatementLinkPage,
});
