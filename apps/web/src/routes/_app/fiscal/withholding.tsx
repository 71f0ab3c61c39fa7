import { pageNumber } from '@morada/contract/base/fields';
import { FISCAL_READERS, WithholdingSearch } from '@morada/contract/fiscal/fiscal.search';
import { type DarfRow, withholding } from '@morada/contract/fiscal/fiscal-withholding';
import { type Reference, referenceOf } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { IconCut } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { DarfTable } from '#web/features/fiscal/darf-table.tsx';
import { ReinfTable } from '#web/features/fiscal/reinf-table.tsx';
import { darfsQuery, paymentsQuery } from '#web/features/fiscal/withholding-queries.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { MonthSteps } from '#web/ui/input/month-steps.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead, Section } from '#web/ui/page/page.tsx';

const PayDarfWindow = lazyWindow(
  () => import('#web/features/fiscal/pay-darf-window.tsx'),
  ({ PayDarfWindow }) => PayDarfWindow,
);

/** `page` of the DARFs, `payments` of the R-4010. */
const Search = z.extend(WithholdingSearch, { payments: z.optional(pageNumber) });

const LIST = listOf(Search, { month: 'own', payments: 'place' });

export const Route = createFileRoute('/_app/fiscal/withholding')({
  staticData: {
    menu: { entry: 'Impostos', label: 'Imposto retido', tab: 2, icon: IconCut, begun: 'withholding' },
    access: FISCAL_READERS,
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { payments, ...search } }) => {
    void queryClient.prefetchQuery(darfsQuery(search));
    void queryClient.prefetchQuery(paymentsQuery({ month: search.month, page: payments }));
  },
  component: Withholding,
});

function Withholding() {
  const paymentsPage = Route.useSearch({ select: (search) => search.payments });
  const list = useListPage(LIST, darfsQuery, { isBelow: true });
  const { filters, query: darfs } = list;
  const payments = useQuery(paymentsQuery({ month: filters.month, page: paymentsPage }));
  const [paying, setPaying] = useState<DarfRow>();
  const { month = referenceOf(today()) } = filters;
  const choose = (next: Reference | undefined) =>
    list.go({ month: next, page: undefined, payments: undefined }, { replace: true });
  return (
    <>
      <PageHead
        title="Imposto retido"
        terms={['withholding']}
        below={darfs.data ? inWords(darfs.data) : 'DARFs e R-4010 dos aluguéis que empresas pagaram'}
      />
      <MonthSteps month={month} onMonth={choose} />
      <Section
        title="DARF"
        action={
          <ExportButton
            onExport={(format) => download(withholding.exportDarfs, { params: { format }, query: filters })}
          />
        }
      >
        <DarfTable list={list} onPay={setPaying} />
      </Section>
      {/* Where it begins depends on how many DARFs there are. */}
      {!darfs.isPending && (
        <Section
          title="R-4010"
          action={
            <ExportButton
              onExport={(format) => download(withholding.exportPayments, { params: { format }, query: filters })}
            />
          }
        >
          <ReinfTable query={payments} onPage={(page) => list.go({ payments: page })} />
        </Section>
      )}
      {paying && <PayDarfWindow darf={paying} onClose={() => setPaying(undefined)} />}
    </>
  );
}

function inWords({ withheld, undeducted, agency, paid }: Totals): string {
  if (withheld === 0) return 'Nenhum imposto retido neste mês';
  const whole = `${formatMoney(withheld)} retidos no mês`;
  const missed =
    undeducted === 0
      ? ''
      : `. Destes, ${formatMoney(undeducted)} os inquilinos não descontaram do que pagaram: avise-os do DARF e combine o acerto com os proprietários`;
  if (agency === 0) return `${whole}${missed}`;
  return `${whole}; a imobiliária recolhe ${formatMoney(agency)}, ${formatMoney(paid)} já pagos${missed}`;
}

type Totals = Record<'withheld' | 'undeducted' | 'agency' | 'paid', number>;
