import { type FiscalFile, type FiscalYear, fiscal } from '@morada/contract/fiscal/fiscal';
import { DimobSearch, FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { daysBetween, daysText, formatDate } from '@morada/domain/base/calendar';
import { dimobYear } from '@morada/domain/fiscal/dimob-contract';
import { IconFileExport, IconReceiptTax } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { DimobFiles } from '#web/features/fiscal/dimob-files.tsx';
import { DimobBlocks, DimobWarnings } from '#web/features/fiscal/dimob-findings.tsx';
import { DimobLines } from '#web/features/fiscal/dimob-lines.tsx';
import { fiscalCounters } from '#web/features/fiscal/fiscal-counters.ts';
import { linesQuery, yearQuery } from '#web/features/fiscal/fiscal-queries.ts';
import { download } from '#web/lib/api/files.ts';
import { counted } from '#web/lib/count.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { MonthChart, MonthChartWaiting } from '#web/ui/chart/month-chart.tsx';
import { PartIndex } from '#web/ui/display/part-index.tsx';
import { ErrorState } from '#web/ui/feedback/blank.tsx';
import { SaveBar } from '#web/ui/form/save-bar.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead, Section } from '#web/ui/page/page.tsx';

const DimobWindow = lazyWindow(
  () => import('#web/features/fiscal/dimob-window.tsx'),
  ({ DimobWindow }) => DimobWindow,
);
const ReceiptWindow = lazyWindow(
  () => import('#web/features/fiscal/receipt-window.tsx'),
  ({ ReceiptWindow }) => ReceiptWindow,
);

const LIST = listOf(DimobSearch, { year: 'own', query: 'search' });

export const Route = createFileRoute('/_app/fiscal/')({
  validateSearch: DimobSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(yearQuery(deps.year));
    context.queryClient.prefetchQuery(linesQuery(deps));
  },
  staticData: {
    menu: { entry: 'Impostos', label: 'Ano fiscal', icon: IconReceiptTax },
    access: FISCAL_READERS,
    list: LIST,
  },
  component: FiscalYearPage,
});

/** Years that the tax office may still ask about. */
const YEARS = 6;

function FiscalYearPage() {
  const lines = useListPage(LIST, linesQuery, { isBelow: true });
  const { filters, filter } = lines;
  const year = filters.year ?? dimobYear(today());
  const query = useQuery(yearQuery(filters.year));
  const [isMaking, setMaking] = useState(false);
  const [noted, setNoted] = useState<FiscalFile>();
  const found = query.data;
  const latest = Number(today().slice(0, 4));
  return (
    <>
      <PageHead
        title="Ano fiscal"
        terms={['dimob', 'withholding']}
        below={found ? dueInWords(found) : 'DIMOB: o que os inquilinos pagaram no ano'}
        period={
          <Select
            aria-label="Ano"
            size="xs"
            w={104}
            allowDeselect={false}
            data={Array.from({ length: YEARS }, (_, past) => String(latest - past))}
            value={String(year)}
            onChange={(chosen) => filter({ year: Number(chosen) })}
          />
        }
      />
      {found && <PartIndex titles={partsOf(found)} />}
      {query.error && !found ? (
        <ErrorState what="o ano fiscal" error={query.error} onRetry={query.refetch} />
      ) : (
        <>
          <Counters items={fiscalCounters(found)} />
          {found ? <YearParts year={found} onNote={setNoted} /> : <MonthChartWaiting what="o ano fiscal" />}
        </>
      )}
      {/* Below findings and files, of which there are as many as the year has. */}
      {!query.isPending && (
        <Section
          title="Linhas da DIMOB"
          action={
            <ExportButton onExport={(format) => download(fiscal.exportLines, { params: { format }, query: filters })} />
          }
        >
          <ToolBar
            search={{
              label: 'Proprietário, inquilino ou imóvel',
              value: filters.query,
              onSearch: (text) => filter({ query: text }),
            }}
          />
          <DimobLines list={lines} />
        </Section>
      )}
      {found && may(fiscal.create.access) && (
        <SaveBar
          label="DIMOB do ano"
          note={blockedInWords(found)}
          primary={{ label: 'Gerar DIMOB', icon: IconFileExport, onClick: () => setMaking(true) }}
        />
      )}
      {isMaking && found && <DimobWindow year={found} onClose={() => setMaking(false)} />}
      {noted && <ReceiptWindow file={noted} onClose={() => setNoted(undefined)} />}
    </>
  );
}

/** Titles of what the year has on its page, in their order. */
const partsOf = ({ blocking_total, warnings_total, files, contracts }: FiscalYear) => [
  ...(blocking_total > 0 ? ['Impede a DIMOB'] : []),
  ...(files.length > 0 || contracts > 0 ? ['Arquivos gerados'] : []),
  ...(warnings_total > 0 ? ['Avisos'] : []),
  'Linhas da DIMOB',
];

const blockedInWords = ({ blocking_total }: FiscalYear) =>
  blocking_total > 0 && `${counted(blocking_total, 'pendência impede', 'pendências impedem')} a DIMOB`;

function YearParts({ year, onNote }: { year: FiscalYear; onNote: (file: FiscalFile) => void }) {
  const values = (figure: 'rent' | 'fee' | 'tax') => year.months.map((month) => month[figure]);
  return (
    <>
      <DimobBlocks year={year} />
      <MonthChart
        title="Recebido por mês"
        period={String(year.year)}
        months={year.months.map(({ month }) => month)}
        series={[
          { name: 'Aluguéis', values: values('rent') },
          { name: 'Taxas', values: values('fee') },
          { name: 'Imposto retido', values: values('tax') },
        ]}
      />
      {(year.files.length > 0 || year.contracts > 0) && (
        <Section title="Arquivos gerados">
          <DimobFiles files={year.files} onNote={onNote} />
        </Section>
      )}
      <DimobWarnings year={year} />
    </>
  );
}

/** `DIMOB de 2026: entregar até 26/02/2027, em 37 dias` */
function dueInWords({ year, due }: FiscalYear): string {
  if (!due) return `DIMOB de ${year}`;
  const days = daysBetween(today(), due);
  const left = days < 0 ? 'o prazo passou' : days === 0 ? 'é hoje' : `em ${daysText(days)}`;
  return `DIMOB de ${year}: entregar até ${formatDate(due)}, ${left}`;
}
