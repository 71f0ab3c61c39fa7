import type { CSSProperties } from 'react';
import classes from './progress.module.css';

/** A bar that says how far something is; without a part, only that it goes on. */
export function Progress({ label, part, children }: { label: string; part?: number; children: string }) {
  const percent = part === undefined ? undefined : Math.round(part * 100);
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={children}
      >
        <div
          className={classes.part}
          data-unknown={part === undefined || undefined}
          style={{ '--part': part ?? 1 } as CSSProperties}
        />
      </div>
      <p className={classes.says}>{children}</p>
    </div>
  );
}
