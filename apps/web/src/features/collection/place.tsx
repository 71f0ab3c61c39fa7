import classes from './board.module.css';
import { lateWords } from './collection-words.ts';

/** Address and lateness; only the address is truncated. */
export const Place = ({ property, days }: { property: string; days: number }) => (
  <span className={classes.place}>
    <span className={classes.address} title={property}>
      {property}
    </span>
    <span>{lateWords(days)}</span>
  </span>
);
