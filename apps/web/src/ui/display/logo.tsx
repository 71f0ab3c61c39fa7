import classes from './logo.module.css';

/** The house with its terracotta roof, and the name unless only the mark fits. */
export function Logo({ markOnly = false, size = 24 }: { markOnly?: boolean; size?: number }) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
        <rect className={classes.ground} width="24" height="24" rx="6" />
        <g fill="none" strokeWidth="2.1" strokeLinecap="round" strokeLinejoin="round">
          <path className={classes.roof} d="M5.2 11.9 12 6.2l6.8 5.7" />
          <path className={classes.walls} d="M8.6 13.6v4.1M12 12v5.7M15.4 13.6v4.1" />
        </g>
      </svg>
      {!markOnly && <span>Morada</span>}
    </span>
  );
}
