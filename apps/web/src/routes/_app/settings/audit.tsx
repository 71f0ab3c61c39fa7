import { audit } from '@morada/contract/access/audit';
import { AuditSearch } from '@morada/contract/access/audit.search';
import type { Span } from '@morada/domain/base/span';
import { IconHistory } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { AuditFilters, useAuditWords } from '#web/features/audit/audit-filters.tsx';
import { auditQuery } from '#web/features/audit/audit-queries.ts';
import { AuditTable } from '#web/features/audit/audit-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { PeriodPicker } from '#web/ui/input/period-picker.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead } from '#web/ui/page/page.tsx';

const LIST = listOf(AuditSearch, {
  id: 'id',
  person: { label: 'Quem' },
  record: { label: 'Cadastro' },
  action: { label: 'Ação' },
  startDate: 'period',
  endDate: 'period',
});

export const Route = createFileRoute('/_app/settings/audit')({
  validateSearch: AuditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(auditQuery(deps)),
  staticData: {
    menu: { entry: 'Auditoria', icon: IconHistory },
    access: '*',
    list: LIST,
  },
  component: Audit,
});

function Audit() {
  const list = useListPage(LIST, auditQuery);
  const { filters, filter } = list;
  const body = useAuditWords(filters);
  const { startDate, endDate } = filters;
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
        id={{ value: filters.id, onSearch: (id) => filter({ id }) }}
        texts={body}
        filters={<AuditFilters search={filters} onSearch={filter} />}
      />
      <AuditTable list={list} />
    </>
  );
}
