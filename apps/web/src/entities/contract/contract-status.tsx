import type { CalendarDate } from '@morada/domain/base/calendar';
import { type ContractStatus, contractState } from '@morada/domain/lease/contract';
import { IconAlertTriangleFilled, IconCircleMinus, IconInfinity } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { today } from '#web/lib/today.ts';
import { Dot, Status } from '#web/ui/display/status.tsx';

const TONES = { running: 'green', indefinite: 'blue', done: 'gray', late: 'red' } as const;
const ICONS = { running: Dot, indefinite: IconInfinity, done: IconCircleMinus, late: IconAlertTriangleFilled };

type ContractStatusProps = {
  proposal: { status: ContractStatus; end_date: CalendarDate; ends_at_term: boolean };
  /** In place of what the state itself asks for. */
  note?: ReactNode;
  /** What the state asks for stands under the pointer alone. */
  brief?: boolean;
};

export function ProposalStatus({ proposal, note, brief = false }: ContractStatusProps) {
  const { word, tone, needs } = contractState(proposal, today());
  const status = (
    <Status tone={TONES[tone]} icon={ICONS[tone]} note={note || (brief ? undefined : needs)}>
      {word}
    </Status>
  );
  return brief && needs ? <span title={needs}>{status}</span> : status;
}
