import { LEAD_SOURCES, type LeadSource, LOSS_REASONS, type LossReason } from '@morada/domain/attendance/lead-words';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { calendarDate, percent, reference } from '../base/fields.ts';
import { PeriodSearch } from '../money/finance.search.ts';

const codes = <Code extends string>(words: Readonly<Record<Code, string>>) => Object.keys(words) as [Code, ...Code[]];

/** What became of the leads of a period. */
const Way = z.object({
  received: z.int(),
  answered: z.int(),
  /** First answers by their deadline, and after it or not at all; those whose deadline is to come are neither. */
  in_time: z.int(),
  late: z.int(),
  /** In time, of both. */
  share: z.nullable(percent),
  /** Minutes by the clock to the first answer. */
  median_minutes: z.nullable(z.number()),
  /** Leads with a visit that took place. */
  visited: z.int(),
  won: z.int(),
  lost: z.int(),
  /** Won, of all that came in. */
  conversion: z.nullable(percent),
  /** Days from the first message to the contract. */
  median_days: z.nullable(z.number()),
});
export type Way = z.output<typeof Way>;

export const Indicators = z.object({
  start: calendarDate(),
  end: calendarDate(),
  leads: Way,
  lettings: z.object({
    /** Rental contracts that were closed. */
    closed: z.int(),
    /** Visits to properties to let that took place. */
    visits: z.int(),
    visits_each: z.nullable(z.number()),
    /** Days from the end of the contract before, or from the property's registration, to the new one. */
    median_days: z.nullable(z.number()),
    /** Contracts of which these days are known. */
    measured: z.int(),
  }),
  /** As it is today, whatever the period. */
  vacancy: z.object({
    vacant: z.int(),
    /** Vacant and let properties. */
    of: z.int(),
    share: z.nullable(percent),
    mean_days: z.nullable(z.number()),
  }),
  /** Three points a month, or a day where the period lies within one month. */
  graph: z.array(
    z.object({
      date: z.union([reference(), calendarDate()]),
      value: z.int(),
      type: z.enum(['Leads', 'Visitas', 'Locações']),
    }),
  ),
  /** The most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(codes<LossReason>(LOSS_REASONS)), leads: z.int() })),
  sources: z.array(z.extend(Way, { source: z.enum(codes<LeadSource>(LEAD_SOURCES)) })),
  /** Null: nobody's. */
  people: z.array(z.extend(Way, { owner: z.nullable(z.object({ id: z.int(), name: z.string() })) })),
});
export type Indicators = z.output<typeof Indicators>;

export const indicators = endpoints('indicators', {
  show: {
    method: 'GET',
    path: '/lead/indicators',
    access: 'LEAD_VIEW',
    summary: 'Da primeira mensagem ao contrato, em números: os últimos três meses, se o período não for dito',
    query: PeriodSearch,
    response: Indicators,
  },
  export: listExport({
    path: '/lead/indicators/export/:format',
    access: 'LEAD_VIEW',
    summary: 'Os números da primeira mensagem ao contrato, em planilha',
    query: PeriodSearch,
  }),
});
