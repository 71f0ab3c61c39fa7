import type { Payment } from './payment-queries.ts';
import { transfersInWords } from './payment-words.ts';
import classes from './payments.module.css';

export type RefusedTransfer = { transfer_id: number; reason: string };

type RefusedProps = { refused: RefusedTransfer[]; lines: Payment['lines'] };

/** Which transfers could not be concluded, and why; the others were. */
export function Refused({ refused, lines }: RefusedProps) {
  if (refused.length === 0) return null;
  const owner = (id: number) => lines.find((line) => line.transfer_id === id)?.user.name;
  return (
    <div role="alert" className={classes.refused}>
      <p>
        <b>
          {transfersInWords(refused.length)} {refused.length === 1 ? 'não foi concluído' : 'não foram concluídos'} agora
        </b>
      </p>
      <ul>
        {refused.map(({ transfer_id, reason }) => (
          <li key={transfer_id}>
            Repasse {transfer_id}, {owner(transfer_id)}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
