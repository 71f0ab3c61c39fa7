import { IconQrcode } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { BankLinkPage } from '#web/features/bank-link/bank-link-page.tsx';
import { bankLinkQuery } from '#web/features/bank-link/bank-link-queries.ts';

export const Route = createFileRoute('/_app/settings/bank-link')({
  staticData: {
    menu: { entry: 'Bancos', label: 'Banco por Pix', tab: 1, icon: IconQrcode, begun: 'pix' },
    access: '*',
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(bankLinkQuery),
  component: BankLinkPage,
});
