import type { ProposalDetail } from '@morada/contract/proposals';
import type { CalendarDate } from '@morada/domain/base/calendar';
import classes from './close-body.module.css';

type CloseSaysProps = { proposal: ProposalDetail; dirty: boolean; today: CalendarDate };

/** Effects of closing a contract, with its own figures. */
export function CloseBody({ proposal, dirty, today }: CloseSaysProps) {
  const pending = proposal.invoices.filter(({ status }) => status === 'PENDING');
  const coming = pending.filter(({ due_date }) => due_date > today).length;
  const owed = pending.length - coming;
  return (
    <ul className={classes.list}>
      <li>O imóvel {proposal.property.address} volta a ficar disponível.</li>
      {coming > 0 && (
        <li>
          {coming === 1
            ? '1 fatura que ainda não venceu é retirada.'
            : `${coming} faturas que ainda não venceram são retiradas.`}
        </li>
      )}
      {owed > 0 && (
        <li>
          {owed === 1 ? '1 fatura já vencida continua devida.' : `${owed} faturas já vencidas continuam devidas.`}
        </li>
      )}
      {pending.length === 0 && <li>Não há fatura em aberto.</li>}
      {dirty && <li>As alterações não salvas deste contrato se perdem.</li>}
      <li>Um contrato encerrado sem folha de rescisão não pode ser reaberto.</li>
    </ul>
  );
}
