import type { ProposalDetail } from '@morada/contract/lease/proposals';
import type { TerminationSheet } from '@morada/contract/money/terminations';
import { outcome } from './sheet-words.ts';
import classes from './termination.module.css';

type EndSaysProps = { proposal: ProposalDetail; sheet: TerminationSheet; dirty: boolean };

/** Effects of closing a contract by its termination sheet, with its own figures. */
export function EndBody({ proposal: { property, invoices }, sheet, dirty }: EndSaysProps) {
  const pending = invoices.filter(({ status }) => status === 'PENDING').length;
  return (
    <ul className={classes.says}>
      {outcome(sheet).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {pending > 0 && (
        <li>
          {pending === 1
            ? 'A fatura em aberto dá lugar à última.'
            : `As ${pending} faturas em aberto dão lugar à última.`}
        </li>
      )}
      <li>O imóvel {property.address} volta a ficar disponível.</li>
      {dirty && <li>As alterações não salvas deste contrato se perdem.</li>}
      <li>O encerramento pode ser desfeito enquanto nada da folha for pago.</li>
    </ul>
  );
}
