import type { Indicators } from '@morada/contract/desk/indicators';
import { schedules } from '@morada/contract/desk/schedules';
import { proposals } from '@morada/contract/lease/proposals';
import { properties } from '@morada/contract/registry/properties';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session/session.ts';
import { Figure } from '#web/ui/display/figures.tsx';
import classes from './indicator-links.module.css';
import type { LeadFilters } from './lead-queries.ts';

type Days = Pick<Indicators, 'start' | 'end'>;

type OpensProps = {
  /** Undefined: who reads the figure may not open its rows. */
  link: LinkProps | undefined;
  /** What the rows are, for who only listens: "leads de Ana no prazo". */
  what: string;
  children: ReactNode;
};

/** A figure that opens the rows that it counts. */
export function Opens({ link, what, children }: OpensProps) {
  if (!link) return <Figure>{children}</Figure>;
  return (
    <Link {...link} className={classes.opens} title={`Ver ${what}`}>
      <Figure>{children}</Figure>
    </Link>
  );
}

/** The leads that came in on these days. */
export const leadsLink = ({ start, end }: Days, filters: Omit<LeadFilters, 'start' | 'end'> = {}): LinkProps => ({
  to: '/contacts/funnel',
  search: { ...filters, start, end, view: 'list' },
});

/** The rental contracts that were closed on these days, in force or not. */
export const lettingsLink = ({ start, end }: Days): LinkProps | undefined =>
  may(proposals.list.access)
    ? { to: '/contracts', search: { status: 'ALL', transaction: 'RENT', start, end } }
    : undefined;

/** The visits to properties to let that took place on these days. */
export const visitsLink = ({ start, end }: Days): LinkProps | undefined =>
  may(schedules.list.access)
    ? { to: '/schedules', search: { tab: 'history', transaction: 'RENT', outcome: 'HELD', start, end } }
    : undefined;

/** The properties to let that are free today. */
export const vacantLink = (): LinkProps | undefined =>
  may(properties.list.access)
    ? { to: '/properties', search: { transaction: 'RENT', available: 'AVAILABLE' } }
    : undefined;
