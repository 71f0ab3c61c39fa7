import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { daysText } from '@morada/domain/base/calendar';
import { transferState } from '@morada/domain/rent/transfer';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { today } from '#web/lib/today.ts';
import { Status } from '#web/ui/display/status.tsx';

export function TransferState({ transfer }: { transfer: ProposalDetail['transfers'][number] }) {
  const { word, tone, days } = transferState(transfer, today());
  const done = tone === 'done';
  return (
    <Status
      tone={done ? 'green' : 'yellow'}
      icon={done ? IconCircleCheckFilled : IconCircleDashed}
      note={tone === 'late' && `há ${daysText(days)}`}
      noteTone="red"
    >
      {word}
    </Status>
  );
}
