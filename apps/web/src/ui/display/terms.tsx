import { type ComponentType, lazy, Suspense } from 'react';
import type { TermName } from './glossary.ts';
import classes from './terms.module.css';

const Nothing = () => null;
const TermButtons = lazy<ComponentType<{ of: readonly TermName[] }>>(() =>
  import('./term-buttons.tsx').catch(() => ({ default: Nothing })),
);

/**
 * Glossary terms of the content beside them, each explained in a popover. Loaded after the page; their line is reserved
 * to avoid layout shift.
 */
export function Terms({ of }: { of: readonly TermName[] }) {
  return (
    <span className={classes.terms}>
      <Suspense>
        <TermButtons of={of} />
      </Suspense>
    </span>
  );
}
