import { Link } from '@tanstack/react-router';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import classes from './apply-outcome.module.css';
import { appliedWords, type Outcome } from './use-apply.tsx';
import { contractsInWords } from './words.ts';

/** Which contracts a batch left out, and why. */
export function ApplyOutcome({ outcome: { applied, refused }, onClose }: { outcome: Outcome; onClose: () => void }) {
  return (
    <RecordWindow title="Resultado do lote" width={560} onClose={onClose} actions={{ close: 'Fechar' }}>
      <p className={classes.says}>
        {applied.length > 0 ? `${appliedWords(applied.length)}.` : 'Nenhum contrato foi reajustado.'}{' '}
        {contractsInWords(refused.length)} {refused.length === 1 ? 'ficou' : 'ficaram'} de fora:
      </p>
      <ul className={classes.refused}>
        {refused.map(({ id, tenant, reason }) => (
          <li key={id}>
            <Link to="/contracts/info/$id" params={{ id: String(id) }}>
              Contrato {id}
            </Link>
            {tenant && <span className={classes.tenant}>{tenant}</span>}
            <span className={classes.reason}>{reason}</span>
          </li>
        ))}
      </ul>
    </RecordWindow>
  );
}
