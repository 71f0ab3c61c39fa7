import { transfers } from '@morada/contract/money/transfers';
import { formatMoney } from '@morada/domain/base/money';
import { type TransferEvent, useReschedule } from '#web/entities/transfer/transfer-queries.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import classes from './reschedule-window.module.css';
import { useMovedNotice } from './use-moved-notice.ts';

type RescheduleWindowProps = { event: TransferEvent; onClose: () => void };

/** Another day for a transfer, where there is no calendar to carry it in. */
export default function RescheduleWindow({ event, onClose }: RescheduleWindowProps) {
  const { id, title, amount, date, version } = event;
  const { mutateAsync: reschedule } = useReschedule();
  const sayMoved = useMovedNotice();
  const form = useForm(transfers.reschedule.body, {
    defaultValues: { date },
    submit: (body) => reschedule({ params: { id }, body, version: `"${version}"` }),
    onSaved: ({ due_date }) => {
      sayMoved({ id, from: date, to: due_date });
      onClose();
    },
  });
  return (
    <RecordWindow
      title={`Reagendar repasse ${id}`}
      width={440}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Reagendar', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <p className={classes.who}>
        {title}, {formatMoney(amount)}
      </p>
      <Form form={form}>
        <DateField form={form} name="date" label="Prazo de Repasse" required />
      </Form>
    </RecordWindow>
  );
}
