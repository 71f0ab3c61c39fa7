import { type CalendarDate, daysText, formatDate } from '@morada/domain/base/calendar';
import { invoiceState } from '@morada/domain/rent/invoice';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed, IconClockFilled } from '@tabler/icons-react';
import { today } from '#web/lib/today.ts';
import { Status } from '#web/ui/display/status.tsx';

type Stateful = Parameters<typeof invoiceState>[0];

/** How a list says it: Pago, Atrasado, Pendente. */
export function InvoiceStatus({ invoice }: { invoice: Stateful }) {
  const { word, tone, days } = invoiceState(invoice, today());
  if (tone === 'paid') {
    return (
      <Status tone="green" icon={IconCircleCheckFilled}>
        {word}
      </Status>
    );
  }
  if (tone === 'agreed') {
    return (
      <Status tone="gray" icon={IconCircleCheckFilled}>
        {word}
      </Status>
    );
  }
  if (tone === 'late') {
    return (
      <Status tone="red" icon={IconAlertTriangleFilled} note={`há ${daysText(days)}`}>
        {word}
      </Status>
    );
  }
  return (
    <Status
      tone="yellow"
      icon={tone === 'soon' ? IconClockFilled : IconCircleDashed}
      note={tone === 'soon' ? dueSoon(days) : undefined}
    >
      {word}
    </Status>
  );
}

/** How its own window says it: Pago or Pendente, and since when. */
export function InvoiceDetailStatus({ invoice }: { invoice: Stateful & { pay_day: CalendarDate | null } }) {
  const { tone, days } = invoiceState(invoice, today());
  if (tone === 'paid') {
    const day = invoice.pay_day;
    return (
      <Status tone="green" icon={IconCircleCheckFilled} note={day ? `em ${formatDate(day)}` : undefined}>
        Pago
      </Status>
    );
  }
  if (tone === 'agreed') {
    return (
      <Status tone="gray" icon={IconCircleCheckFilled}>
        {invoice.instalment ? 'Acordo desfeito' : 'Em acordo'}
      </Status>
    );
  }
  const note = tone === 'late' ? `vencida há ${daysText(days)}` : tone === 'soon' ? dueSoon(days) : undefined;
  return (
    <Status tone="yellow" icon={IconCircleDashed} note={note} noteTone={tone === 'late' ? 'red' : undefined}>
      Pendente
    </Status>
  );
}

const dueSoon = (days: number) => (days === 0 ? 'vence hoje' : 'vence amanhã');
