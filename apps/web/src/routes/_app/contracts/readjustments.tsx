import { pageNumber, reference } from '@morada/contract/base/fields';
import { referenceOf } from '@morada/domain/base/calendar';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { dueQuery } from '#web/features/readjustments/readjustment-queries.ts';
import { ReadjustmentsPage } from '#web/features/readjustments/readjustments-page.tsx';
import { listOf } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';

const Search = z.object({
  /** The current one when absent. */
  month: z.catch(z.optional(reference()), undefined),
  page: z.optional(pageNumber),
  tab: z.catch(z.optional(z.enum(['mes', 'lotes'])), undefined),
  batches: z.optional(pageNumber),
});

export const Route = createFileRoute('/_app/contracts/readjustments')({
  staticData: {
    access: 'PROPOSAL_VIEW',
    list: listOf(Search, { month: 'own', tab: 'place', batches: 'place' }),
  },
  validateSearch: Search,
  loaderDeps: ({ search: { month, page } }) => ({ month, page }),
  loader: ({ context: { queryClient }, deps: { month = referenceOf(today()), page } }) =>
    void queryClient.prefetchQuery(dueQuery(month, page)),
  component: Readjustments,
});

function Readjustments() {
  const { month = referenceOf(today()), page = 1, tab, batches = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ReadjustmentsPage
      month={month}
      page={page}
      onMonth={(next) => navigate({ search: { month: next }, replace: true, resetScroll: false })}
      onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
      tab={tab}
      onTab={(next) => navigate({ search: (now) => ({ ...now, tab: next }), replace: true, resetScroll: false })}
      batches={batches}
      onBatches={(next) => navigate({ search: (now) => ({ ...now, batches: next }), resetScroll: false })}
    />
  );
}
