import { CONTRACT_STATUSES, type ContractStatus } from '@morada/domain/contract';
import { IconCircleMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dot, Status } from '#web/ui/status.tsx';

export function ProposalStatus({ status, note }: { status: ContractStatus; note?: ReactNode }) {
  const running = status === 'APPROVED';
  return (
    <Status tone={running ? 'green' : 'gray'} icon={running ? Dot : IconCircleMinus} note={note}>
      {CONTRACT_STATUSES[status]}
    </Status>
  );
}
