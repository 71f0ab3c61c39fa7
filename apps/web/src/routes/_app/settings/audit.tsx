import { audit } from '@morada/contract/access/audit';
import { AuditSearch } from '@morada/contract/access/audit.search';
import type { Span } from '@morada/domain/base/span';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { AuditFilters, useAuditWords } from '#web/features/audit/audit-filters.tsx';
import { auditQuery, type Search } from '#web/features/audit/audit-queries.ts';
import { AuditTable } from '#web/features/audit/audit-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { PeriodPicker } from '#web/ui/input/period-picker.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/settings/audit')({
  validateSearch: AuditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(auditQuery(deps)),
  staticData: {
    menu: { entry: 'Auditoria', icon: IconHistory },
    access: '*',
    list: listOf(AuditSearch, {
      id: 'id',
      person: { label: 'Quem' },
      record: { label: 'Cadastro' },
      action: { label: 'Ação' },
      startDate: 'period',
      endDate: 'period',
    }),
  },
  component: Audit,
});

function Audit() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(auditQuery(search));
  const filter = (changes: Search) =>
    navigate({ search: (now) => ({ ...now, ...changes, page: undefined }), replace: true });
  const { page: _, ...filters } = search;
  const body = useAuditWords(search);
  const { startDate, endDate } = search;
  const choosePeriod = (span: Span | undefined) => filter({ startDate: span?.start, endDate: span?.end });
  return (
    <>
      <PageHead
        title="Auditoria"
        below="Quem fez o quê, quando, e o que mudou; dados pessoais aparecem encobertos"
        period={
          <PeriodPicker
            value={startDate || endDate ? { start: startDate ?? '1900-01-01', end: endDate ?? today() } : undefined}
            usual="Desde o início"
            max={today()}
            onChange={choosePeriod}
          />
        }
        actions={<ExportButton onExport={(format) => download(audit.export, { params: { format }, query: filters })} />}
      />
      <ToolBar
        id={{ value: search.id, onSearch: (id) => filter({ id }) }}
        texts={body}
        filters={<AuditFilters search={search} onSearch={filter} />}
      />
      <AuditTable query={query} onPage={(page) => navigate({ search: (now) => ({ ...now, page }) })} />
    </>
  );
}
