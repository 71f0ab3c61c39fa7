import type { Indicators, Way } from '@morada/contract/desk/indicators';
import { shareOf } from '@morada/domain/attendance/indicators';
import { LEAD_SOURCES, LOSS_REASONS } from '@morada/domain/attendance/lead-words';
import { type BasisPoints, formatPercent } from '@morada/domain/base/money';
import { IconChartBarOff } from '@tabler/icons-react';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Figure, Missing } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Section } from '#web/ui/page/page.tsx';
import { answerTime, count } from './indicator-counters.tsx';
import { leadsLink, Opens } from './indicator-links.tsx';
import type { LeadFilters } from './lead-queries.ts';

/** The leads of a way in or of a person, with the filters that find them. */
type Part = Way & { id: number | string; name: string; filters: Omit<LeadFilters, 'start' | 'end'> };
type Days = Pick<Indicators, 'start' | 'end'>;

/** The same figures by way in and by person, and the reasons for which leads were lost. */
export function IndicatorTables({ query }: { query: Loadable<Indicators> }) {
  const { data } = query;
  const sources = data?.sources.map(
    ({ source, ...way }): Part => ({ ...way, id: source, name: LEAD_SOURCES[source], filters: { source } }),
  );
  const people = data?.people.map(
    ({ owner, ...way }): Part => ({
      ...way,
      id: owner?.id ?? 0,
      name: owner?.name ?? 'Sem responsável',
      filters: owner ? { owner: owner.id } : { situation: 'UNOWNED' },
    }),
  );
  return (
    <>
      <Section title="Por origem">
        <Ways of="Origem" what="os leads por origem" query={{ ...query, data: sources }} days={data} />
      </Section>
      <Section title="Por responsável">
        <Ways of="Responsável" what="os leads por responsável" query={{ ...query, data: people }} days={data} />
      </Section>
      <Section title="Motivos de perda">
        <Reasons query={query} />
      </Section>
    </>
  );
}

type WaysProps = { of: string; what: string; query: Loadable<Part[]>; days: Days | undefined };

function Ways({ of, what, query, days }: WaysProps) {
  const phone = usePhone();
  return <DataTable what={what} query={query} columns={days ? columns(of, days, phone) : []} empty={<Nothing />} />;
}

const Share = ({ of }: { of: BasisPoints | null }) =>
  of === null ? <Missing /> : <Figure>{formatPercent(of)}</Figure>;

/** On a phone no head says what a figure is. */
function columns(of: string, days: Days, phone: boolean): Column<Part>[] {
  const said = (words: string) => phone && ` ${words}`;
  const opened = (what: string, value: (part: Part) => number, filters: Partial<LeadFilters> = {}) =>
    function Cell(part: Part) {
      const link = value(part) === 0 ? undefined : leadsLink(days, { ...part.filters, ...filters });
      return (
        <Opens link={link} what={`${what}: ${part.name}`}>
          {count(value(part))}
        </Opens>
      );
    };
  const inTime = opened('no prazo', ({ in_time }) => in_time, { answer: 'IN_TIME' });
  return [
    { title: of, kind: 'main', phone: 'main', cell: ({ name }) => <span title={name}>{name}</span> },
    { title: 'Leads', kind: 'number', phone: 'amount', cell: opened('leads', ({ received }) => received) },
    {
      title: 'Primeira resposta',
      kind: 'number',
      phone: 'below',
      cell: ({ median_minutes }) =>
        median_minutes === null ? (
          <Missing />
        ) : (
          <>
            <Figure>{answerTime(median_minutes)}</Figure>
            {said('até a resposta')}
          </>
        ),
    },
    {
      title: 'No prazo',
      kind: 'number',
      phone: 'side',
      cell: (part) => (
        <>
          {inTime(part)}
          {part.share !== null && <Figure>{` (${formatPercent(part.share)})`}</Figure>}
          {said('no prazo')}
        </>
      ),
    },
    { title: 'Fora do prazo', kind: 'number', cell: opened('fora do prazo', ({ late }) => late, { answer: 'LATE' }) },
    { title: 'Com visita', kind: 'number', cell: opened('com visita', ({ visited }) => visited, { visit: 'HELD' }) },
    { title: 'Ganhos', kind: 'number', cell: opened('ganhos', ({ won }) => won, { stage: 'WON' }) },
    { title: 'Perdidos', kind: 'number', cell: opened('perdidos', ({ lost }) => lost, { stage: 'LOST' }) },
    {
      title: 'Conversão',
      kind: 'number',
      phone: 'state',
      cell: ({ conversion }) => (
        <>
          <Share of={conversion} />
          {said('de conversão')}
        </>
      ),
    },
    {
      title: 'Dias até fechar',
      kind: 'number',
      hideBelow: 1100,
      cell: ({ median_days }) => (median_days === null ? <Missing /> : <Figure>{count(median_days)}</Figure>),
    },
  ];
}

type Reason = { id: string; name: string; leads: number; share: BasisPoints | null };

function Reasons({ query }: { query: Loadable<Indicators> }) {
  const { data } = query;
  const rows = data?.reasons.map(
    ({ reason, leads }): Reason => ({
      id: reason,
      name: LOSS_REASONS[reason],
      leads,
      share: shareOf(leads, data.leads.lost),
    }),
  );
  return (
    <DataTable
      what="os motivos de perda"
      query={{ ...query, data: rows }}
      columns={data ? reasonColumns(data) : []}
      empty={<EmptyState icon={IconChartBarOff} title="Nenhum lead deste período foi perdido" />}
    />
  );
}

const reasonColumns = (days: Days): Column<Reason>[] => [
  { title: 'Motivo', kind: 'main', phone: 'main', cell: ({ name }) => name },
  {
    title: 'Leads',
    kind: 'number',
    phone: 'amount',
    cell: ({ id, name, leads }) => (
      <Opens link={leadsLink(days, { stage: 'LOST', reason: id as LeadFilters['reason'] })} what={`perdidos: ${name}`}>
        {count(leads)}
      </Opens>
    ),
  },
  { title: 'Parte dos perdidos', kind: 'number', phone: 'below', cell: ({ share }) => <ShareOfLost of={share} /> },
];

function ShareOfLost({ of }: { of: BasisPoints | null }) {
  const phone = usePhone();
  return (
    <>
      <Share of={of} />
      {phone && ' dos perdidos'}
    </>
  );
}

const Nothing = () => (
  <EmptyState
    icon={IconChartBarOff}
    title="Nenhum lead neste período"
    below="Escolha outro período, ou veja no funil quem escreveu."
  />
);
