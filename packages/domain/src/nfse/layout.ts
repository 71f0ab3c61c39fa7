import type { CalendarDate } from '../base/calendar.ts';
import type { DpsEnvironment } from '../fiscal/taxpayer.ts';

/** Versions of the layout of DPS and NFS-e: 1.01, and 1.04 of NT 009 with the group of leases. */
export const LAYOUTS = ['1.01', '1.04'] as const;

export type Layout = (typeof LAYOUTS)[number];

/** First day of each version in an environment, by issue. The one of production is planned. */
const FROM: Readonly<Record<DpsEnvironment, readonly { layout: Layout; from: CalendarDate }[]>> = {
  PRODUCTION: [
    { layout: '1.04', from: '2027-01-01' },
    { layout: '1.01', from: '2023-01-01' },
  ],
  RESTRICTED: [
    { layout: '1.04', from: '2026-10-31' },
    { layout: '1.01', from: '2023-01-01' },
  ],
};

export const layoutOn = (environment: DpsEnvironment, day: CalendarDate): Layout =>
  FROM[environment].find(({ from }) => from <= day)?.layout ?? '1.01';

/** The version that a note is tried in once more where the national system does not read the first (E1235). */
export const otherLayout = (layout: Layout): Layout => (layout === '1.01' ? '1.04' : '1.01');
