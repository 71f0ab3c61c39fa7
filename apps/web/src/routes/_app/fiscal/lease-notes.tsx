import { FISCAL_READERS, WithholdingSearch } from '@morada/contract/fiscal/fiscal.search';
import { type LeaseNoteRow, notes } from '@morada/contract/fiscal/fiscal-notes';
import { type Reference, referenceOf } from '@morada/domain/base/calendar';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { leaseNotesQuery } from '#web/features/fiscal/lease-note-queries.ts';
import { LeaseNoteTable } from '#web/features/fiscal/lease-note-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { MonthSteps } from '#web/ui/input/month-steps.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const LeaseNoteWindow = lazyWindow(
  () => import('#web/features/fiscal/lease-note-window.tsx'),
  ({ LeaseNoteWindow }) => LeaseNoteWindow,
);

export const Route = createFileRoute('/_app/fiscal/lease-notes')({
  staticData: { access: FISCAL_READERS, list: listOf(WithholdingSearch, { month: 'own' }) },
  validateSearch: WithholdingSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(leaseNotesQuery(deps)),
  component: LeaseNotes,
});

function LeaseNotes() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(leaseNotesQuery(search));
  const [open, setOpen] = useState<LeaseNoteRow>();
  const { month = referenceOf(today()) } = search;
  const choose = (next: Reference | undefined) => navigate({ search: { month: next }, replace: true });
  return (
    <>
      <PageHead
        title="Notas de locação"
        terms={['nfse']}
        breadcrumbs={[{ label: 'Impostos', to: '/fiscal' }]}
        below={query.data ? inWords(query.data) : 'O que o emissor do governo pede de cada pagamento, na ordem dele'}
        actions={
          <ExportButton
            onExport={(format) => download(notes.exportLeases, { params: { format }, query: { month: search.month } })}
          />
        }
      />
      <MonthSteps month={month} onMonth={choose} />
      <LeaseNoteTable
        query={query}
        onPage={(page) => navigate({ search: (now) => ({ ...now, page }), resetScroll: false })}
        onOpen={setOpen}
      />
      {open && <LeaseNoteWindow note={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function inWords({ total, open, undone }: { total: number; open: number; undone: number }): string {
  if (total === 0) return 'Nenhum pagamento a um proprietário contribuinte neste mês';
  const cancelled = undone === 0 ? '' : `; ${undone} de pagamento desfeito, a cancelar`;
  if (open === 0) return `Todas as notas do mês estão registradas${cancelled}`;
  return `${open === 1 ? 'Falta 1 nota' : `Faltam ${open} notas`} de ${total}${cancelled}`;
}
