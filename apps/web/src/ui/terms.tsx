import { type ComponentType, lazy, Suspense } from 'react';
import type { TermName } from './glossary.ts';
import classes from './terms.module.css';

const Nothing = () => null;
const TermButtons = lazy<ComponentType<{ of: readonly TermName[] }>>(() =>
  import('./term-buttons.tsx').catch(() => ({ default: Nothing })),
);

/** Odd words of what stands beside them, each explained where it is pressed. They come after the page; their line is kept. */
export function Terms({ of }: { of: readonly TermName[] }) {
  return (
    <span className={classes.terms}>
      <Suspense>
        <TermButtons of={of} />
      </Suspense>
    </span>
  );
}
