import { payments } from '@morada/contract/payments';
import { IconCashOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { RecordModal } from '#web/ui/overlay/windows.tsx';
import { PaymentFacts, PaymentFiles } from './payment-files.tsx';
import { PaymentLines } from './payment-lines.tsx';
import { paymentQuery } from './payment-queries.ts';
import { PaymentStatus } from './payment-status.tsx';
import { transfersInWords } from './payment-words.ts';
import { Refused } from './refused.tsx';
import { useSettling } from './use-settling.ts';

type PaymentDialogProps = { id: number; onClose: () => void };

/** A prepared payment: its files and the result of each transfer. */
export function PaymentDialog({ id, onClose }: PaymentDialogProps) {
  const query = useQuery(paymentQuery(id));
  const { data: payment } = query;
  const { chosen, choose, refused, askConclusion, askCancellation } = useSettling(payment);
  const settles = may(payments.conclude.access) && payment !== undefined && payment.pending > 0;
  return (
    <RecordModal
      title={`Pagamento ${id}`}
      terms={['repasse', 'remittance']}
      width={960}
      status={payment && <PaymentStatus payment={payment} />}
      side={payment && <PaymentFiles payment={payment} />}
      actions={
        settles
          ? {
              danger: {
                label: payment.done > 0 ? 'Liberar pendentes' : 'Cancelar pagamento',
                onClick: askCancellation,
              },
              primary: {
                label: `Concluir ${transfersInWords(chosen.size)}`,
                disabled: chosen.size === 0,
                onClick: askConclusion,
              },
            }
          : { close: 'Fechar' }
      }
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
            <Refused refused={refused} lines={found.lines} />
            <PaymentLines lines={found.lines} choice={settles ? { chosen, onChoose: choose } : undefined} />
          </>
        )}
      </QueryBoundary>
    </RecordModal>
  );
}
