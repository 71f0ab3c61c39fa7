import type { Indicators } from '@morada/contract/desk/indicators';
import { type BasisPoints, formatPercent } from '@morada/domain/base/money';
import type { Counter } from '#web/ui/list/counters.tsx';
import { leadsLink, lettingsLink, Opens, vacantLink, visitsLink } from './indicator-links.tsx';
import { lasting } from './time-left.ts';

const MINUTE = 60_000;

export const count = (value: number) => value.toLocaleString('pt-BR');
/** The strip has room for whole percents. */
const whole = (share: BasisPoints) => formatPercent(Math.round(share / 100) * 100);
const days = (value: number) => `${count(value)} ${value === 1 ? 'dia' : 'dias'}`;
const several = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`;

/** `12 min`, or that nobody was answered. */
export const answerTime = (minutes: number | null) => (minutes === null ? '—' : lasting(minutes * MINUTE));

/** The five figures of the way, each with its definition and the rows that it counts. Undefined while they load. */
export function indicatorCounters(found: Indicators | undefined): Counter[] {
  return [
    {
      label: 'Primeira resposta',
      value: found && answerTime(found.leads.median_minutes),
      below: found && <Answers found={found} />,
      hint: 'Mediana do tempo, pelo relógio, entre a primeira mensagem e a resposta: metade das pessoas esperou menos. No prazo: respondidas até o prazo do expediente, entre as respondidas e as de prazo vencido.',
    },
    {
      label: 'Leads',
      value: found && (
        <Opens link={leadsLink(found)} what="os leads do período">
          {count(found.leads.received)}
        </Opens>
      ),
      below: found && (
        <>
          <Opens link={leadsLink(found, { stage: 'WON' })} what="os leads ganhos">
            {several(found.leads.won, 'ganho', 'ganhos')}
          </Opens>
          {found.leads.conversion !== null && `, ${whole(found.leads.conversion)}`}
        </>
      ),
      hint: 'Pessoas que chegaram no período, por qualquer caminho; quem escreve de novo em 30 dias conta uma vez. Ganhos: os que já viraram contrato, entre eles.',
    },
    {
      label: 'Visitas por locação',
      value: found && (found.lettings.visits_each === null ? null : count(found.lettings.visits_each)),
      below: found && (
        <>
          <Opens link={visitsLink(found)} what="as visitas feitas">
            {several(found.lettings.visits, 'visita', 'visitas')}
          </Opens>
          {', '}
          <Opens link={lettingsLink(found)} what="as locações fechadas">
            {several(found.lettings.closed, 'locação', 'locações')}
          </Opens>
        </>
      ),
      hint: 'Visitas feitas no período a imóveis para alugar, divididas pelos contratos de locação fechados no período. Visita cancelada, ou a que ninguém veio, não conta.',
    },
    {
      label: 'Dias para alugar',
      value: found && (found.lettings.median_days === null ? null : count(found.lettings.median_days)),
      below: found && (
        <Opens link={lettingsLink(found)} what="as locações fechadas">
          {found.lettings.measured === 0
            ? 'nenhuma locação'
            : `mediana de ${several(found.lettings.measured, 'locação', 'locações')}`}
        </Opens>
      ),
      hint: 'Do fim do contrato anterior do imóvel, ou do cadastro do imóvel, até o contrato novo. Mediana dos contratos de locação fechados no período; os mais antigos que o cadastro do imóvel ficam fora.',
    },
    {
      label: 'Imóveis vagos hoje',
      value: found && (
        <Opens link={vacantLink()} what="os imóveis vagos">
          {count(found.vacancy.vacant)}
        </Opens>
      ),
      below: found && vacancyText(found.vacancy),
      hint: 'Imóveis para alugar disponíveis hoje, qualquer que seja o período, e a sua parte entre disponíveis e alugados. Vagos desde o fim do último contrato, ou desde o cadastro.',
    },
  ];
}

function Answers({ found }: { found: Indicators }) {
  const { in_time, late, share } = found.leads;
  if (share === null) return 'nenhum prazo vencido';
  return (
    <>
      <Opens link={leadsLink(found, { answer: 'IN_TIME' })} what="os leads respondidos no prazo">
        {`${whole(share)} no prazo`}
      </Opens>
      {late > 0 && (
        <>
          {', '}
          <Opens link={leadsLink(found, { answer: 'LATE' })} what="os leads fora do prazo">
            {`${count(late)} de ${count(in_time + late)} fora`}
          </Opens>
        </>
      )}
    </>
  );
}

const vacancyText = ({ share, mean_days }: Indicators['vacancy']) =>
  [share !== null && `${whole(share)} do total`, mean_days !== null && `média ${days(Math.round(mean_days))}`]
    .filter(Boolean)
    .join(', ');
