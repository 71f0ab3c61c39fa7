import { Button } from '@mantine/core';
import { FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { reform } from '@morada/contract/fiscal/fiscal-reform';
import { ReformSearch } from '@morada/contract/fiscal/fiscal-reform.search';
import { REFORM_STATES } from '@morada/domain/fiscal/reform';
import { IconRadar2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { OwnersTable } from '#web/features/reform/owners-table.tsx';
import { reformCounters } from '#web/features/reform/reform-counters.ts';
import { ReformFilters } from '#web/features/reform/reform-filters.tsx';
import { reformOwnersQuery, reformYearQuery } from '#web/features/reform/reform-queries.ts';
import { ownersWord } from '#web/features/reform/reform-words.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { ErrorState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Waiting } from '#web/ui/feedback/query-boundary.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead } from '#web/ui/page/page.tsx';

const LIST = listOf(ReformSearch, {
  query: 'search',
  year: 'own',
  state: { label: 'Situação', words: REFORM_STATES },
  declaration: { label: 'Declaração', words: { MISSING: 'a pedir' } },
});

export const Route = createFileRoute('/_app/fiscal/reform/')({
  validateSearch: ReformSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(reformYearQuery(deps.year));
    void context.queryClient.prefetchQuery(reformOwnersQuery(deps));
  },
  staticData: {
    menu: { entry: 'Impostos', label: 'Radar da reforma', tab: 3, icon: IconRadar2, begun: 'reform' },
    access: FISCAL_READERS,
    list: LIST,
  },
  component: ReformRadar,
});

function ReformRadar() {
  const owners = useListPage(LIST, reformOwnersQuery);
  const { filters, filter } = owners;
  const query = useQuery(reformYearQuery(filters.year));
  const year = query.data;
  return (
    <>
      <PageHead
        title="Radar da reforma"
        terms={['reform']}
        below="IBS e CBS: quem passa dos limites da lei com os aluguéis do ano"
        period={
          year && (
            <Select
              aria-label="Ano"
              size="xs"
              w={96}
              allowDeselect={false}
              data={year.years.map(String)}
              value={String(year.year)}
              onChange={(chosen) => chosen && filter({ year: Number(chosen) })}
            />
          )
        }
        actions={
          <ExportButton onExport={(format) => download(reform.export, { params: { format }, query: filters })} />
        }
      />
      {query.error && !year ? (
        <ErrorState what="o radar da reforma" error={query.error} onRetry={query.refetch} />
      ) : (
        <Counters items={reformCounters(year)} />
      )}
      {/* Limits and the notice are as high as the year makes them: what lies below comes with it. */}
      {query.isPending ? (
        <Waiting what="o radar da reforma" lines={12} />
      ) : (
        <>
          <ToolBar
            search={{ label: 'Nome ou documento', value: filters.query, onSearch: (text) => filter({ query: text }) }}
            filters={<ReformFilters search={filters} onSearch={filter} />}
          />
          {year && year.to_ask > 0 && !filters.declaration && (
            <Callout
              tone="known"
              action={
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => filter({ declaration: 'MISSING', state: undefined })}
                >
                  Ver quem falta
                </Button>
              }
            >
              {ownersWord(year.to_ask)} perto do limite ou acima dele, sem declaração do que{' '}
              {year.to_ask === 1 ? 'recebe' : 'recebem'} fora da imobiliária.
            </Callout>
          )}
          <OwnersTable list={owners} year={filters.year} />
        </>
      )}
      {year && !owners.query.isPending && (
        <Callout tone="known">
          Só informação: confirme com o contador. Fonte: {year.source}. Os limites são os da lei, sem a correção mensal
          pelo IPCA que ela prevê; por isso avisam um pouco antes.
        </Callout>
      )}
    </>
  );
}
