import { Button } from '@mantine/core';
import { FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { type StatementParty, StatementSearch } from '@morada/contract/fiscal/fiscal-statements.search';
import { IconFileCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { peopleQuery, yearQuery } from '#web/features/income-statements/income-statement-queries.ts';
import { PeopleTable } from '#web/features/income-statements/people-table.tsx';
import { MailButton, PackButton, YearFiles } from '#web/features/income-statements/year-actions.tsx';
import { count } from '#web/lib/count.ts';
import { listOf } from '#web/lib/list.ts';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Waiting } from '#web/ui/feedback/query-boundary.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead } from '#web/ui/page/page.tsx';

const LIST = listOf(StatementSearch, {
  query: 'search',
  year: 'own',
  party: 'own',
  email: { label: 'E-mail', words: { MISSING: 'sem e-mail' } },
});

export const Route = createFileRoute('/_app/fiscal/statements')({
  validateSearch: StatementSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(yearQuery(deps.year));
    context.queryClient.prefetchQuery(peopleQuery(deps));
  },
  staticData: {
    menu: { entry: 'Impostos', label: 'Informes', tab: 1, icon: IconFileCertificate },
    access: FISCAL_READERS,
    list: LIST,
  },
  component: IncomeStatementsPage,
});

function IncomeStatementsPage() {
  const people = useListPage(LIST, peopleQuery);
  const { filters, filter } = people;
  const { data: year, isPending } = useQuery(yearQuery(filters.year));
  const withoutEmail = year?.mail[filters.party].without_email ?? 0;
  const [one, many] = filters.party === 'OWNER' ? ['proprietário', 'proprietários'] : ['inquilino', 'inquilinos'];
  const table = (party: StatementParty) =>
    party === filters.party && <PeopleTable list={people} year={year?.year} party={party} />;
  return (
    <>
      <PageHead
        title="Informes de rendimentos"
        below="Aluguéis do ano de cada proprietário e inquilino, iguais à DIMOB"
        period={
          year && (
            <Select
              aria-label="Ano"
              size="xs"
              w={96}
              allowDeselect={false}
              data={year.years.map(String)}
              value={String(year.year)}
              onChange={(value) => value && filter({ year: Number(value) })}
            />
          )
        }
        primary={year && <MailButton of={year} party={filters.party} />}
        actions={year && <PackButton of={year} />}
      />
      <ToolBar search={{ label: 'Nome ou documento', value: filters.query, onSearch: (query) => filter({ query }) }} />
      {/* Drawn with the notice that stands above them. */}
      {isPending ? (
        <Waiting what="os informes" lines={12} />
      ) : (
        <>
          {withoutEmail > 0 && !filters.email && (
            <Callout
              tone="known"
              action={
                <Button size="xs" variant="default" onClick={() => filter({ email: 'MISSING' })}>
                  Ver quem não tem
                </Button>
              }
            >
              {withoutEmail === 1
                ? `1 ${one} não tem e-mail no cadastro e não será avisado.`
                : `${count(withoutEmail)} ${many} não têm e-mail no cadastro e não serão avisados.`}
            </Callout>
          )}
          <Tabs
            label="Informes"
            value={filters.party}
            onChange={(party) => filter({ party: party === 'TENANT' ? 'TENANT' : 'OWNER', email: undefined })}
            tabs={[
              {
                value: 'OWNER',
                label: 'Proprietários',
                ...(year && { count: year.owners.people }),
                panel: table('OWNER'),
              },
              {
                value: 'TENANT',
                label: 'Inquilinos',
                ...(year && { count: year.tenants.people }),
                panel: table('TENANT'),
              },
            ]}
          />
        </>
      )}
      {year && !people.query.isPending && <YearFiles of={year} />}
    </>
  );
}
