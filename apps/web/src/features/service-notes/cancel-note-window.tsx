import { notes } from '@morada/contract/fiscal/fiscal-notes';
import { CANCELLATION_REASONS } from '@morada/domain/nfse/dps';
import { toast } from '#web/lib/toast.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useCancelNote } from './note-queries.ts';

const REASONS = Object.entries(CANCELLATION_REASONS).map(([value, label]) => ({ value, label }));

/** Why a note is cancelled, as the national system asks; one that never left is withdrawn. */
export function CancelNoteWindow({ id, issued, onClose }: { id: number; issued: boolean; onClose: () => void }) {
  const { mutateAsync: cancel } = useCancelNote();
  const form = useForm(notes.cancel.body, {
    defaultValues: { reason: '1' as const, text: '' },
    submit: (body) => cancel({ params: { id }, body }),
    onSaved: () => {
      toast.success(issued ? 'Cancelamento pedido' : 'Nota retirada');
      onClose();
    },
  });
  return (
    <FormWindow
      title={issued ? 'Cancelar nota' : 'Retirar nota'}
      form={form}
      verb={issued ? 'Pedir cancelamento' : 'Retirar'}
      onClose={onClose}
    >
      <Form form={form}>
        <Fields columns={1}>
          <SelectField form={form} name="reason" label="Motivo" options={REASONS} required />
          <TextField
            form={form}
            name="text"
            label="Explicação"
            required
            maxLength={255}
            help="De 15 a 255 letras; vai com o pedido de cancelamento."
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
