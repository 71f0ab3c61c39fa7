import { DOCUMENT_UPLOAD } from '@morada/contract/files';
import { MaintenanceQuoteCreate } from '@morada/contract/maintenance';
import { IconUpload } from '@tabler/icons-react';
import { toast } from '#web/lib/toast.ts';
import { MoneyField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { TextField } from '#web/ui/input/text-fields.tsx';
import { FormDrawer } from '#web/ui/overlay/windows.tsx';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import { useAddQuote, useAttachQuote } from './maintenance-queries.ts';

/** A supplier's quote. */
export function QuoteDrawer({ id, onClose }: { id: number; onClose: () => void }) {
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
    <FormDrawer
      title="Adicionar orçamento"
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Adicionar', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
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
    </FormDrawer>
  );
}

/** The paper of a quote: a PDF or a photograph. */
export function QuoteFileDrawer({ quote, onClose }: { quote: number; onClose: () => void }) {
  const { mutateAsync: attach } = useAttachQuote();
  const sending = useOneFile({
    maxBytes: DOCUMENT_UPLOAD.maxBytes,
    tooLarge: 'O arquivo passa de 20 MB.',
    send: (file, options) => attach({ params: { id: quote }, file, name: file.name, ...options }),
    onSent: () => {
      toast.success('Orçamento anexado');
      onClose();
    },
  });
  return (
    <FormDrawer title="Anexar o orçamento" onClose={onClose} actions={{ close: 'Fechar' }}>
      <OneFileArea
        sending={sending}
        label="Orçamento"
        icon={IconUpload}
        invites={{ wide: 'Arraste o orçamento para cá', phone: 'Escolha o orçamento' }}
        reading="Guardando"
        note="Imagem (JPG, PNG ou WebP) ou PDF, até 20 MB."
        accept={DOCUMENT_UPLOAD.accept.split(',')}
        otherKind="Arquivo não suportado"
      />
    </FormDrawer>
  );
}
