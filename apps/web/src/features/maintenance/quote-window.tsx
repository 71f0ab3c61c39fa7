import { MaintenanceQuoteCreate } from '@morada/contract/desk/maintenance';
import { DOCUMENT_UPLOAD } from '@morada/contract/registry/files';
import { toast } from '#web/lib/toast.ts';
import { MoneyField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { TextField } from '#web/ui/input/text-fields.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { FileWindow } from '#web/ui/upload/file-window.tsx';
import { useAddQuote, useAttachQuote } from './maintenance-queries.ts';

/** A supplier's quote. */
export function QuoteWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutateAsync: add } = useAddQuote();
  const form = useForm(MaintenanceQuoteCreate, {
    defaultValues: { supplier: '', note: '' },
    submit: (body) => add({ params: { id }, body }),
    onSaved: () => {
      toast.success('Orçamento adicionado');
      onClose();
    },
  });
  return (
    <FormWindow title="Adicionar orçamento" onClose={onClose} form={form} verb="Adicionar">
      <Form form={form}>
        <Fields columns={1}>
          <TextField form={form} name="supplier" label="Fornecedor" required maxLength={120} />
          <MoneyField form={form} name="amount" label="Valor" required />
          <TextareaField
            form={form}
            name="note"
            label="O que está incluído"
            rows={3}
            help="O proprietário lê isto ao decidir."
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}

/** The paper of a quote: a PDF or a photograph. */
export function QuoteFileWindow({ quote, onClose }: { quote: number; onClose: () => void }) {
  const { mutateAsync: attach } = useAttachQuote();
  return (
    <FileWindow
      title="Anexar o orçamento"
      label="Orçamento"
      named="o orçamento"
      limits={DOCUMENT_UPLOAD}
      note="Imagem (JPG, PNG ou WebP) ou PDF, até 20 MB."
      send={(upload) => attach({ params: { id: quote }, ...upload })}
      done="Orçamento anexado"
      onClose={onClose}
    />
  );
}
