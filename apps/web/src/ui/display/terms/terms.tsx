import { lazyPart } from '#web/ui/base/lazy.tsx';
import type { TermName } from './glossary.ts';
import classes from './terms.module.css';

const TermButtons = lazyPart(
  () => import('./term-buttons.tsx'),
  ({ default: TermButtons }) => TermButtons,
);

/**
 * Glossary terms of the content beside them, each explained in a popover. Loaded after the page; their line is reserved
 * to avoid layout shift.
 */
export function Terms({ of }: { of: readonly TermName[] }) {
  return (
    <span className={classes.terms}>
      <TermButtons of={of} />
    </span>
  );
}
