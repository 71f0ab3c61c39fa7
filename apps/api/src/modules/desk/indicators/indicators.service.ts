import type { Indicators, Way } from '@morada/contract/desk/indicators';
import type { PeriodSearch } from '@morada/contract/money/finance.search';
import {
  INDICATOR_MONTHS,
  medianOf,
  perOne,
  shareOf,
  stepsOf,
  vacantSince,
} from '@morada/domain/attendance/indicators';
import { daysBetween, earlier, referenceOf } from '@morada/domain/base/calendar';
import { spanOf } from '@morada/domain/base/span';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { snapshot } from '#api/db/transaction.ts';
import * as queries from './indicators.queries.ts';

/** The way from the first message to the contract, in figures of one moment. */
export async function showIndicators(ctx: Context, search: z.output<typeof PeriodSearch>): Promise<Indicators> {
  const today = ctx.today();
  const span = spanOf(search, today, INDICATOR_MONTHS);
  // A single month is drawn by day: by month it would be one point.
  const byDay = referenceOf(span.start) === referenceOf(earlier(span.end, today));
  const found = await snapshot(ctx.db, async (trx) => ({
    ways: await queries.findWays(trx, span),
    steps: await queries.findSteps(trx, span, byDay ? 'day' : 'month'),
    lettings: await queries.findLettings(trx, span),
    vacant: await queries.findVacant(trx, today),
    let: await queries.countLet(trx),
  }));
  const of = (by: queries.FoundWay['by']) => found.ways.filter((way) => way.by === by);
  return {
    ...span,
    leads: wayOf(of('all')[0]),
    lettings: lettingsOf(found.lettings, visitsOf(found.steps)),
    vacancy: vacancyOf(found.vacant, found.let),
    graph: graphOf(stepsOf(span, today), found.steps),
    reasons: of('reason').flatMap(({ reason, received }) => (reason ? { reason, leads: received } : [])),
    sources: of('source').flatMap((way) => (way.source ? { ...wayOf(way), source: way.source } : [])),
    people: of('owner').map((way) => ({
      ...wayOf(way),
      owner: way.owner_id === null ? null : { id: way.owner_id, name: way.owner ?? '' },
    })),
  };
}

const NONE = {
  ...{ received: 0, answered: 0, in_time: 0, late: 0, median_minutes: null },
  ...{ visited: 0, won: 0, lost: 0, median_days: null },
};

function wayOf(way: Omit<Way, 'share' | 'conversion'> = NONE): Way {
  const { received, answered, in_time, late, median_minutes, visited, won, lost, median_days } = way;
  return {
    ...{ received, answered, in_time, late, median_minutes, visited, won, lost, median_days },
    share: shareOf(in_time, in_time + late),
    conversion: shareOf(won, received),
  };
}

type Steps = Awaited<ReturnType<typeof queries.findSteps>>;
type Lettings = Awaited<ReturnType<typeof queries.findLettings>>;

const visitsOf = (steps: Steps) =>
  steps.filter(({ type }) => type === 'Visitas').reduce((sum, { value }) => sum + value, 0);

/** Days without a tenant, of those of which they are known. */
const vacantDays = (lettings: Lettings) =>
  lettings.flatMap((one) => {
    const since = vacantSince(one);
    return since === null ? [] : daysBetween(since, one.on);
  });

function lettingsOf(lettings: Lettings, visits: number): Indicators['lettings'] {
  const days = vacantDays(lettings);
  return {
    closed: lettings.length,
    visits,
    visits_each: perOne(visits, lettings.length),
    median_days: medianOf(days),
    measured: days.length,
  };
}

function vacancyOf(vacant: Lettings, rented: number): Indicators['vacancy'] {
  const days = vacantDays(vacant);
  return {
    vacant: vacant.length,
    of: vacant.length + rented,
    share: shareOf(vacant.length, vacant.length + rented),
    mean_days: perOne(
      days.reduce((sum, one) => sum + one, 0),
      days.length,
    ),
  };
}

const TYPES = ['Leads', 'Visitas', 'Locações'] as const;

/** Steps in which nothing happened are zeros. */
function graphOf(dates: ReturnType<typeof stepsOf>, steps: Steps): Indicators['graph'] {
  const values = new Map(steps.map(({ step, type, value }) => [`${step} ${type}`, value]));
  return dates.flatMap((date) => TYPES.map((type) => ({ date, type, value: values.get(`${date} ${type}`) ?? 0 })));
}
