import { type FiscalFile, fiscal } from '@morada/contract/fiscal/fiscal';
import { toast } from '#web/lib/toast.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useNoteReceipt } from './fiscal-queries.ts';

/** The receipt number that the tax office gave a file. */
export function ReceiptWindow({ file, onClose }: { file: FiscalFile; onClose: () => void }) {
  const { mutateAsync: note } = useNoteReceipt();
  const form = useForm(fiscal.receipt.body, {
    defaultValues: { receipt: file.receipt ?? '' },
    submit: (body) => note({ params: { id: file.id }, body }),
    onSaved: () => {
      toast.success('Recibo registrado.');
      onClose();
    },
  });
  return (
    <FormWindow title={`Recibo de ${file.name}`} onClose={onClose} form={form} verb="Registrar recibo">
      <Form form={form}>
        <Fields columns={1}>
          <TextField
            form={form}
            name="receipt"
            label="Número do recibo"
            required
            autoFocus
            maxLength={10}
            help="O programa da Receita o mostra depois da entrega. Uma retificação o informa."
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
