import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './missing-values.module.css';

type MissingValuesProps = {
  /** In words, one each: "Falta preencher: RG do inquilino, Ana Prado". */
  missing: readonly string[];
  action: ReactNode;
};

/** Values that the contract lacks for generating its document. */
export function MissingValues({ missing, action }: MissingValuesProps) {
  return (
    <section aria-label="O que falta" className={classes.missing}>
      <div className={classes.head}>
        <IconAlertTriangle size={16} />
        <p role="status">
          <strong>{missing.length === 1 ? '1 pendência' : `${missing.length} pendências`}</strong>
          <span>
            Complete o cadastro e confira de novo. Gerado assim, o que falta sai em branco, para escrever à mão.
          </span>
        </p>
        {action}
      </div>
      <ul className={classes.list}>
        {missing.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </section>
  );
}
