import type { ReactNode } from 'react';
import type { Action } from './actions.tsx';
import classes from './bulk-bar.module.css';

type BulkBarProps = {
  /** "3 selecionados" */
  count: ReactNode;
  /** What can be done with all of them, at most three. */
  actions: Action[];
  onClear: () => void;
};

/** Over a list while some of it is chosen. */
export function BulkBar({ count, actions, onClear }: BulkBarProps) {
  return (
    <section className={classes.bar} aria-label="Itens selecionados">
      <span className={classes.count} role="status">
        {count}
      </span>
      {actions.map(({ label, icon: Icon, onClick }) => (
        <button key={label} type="button" className={classes.action} onClick={() => onClick()}>
          {Icon && <Icon size={17} />}
          {label}
        </button>
      ))}
      <button type="button" className={classes.clear} onClick={onClear}>
        Limpar seleção
      </button>
    </section>
  );
}
