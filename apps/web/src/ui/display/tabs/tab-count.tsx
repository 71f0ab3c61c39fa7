import classes from './tab-count.module.css';

/** Beside the name of a tab: how many records it holds. */
export const TabCount = ({ count }: { count: number }) => <span className={classes.count}>{count}</span>;
