import type { PaymentBatch } from '@morada/contract/money/payments';
import { IconCircleCheckFilled, IconCircleDashed, IconCircleMinus, IconUserCheck } from '@tabler/icons-react';
import { Status } from '#web/ui/display/status.tsx';

type PaymentStatusProps = {
  payment: Pick<PaymentBatch, 'canceled_at' | 'pending' | 'done' | 'transfers' | 'approval'>;
};

/** Recusado, Cancelado, Aguardando aprovação, Aguardando banco, or Concluído. */
export function PaymentStatus({ payment: { canceled_at, approval, pending, done, transfers } }: PaymentStatusProps) {
  if (canceled_at) {
    return (
      <Status tone="gray" icon={IconCircleMinus}>
        {approval === 'REJECTED' ? 'Recusado' : 'Cancelado'}
      </Status>
    );
  }
  if (approval === 'WAITING') {
    return (
      <Status tone="yellow" icon={IconUserCheck}>
        Aguardando aprovação
      </Status>
    );
  }
  const part = done < transfers && done > 0 ? `${done} de ${transfers} efetuados` : undefined;
  if (pending > 0) {
    return (
      <Status tone="yellow" icon={IconCircleDashed} note={part}>
        Aguardando banco
      </Status>
    );
  }
  return done > 0 ? (
    <Status tone="green" icon={IconCircleCheckFilled} note={part}>
      Concluído
    </Status>
  ) : (
    <Status tone="gray" icon={IconCircleMinus}>
      Repasses liberados
    </Status>
  );
}
