import { IconBuildingBank } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { BankLinkPage } from '#web/features/bank-link/bank-link-page.tsx';
import { bankLinkQuery } from '#web/features/bank-link/bank-link-queries.ts';

export const Route = createFileRoute('/_app/settings/bank-link')({
  staticData: {
    menu: { group: 'Configurações', label: 'Banco por Pix', icon: IconBuildingBank, order: 0.5 },
    access: '*',
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(bankLinkQuery),
  component: BankLinkPage,
});
