import { payouts } from '@morada/contract/bank/payouts';
import { payments } from '@morada/contract/money/payments';
import { IconCashOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { PaymentFacts, PaymentFiles } from './payment-files.tsx';
import { PaymentLines } from './payment-lines.tsx';
import { ApprovalNotice, PaymentPayouts } from './payment-payouts.tsx';
import { paymentQuery } from './payment-queries.ts';
import { PaymentStatus } from './payment-status.tsx';
import { transfersInWords } from './payment-words.ts';
import classes from './payments.module.css';
import { payoutsQuery } from './payout-queries.ts';
import { Refused } from './refused.tsx';
import { useDeciding } from './use-deciding.tsx';
import { useSettling } from './use-settling.ts';

type PaymentWindowProps = { id: number; onClose: () => void };

/** A prepared payment: its files and the result of each transfer. */
export function PaymentWindow({ id, onClose }: PaymentWindowProps) {
  const query = useQuery(paymentQuery(id));
  const { data: payment } = query;
  const { chosen, choose, refused, askConclusion, askCancellation } = useSettling(payment);
  const { data: asked } = useQuery(payoutsQuery(id));
  const { askApproval, askRejection } = useDeciding();
  const waits = payment?.approval === 'WAITING' && payment.canceled_at === null;
  const approves = waits && may(payouts.approve.access) && asked?.approval?.refusal === null;
  const settles = may(payments.conclude.access) && payment !== undefined && payment.pending > 0;
  const concludes = settles && payment.means === 'FILE' && !waits;
  function actions() {
    if (approves)
      return {
        danger: { label: 'Recusar pagamento', onClick: () => askRejection(payment) },
        primary: { label: 'Aprovar pagamento', onClick: () => askApproval(payment) },
      };
    if (!settles) return { close: 'Fechar' };
    const danger = {
      label: payment.done > 0 ? 'Liberar pendentes' : 'Cancelar pagamento',
      onClick: askCancellation,
    };
    if (!concludes) return { danger, close: 'Fechar' };
    const primary = {
      label: `Concluir ${transfersInWords(chosen.size)}`,
      disabled: chosen.size === 0,
      onClick: askConclusion,
    };
    return { danger, primary };
  }

  return (
    <RecordWindow
      title={`Pagamento ${id}`}
      terms={['repasse', 'remittance']}
      width={960}
      status={payment && <PaymentStatus payment={payment} />}
      side={payment && <PaymentFiles payment={payment} />}
      actions={actions()}
      onClose={onClose}
    >
      <QueryBoundary
        query={query}
        what="o pagamento"
        lines={10}
        missing={<EmptyState icon={IconCashOff} title="Não encontramos este pagamento." />}
      >
        {(found) => (
          <>
            <PaymentFacts payment={found} />
            {asked?.approval && (
              <div className={classes.approval}>
                <ApprovalNotice approval={asked.approval} />
              </div>
            )}
            {asked && asked.payouts.length > 0 && (
              <>
                <h3 className={classes.listTitle}>Pix</h3>
                <PaymentPayouts rows={asked.payouts} />
              </>
            )}
            <Refused refused={refused} lines={found.lines} />
            {asked && asked.payouts.length > 0 && <h3 className={classes.listTitle}>Repasses</h3>}
            <PaymentLines lines={found.lines} choice={concludes ? { chosen, onChoose: choose } : undefined} />
          </>
        )}
      </QueryBoundary>
    </RecordWindow>
  );
}
