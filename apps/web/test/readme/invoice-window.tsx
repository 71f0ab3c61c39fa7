import { type InvoiceDetail, invoices, Settlement } from '@morada/contract/invoices';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { query, WHILE_EDITED } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { MoneyField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { RecordModal } from '#web/ui/overlay/windows.tsx';

const invoiceQuery = (id: number) => ({ ...query(invoices.show, { params: { id }, query: {} }), ...WHILE_EDITED });

export function InvoiceWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const record = useQuery(invoiceQuery(id)); // `{ data, version }`: the contract says that the call has a version.
  const pay = useMutation(recordMutation(invoices.pay, invoiceQuery(id))); // Sent with that version.
  const remove = useMutation(mutation(invoices.remove));
  const form = useForm(Settlement, {
    values: record.data && settlementOf(record.data.data), // `defaultValues` of a new record.
    submit: (body) => pay.mutateAsync({ params: { id }, body }),
    onSaved: onClose,
  });
  const stale = useStale({ what: 'esta fatura', forms: [form], reload: record.refetch });
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
    <RecordModal
      title={`Fatura ${id}`}
      width={880}
      notice={stale.notice}
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
    </RecordModal>
  );
}

const settlementOf = ({ late }: InvoiceDetail) => ({ paid_amount: late.total, pay_day: today() });
