import type { ReactNode } from 'react';
import classes from './form-layout.module.css';

/** A field as wide as two of the three in a row. */
export function Double({ children }: { children: ReactNode }) {
  return <div className={classes.two}>{children}</div>;
}
