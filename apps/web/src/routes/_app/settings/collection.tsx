import { COLLECTION_READERS } from '@morada/contract/collection/collection.search';
import { IconRuler2 } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { rulerQuery } from '#web/features/collection/collection-queries.ts';
import { RulerPage } from '#web/features/collection/ruler-page.tsx';

export const Route = createFileRoute('/_app/settings/collection')({
  staticData: {
    menu: { entry: 'Cobrança e mensagens', label: 'Régua de cobrança', icon: IconRuler2 },
    access: COLLECTION_READERS,
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(rulerQuery),
  component: RulerPage,
});
