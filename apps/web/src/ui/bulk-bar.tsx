import { CloseButton } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import classes from './bulk-bar.module.css';

type BulkAction = { label: string; icon?: ComponentType<{ size?: number }>; onClick: () => void };

/** What can be done with the chosen rows, at most three things: the `bar` of a `DataTable`'s selection. */
export function BulkBar({
  count,
  sum,
  actions,
  onClear,
}: {
  /** "3 selecionadas" */
  count: string;
  sum?: ReactNode;
  actions: BulkAction[];
  onClear: () => void;
}) {
  return (
    <div role="toolbar" aria-label="Ações com a seleção" className={classes.bar}>
      <strong aria-live="polite">{count}</strong>
      {sum && <span className={classes.sum}>{sum}</span>}
      <span className={classes.actions}>
        {actions.map(({ label, icon: Icon, onClick }) => (
          <button key={label} type="button" className={classes.action} onClick={onClick}>
            {Icon && <Icon size={15} />}
            {label}
          </button>
        ))}
      </span>
      <CloseButton className={classes.close} aria-label="Limpar seleção" variant="transparent" onClick={onClear} />
    </div>
  );
}
