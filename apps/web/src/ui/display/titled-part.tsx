import type { ReactNode } from 'react';
import { partId } from './part-index.tsx';
import type { TermName } from './terms/glossary.ts';
import { Terms } from './terms/terms.tsx';
import classes from './titled-part.module.css';

type TitledPartProps = {
  title: string;
  below?: string | undefined;
  /** Odd words of this part, explained where they are pressed. */
  terms?: readonly TermName[] | undefined;
  children: ReactNode;
};

/** A part of a long page: what it is at the left, what it holds at the right. */
export function TitledPart({ title, below, terms, children }: TitledPartProps) {
  return (
    <section id={partId(title)} tabIndex={-1} className={classes.part}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        {below && <p className={classes.below}>{below}</p>}
        {terms && <Terms of={terms} />}
      </div>
      {children}
    </section>
  );
}
