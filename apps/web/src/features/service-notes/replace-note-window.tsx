import { notes } from '@morada/contract/fiscal/fiscal-notes';
import { REPLACEMENT_REASONS } from '@morada/domain/nfse/dps';
import { toast } from '#web/lib/toast.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useReplaceNote } from './note-queries.ts';

const REASONS = Object.entries(REPLACEMENT_REASONS).map(([value, label]) => ({ value, label }));

/** Why an issued note is replaced; the other one says what the records say now. */
export function ReplaceNoteWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutateAsync: replace } = useReplaceNote();
  const form = useForm(notes.replace.body, {
    defaultValues: { reason: '99' as const, text: '' },
    submit: (body) => replace({ params: { id }, body }),
    onSaved: () => {
      toast.success('A nota que substitui esta sai no próximo minuto');
      onClose();
    },
  });
  return (
    <FormWindow title="Substituir nota" form={form} verb="Substituir" onClose={onClose}>
      <Form form={form}>
        <Fields columns={1}>
          <SelectField form={form} name="reason" label="Motivo" options={REASONS} required />
          <TextField
            form={form}
            name="text"
            label="Explicação"
            required
            maxLength={255}
            help="De 15 a 255 letras. A nova nota sai com os cadastros de agora, e cancela esta."
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
