import classes from './refetching.module.css';

/** Two pixels under a table's head, or above a list, while newer rows are on their way. */
export const Refetching = ({ at }: { at: 'head' | 'above' }) => <div className={classes.refetching} data-at={at} />;
