import { type InvoiceDetail, invoices, Settlement } from '@morada/contract/money/invoices';
import { useMutation } from '@tanstack/react-query';
import { recordMutation } from '#web/lib/api/mutation.ts';
import { query, WHILE_EDITED } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { MoneyField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useRecord } from '#web/ui/overlay/use-record.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';

const invoiceQuery = (id: number) => ({ ...query(invoices.show, { params: { id }, query: {} }), ...WHILE_EDITED });

export function InvoiceWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const { record, data } = useRecord({ what: 'esta fatura', query: invoiceQuery(id) });
  const pay = useMutation(recordMutation(invoices.pay, invoiceQuery(id))); // Sent with the version that was read.
  const remove = useMutation(recordMutation(invoices.remove, invoiceQuery(id), { answers: 'gone' }));
  const form = useForm(Settlement, {
    values: data && settlementOf(data), // `defaultValues` of a new record.
    submit: (body) => pay.mutateAsync({ params: { id }, body }),
    onSaved: onClose,
  });
  const confirm = useConfirm();
  const askToRemove = async () => {
    const removed = await confirm({
      title: 'Deletar fatura',
      body: 'A fatura será apagada.',
      verb: 'Deletar fatura',
      danger: true,
      run: () => remove.mutateAsync({ params: { id } }),
    });
    if (removed) onClose();
  };
  return (
    <RecordWindow
      title={`Fatura ${id}`}
      width={880}
      record={record}
      forms={[form]}
      onClose={onClose}
      actions={{
        danger: may(invoices.remove.access) && { label: 'Deletar fatura', onClick: askToRemove },
        primary: { label: 'Marcar como pago', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <Form form={form}>
        <Fields>
          <MoneyField form={form} name="paid_amount" label="Valor recebido" required />
          <DateField form={form} name="pay_day" label="Pago em" max={today()} />
        </Fields>
      </Form>
    </RecordWindow>
  );
}

const settlementOf = ({ late }: InvoiceDetail) => ({ paid_amount: late.total, pay_day: today() });
