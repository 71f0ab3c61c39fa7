import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { movimentations } from '@morada/contract/money/movimentations';
import { MOVIMENTATION_READERS, PlannedSearch } from '@morada/contract/money/movimentations.search';
import { formatMoney } from '@morada/domain/base/money';
import { IconCalendarDollar, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type Payable, type PayablePage, payablesQuery } from '#web/features/cash/payable-queries.ts';
import { PayableTable } from '#web/features/cash/payable-table.tsx';
import { useSettling } from '#web/features/cash/use-settling.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { type Counter, Counters } from '#web/ui/list/counters.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const PayableWindow = lazyWindow(
  () => import('#web/features/cash/payable-window.tsx'),
  ({ PayableWindow }) => PayableWindow,
);
const NewPayableWindow = lazyWindow(
  () => import('#web/features/cash/payable-window.tsx'),
  ({ NewPayableWindow }) => NewPayableWindow,
);

const Search = z.extend(PlannedSearch, { open: searchId });

const LIST = listOf(Search, { open: 'place' });

export const Route = createFileRoute('/_app/financial/payables')({
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(payablesQuery(deps)),
  staticData: {
    menu: { entry: 'Caixa', label: 'Contas a pagar', tab: 3, icon: IconCalendarDollar },
    access: MOVIMENTATION_READERS,
    list: LIST,
  },
  component: Payables,
});

function Payables() {
  const list = useListPage(LIST, payablesQuery);
  const { query } = list;
  const [adding, setAdding] = useState(false);
  const askSettling = useSettling();
  const create = may(movimentations.create.access) && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
      Nova conta a pagar
    </Button>
  );
  return (
    <>
      <PageHead title="Contas a pagar" below="As despesas da imobiliária que ainda não foram pagas" primary={create} />
      <Counters items={countersOf(query.data)} />
      <PayableTable list={list} onSettle={(row: Payable) => void askSettling(row)} first={create} />
      <RecordFromUrl<number>>
        {(open) =>
          query.data && (
            <PayableWindow
              row={query.data.data.find(({ id }) => id === open)}
              reload={query.refetch}
              onClose={list.close}
            />
          )
        }
      </RecordFromUrl>
      {adding && <NewPayableWindow onClose={() => setAdding(false)} />}
    </>
  );
}

function countersOf(figures: PayablePage | undefined): Counter[] {
  const shown = (amount: number | undefined) => (amount === undefined ? undefined : formatMoney(amount));
  return [
    {
      label: 'Vencidas',
      value: shown(figures?.late),
      below: 'venceram e não foram pagas',
      ...(figures && figures.late > 0 && { tone: 'red' as const }),
    },
    { label: 'Próximos 7 dias', value: shown(figures?.soon), below: 'vencem até lá' },
    { label: 'A pagar', value: shown(figures?.amount), below: 'tudo o que está na lista' },
  ];
}
