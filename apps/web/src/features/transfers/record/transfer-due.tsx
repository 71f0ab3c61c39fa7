import { Button } from '@mantine/core';
import type { Sent } from '@morada/contract/base/endpoint';
import { type TransferDetail, transfers } from '@morada/contract/money/transfers';
import { IconCalendarTime } from '@tabler/icons-react';
import { useReschedule } from '#web/entities/transfer/transfer-queries.ts';
import { lateness } from '#web/entities/transfer/transfer-status.tsx';
import { useMovedNotice } from '#web/features/transfers/calendar/use-moved-notice.ts';
import { present } from '#web/lib/present.ts';
import { may } from '#web/lib/session/session.ts';
import { Day } from '#web/ui/display/figures.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import classes from './transfer-due.module.css';

type TransferDueProps = {
  transfer: TransferDetail;
  form: FormState<Due>;
};

type Due = Sent<typeof transfers.reschedule>['body'];

/** Form state of the day until when the owner is to be paid. */
export function useDueForm(transfer: TransferDetail | undefined, version: string | undefined) {
  const { mutateAsync: reschedule } = useReschedule();
  const sayMoved = useMovedNotice();
  const from = transfer?.due_date;
  return useForm<Due, TransferDetail>(transfers.reschedule.body, {
    values: from && { date: from },
    submit: (body) => reschedule({ params: { id: present(transfer, 'the transfer').id }, body, version }),
    onSaved: ({ id, due_date }) => from && sayMoved({ id, from, to: due_date }),
  });
}

/** Until when the owner is to be paid; pending, it can be put off or brought forward. */
export function TransferDue(props: TransferDueProps) {
  const { status, due_date, done_on } = props.transfer;
  if (status === 'PENDING' && may(transfers.reschedule.access)) return <Reschedule {...props} />;
  const late = lateness(props.transfer);
  return (
    <section className={classes.due}>
      <h3>Prazo de Repasse</h3>
      <p className={classes.day}>
        <Day value={due_date} />
        {late && <span className={classes.late}>{late}</span>}
      </p>
      {done_on && (
        <p className={classes.done}>
          Efetuado em <Day value={done_on} />
        </p>
      )}
    </section>
  );
}

function Reschedule({ transfer, form }: TransferDueProps) {
  const { formState } = form;
  return (
    <section className={classes.due}>
      <Form form={form}>
        <DateField form={form} name="date" label="Prazo de Repasse" />
        {formState.isDirty ? (
          <Button
            fullWidth
            variant="default"
            type="submit"
            loading={formState.isSubmitting}
            leftSection={<IconCalendarTime size={15} />}
            className={classes.save}
          >
            Reagendar
          </Button>
        ) : (
          <Late transfer={transfer} />
        )}
      </Form>
    </section>
  );
}

function Late({ transfer }: { transfer: TransferDetail }) {
  const late = lateness(transfer);
  return late ? <p className={classes.note}>Prazo vencido {late}.</p> : null;
}
