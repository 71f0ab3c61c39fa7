import classes from './phone-word.module.css';

/** On a phone no title says what a figure is. */
export function PhoneWord({ children }: { children: string }) {
  return <span className={classes.word}>{children}</span>;
}
