import { IconFileBarcode } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { BoletoLinkPage } from '#web/features/bank-link/boletos/boleto-link-page.tsx';
import { boletoLinkQuery } from '#web/features/bank-link/boletos/boleto-link-queries.ts';

export const Route = createFileRoute('/_app/settings/boleto-link')({
  staticData: {
    menu: { entry: 'Bancos', label: 'Boletos no banco', tab: 2, icon: IconFileBarcode, begun: 'boletos' },
    access: '*',
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(boletoLinkQuery),
  component: BoletoLinkPage,
});
