import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { daysText } from '@morada/domain/base/calendar';
import { invoiceState } from '@morada/domain/rent/invoice';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed, IconClockFilled } from '@tabler/icons-react';
import { today } from '#web/lib/today.ts';
import { Status } from '#web/ui/display/status.tsx';

const LOOKS = {
  paid: { tone: 'green', icon: IconCircleCheckFilled },
  late: { tone: 'red', icon: IconAlertTriangleFilled },
  soon: { tone: 'yellow', icon: IconClockFilled },
  pending: { tone: 'yellow', icon: IconCircleDashed },
  agreed: { tone: 'gray', icon: IconCircleCheckFilled },
} as const;

export function InvoiceState({ invoice }: { invoice: ProposalDetail['invoices'][number] }) {
  const { word, tone, days } = invoiceState(invoice, today());
  const notes = {
    paid: undefined,
    late: `há ${daysText(days)}`,
    soon: days === 0 ? 'vence hoje' : 'vence amanhã',
    pending: undefined,
    agreed: undefined,
  };
  return (
    <Status {...LOOKS[tone]} note={notes[tone]}>
      {word}
    </Status>
  );
}
