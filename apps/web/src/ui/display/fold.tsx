import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';

type FoldProps = {
  label: string;
  children: ReactNode /** Keeps it open, such as while a field within is wrong. */;
  open?: boolean;
};

/** What few need, one press away. */
export function Fold({ label, children, open = false }: FoldProps) {
  const [pressed, setPressed] = useState(false);
  return (
    <details
      className={classes.fold}
      open={open || pressed}
      onToggle={({ currentTarget }) => setPressed(currentTarget.open)}
    >
      <summary>{label}</summary>
      {children}
    </details>
  );
}
