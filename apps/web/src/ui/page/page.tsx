import { IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useLastFilters } from '#web/lib/filters.ts';
import { partId } from '#web/ui/display/part-index.tsx';
import type { TermName } from '#web/ui/display/terms/glossary.ts';
import { Terms } from '#web/ui/display/terms/terms.tsx';
import { SequenceNav } from '#web/ui/list/sequence/sequence-nav.tsx';
import { HeadActions, type HeadActionsProps } from './head-actions.tsx';
import classes from './page.module.css';

type PageHeadProps = HeadActionsProps & {
  title: string;
  /** In the place of the heading, which it holds: a title that can be changed. */
  heading?: ReactNode;
  /** One line under the title. */
  below?: ReactNode;
  /** Odd words of this page, explained where they are pressed. */
  terms?: readonly TermName[];
  /** The way back, on pages of one record. */
  breadcrumbs?: Crumb[];
  /** The end of that way, where the title says more: "Contrato 812". */
  here?: string;
};

/** The top of a page; names the browser's tab too. */
export function PageHead({ title, heading, below, terms, breadcrumbs, here = title, ...buttons }: PageHeadProps) {
  return (
    <header className={classes.head}>
      <title>{`${title} · Morada`}</title>
      {breadcrumbs && (
        <div className={classes.way}>
          <Breadcrumbs crumbs={breadcrumbs} here={here} />
          <SequenceNav over="page" />
        </div>
      )}
      <div className={classes.titleRow}>
        <div className={classes.titles}>
          {heading ?? <h1>{title}</h1>}
          {(below || terms) && (
            <div className={classes.under}>
              {below && <p className={classes.below}>{below}</p>}
              {terms && <Terms of={terms} />}
            </div>
          )}
        </div>
        <HeadActions {...buttons} />
      </div>
    </header>
  );
}

export type Crumb = { label: string } & Pick<LinkProps, 'to' | 'params'>;

/** Breadcrumbs of a record's page: `Contratos › Contrato 812`. The link to a list restores its last filters. */
export function Breadcrumbs({ crumbs, here }: { crumbs: Crumb[]; here: string }) {
  const filters = useLastFilters();
  return (
    <nav aria-label="Caminho" className={classes.crumbs}>
      {crumbs.map(({ label, ...link }) => (
        <Fragment key={label}>
          <Link
            {...link}
            search={filters[link.to ?? ''] as never}
            activeOptions={{ exact: true }}
            className={classes.crumb}
          >
            {label}
          </Link>
          <IconChevronRight size={14} aria-hidden="true" />
        </Fragment>
      ))}
      <span aria-current="page">{here}</span>
    </nav>
  );
}

/** A part of a page with its title: what it holds lies on the page. An index of the page leads there. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section id={partId(title)} tabIndex={-1} className={classes.section}>
      <div className={classes.sectionHead}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
