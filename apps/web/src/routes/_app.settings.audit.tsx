import { AuditSearch } from '@morada/contract/audit.search';
import type { Span } from '@morada/domain/span';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { AuditFilters, useAuditChips } from '#web/features/audit/audit-filters.tsx';
import { auditQuery, type Search } from '#web/features/audit/audit-queries.ts';
import { AuditTable } from '#web/features/audit/audit-table.tsx';
import { today } from '#web/lib/today.ts';
import { PageHead } from '#web/ui/page.tsx';
import { PeriodPicker } from '#web/ui/period-picker.tsx';
import { ToolBar } from '#web/ui/tool-bar.tsx';

export const Route = createFileRoute('/_app/settings/audit')({
  validateSearch: AuditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(auditQuery(deps)),
  staticData: {
    menu: { group: 'Configurações', label: 'Auditoria', icon: IconHistory, order: 6 },
    access: '*',
  },
  component: Audit,
});

function Audit() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(auditQuery(search));
  const filter = (changes: Search) =>
    navigate({ search: (now) => ({ ...now, ...changes, page: undefined }), replace: true });
  const chips = useAuditChips({ search, onSearch: filter });
  const { startDate, endDate } = search;
  const choosePeriod = (span: Span | undefined) => filter({ startDate: span?.start, endDate: span?.end });
  return (
    <>
      <PageHead title="Auditoria" below="Quem fez o quê, quando, e o que mudou; dados pessoais aparecem encobertos" />
      <ToolBar
        id={{ value: search.id, onSearch: (id) => filter({ id }) }}
        chips={chips}
        onClear={() => filter({ person: undefined, record: undefined, action: undefined })}
        filters={<AuditFilters search={search} onSearch={filter} />}
        end={
          <PeriodPicker
            value={startDate || endDate ? { start: startDate ?? '1900-01-01', end: endDate ?? today() } : undefined}
            usual="Desde o início"
            max={today()}
            onChange={choosePeriod}
          />
        }
      />
      <AuditTable query={query} onPage={(page) => navigate({ search: (now) => ({ ...now, page }) })} />
    </>
  );
}
