import { IconBuildingBank } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { bankLinkQuery } from '#web/features/bank-link/bank-link-queries.ts';
import { BanksPage } from '#web/features/bank-link/banks-page.tsx';
import { boletoLinkQuery } from '#web/features/bank-link/boletos/boleto-link-queries.ts';
import { payoutLinkQuery } from '#web/features/bank-link/payouts/payout-queries.ts';
import { statementLinksQuery } from '#web/features/bank-link/statements/statement-link-queries.ts';

export const Route = createFileRoute('/_app/settings/banks')({
  staticData: { menu: { entry: 'Bancos', icon: IconBuildingBank }, access: '*' },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(bankLinkQuery);
    void queryClient.prefetchQuery(boletoLinkQuery);
    void queryClient.prefetchQuery(payoutLinkQuery);
    void queryClient.prefetchQuery(statementLinksQuery);
  },
  component: BanksPage,
});
