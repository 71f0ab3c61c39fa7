import { type CashLine, reconciliation } from '@morada/contract/bank/reconciliation';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { toast } from '#web/lib/toast.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useMarkEntry } from './reconciliation-queries.ts';

/** Why an entry of the ledger moved no money at the bank. */
export function MarkEntryWindow({ entry, onClose }: { entry: CashLine; onClose: () => void }) {
  const { mutateAsync: mark } = useMarkEntry();
  const form = useForm(reconciliation.markEntry.body, {
    defaultValues: { reason: '' },
    submit: (body) => mark({ params: { id: entry.id }, body }),
    onSaved: () => {
      toast.success('Lançamento marcado: não passou pela conta.');
      onClose();
    },
  });
  return (
    <FormWindow title="Não passou pela conta" onClose={onClose} form={form} verb="Marcar">
      <Form form={form}>
        <Fields columns={1}>
          <p>
            {entry.description}, {formatMoney(entry.amount)} em {formatDate(entry.day)}. O lançamento continua no caixa
            e deixa de ser esperado no extrato.
          </p>
          <TextField form={form} name="reason" label="Motivo" required />
        </Fields>
      </Form>
    </FormWindow>
  );
}
