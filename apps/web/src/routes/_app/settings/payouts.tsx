import { IconTransferOut } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { PayoutPage } from '#web/features/bank-link/payouts/payout-page.tsx';
import { heldChangesQuery, payoutLinkQuery, safeguardsQuery } from '#web/features/bank-link/payouts/payout-queries.ts';

export const Route = createFileRoute('/_app/settings/payouts')({
  staticData: {
    menu: { entry: 'Bancos', label: 'Pagar repasses', tab: 3, icon: IconTransferOut, begun: 'payouts' },
    access: '*',
  },
  loader: ({ context: { queryClient } }) => {
    queryClient.prefetchQuery(payoutLinkQuery);
    queryClient.prefetchQuery(heldChangesQuery);
    queryClient.prefetchQuery(safeguardsQuery);
  },
  component: PayoutPage,
});
